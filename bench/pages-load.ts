import autocannon from 'autocannon'
import { rounded } from './percentiles.ts'

/** The parameters of a load; it comes from this process, so that it shares nothing with the server's. */
export type PageLoad = {
  url: string
  headers: Record<string, string>
  seconds: number
  connections: number
  /** Requests a second; without it as many as are answered. */
  rate?: number
}

export type PageLoadEnd = {
  requests: number
  perSecond: number
  /** Its histogram has no 95th percentile. */
  p97: number
  p99: number
  /** Bytes of an answer with its headers. */
  bytes: number
  /** Answers of 5xx, and requests without an answer. */
  failed: number
}

async function bring({ url, headers, seconds, connections, rate }: PageLoad): Promise<PageLoadEnd> {
  const end = await autocannon({
    url,
    headers,
    connections,
    duration: seconds,
    ...(rate === undefined ? {} : { overallRate: rate }),
  })
  const requests = end.requests.total
  return {
    requests,
    perSecond: rounded(requests / end.duration),
    p97: end.latency.p97_5,
    p99: end.latency.p99,
    bytes: Math.round(end.throughput.total / Math.max(1, requests)),
    failed: end['5xx'] + end.errors + end.timeouts,
  }
}

process.on('message', (load: PageLoad) => {
  void bring(load).then((end) => process.send?.(end))
})
