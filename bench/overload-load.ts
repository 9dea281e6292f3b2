/** Asks for one page from many connections, and looks meanwhile how long the pad would wait; in a process of its own. */
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { percentilesOf } from './percentiles.ts'

export type Flood = {
  url: string
  headers: Record<string, string>
  connections: number
  /** Requests a second of all of them together; none: each asks again as soon as it is answered. */
  rate?: number
  seconds: number
  /** What is never sent away. */
  probe: string
}
export type FloodEnd = {
  accepted: number
  shed: number
  failed: number
  p50: number
  p99: number
  probeP99: number
}

const PROBE_MS = 50

async function flood(asked: Flood): Promise<FloodEnd> {
  const accepted: number[] = []
  const probes: number[] = []
  let [shed, failed] = [0, 0]
  const over = new AbortController()
  const probing = (async () => {
    while (!over.signal.aborted) {
      const began = performance.now()
      await fetch(asked.probe).catch(() => {})
      probes.push(performance.now() - began)
      await sleep(PROBE_MS)
    }
  })()
  const began = performance.now()
  const { promise, resolve } = Promise.withResolvers<number>()
  const load = autocannon(
    {
      url: asked.url,
      headers: asked.headers,
      connections: asked.connections,
      ...(asked.rate === undefined ? {} : { overallRate: asked.rate }),
      duration: asked.seconds,
      timeout: 60,
    },
    (_, result) => resolve(result.errors),
  )
  load.on('response', (_, status, __, ms) => {
    if (status === 200) accepted.push(ms)
    else if (status === 503) shed += 1
    else failed += 1
  })
  const errors = await promise
  const seconds = (performance.now() - began) / 1000
  over.abort()
  await probing
  const { p50, p99 } = percentilesOf(accepted)
  return {
    accepted: accepted.length / seconds,
    shed: shed / seconds,
    failed: failed + errors,
    p50,
    p99,
    probeP99: percentilesOf(probes).p99,
  }
}

process.on('message', (asked: Flood) => {
  void flood(asked).then((end) => process.send?.(end))
})
