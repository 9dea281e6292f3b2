/** Requests one page as visitors do, and meanwhile the `probe`, which is never shed; in a process of its own. */
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveParent } from './forked-child.ts'
import { percentilesOf } from './percentiles.ts'

export type Flood = {
  url: string
  headers: Record<string, string>
  seconds: number
  /**
   * A fixed number of visitors, each of whom sends the next request after the answer; or a number of new ones a second,
   * each at its scheduled time regardless of the earlier ones.
   */
  come: { visitors: number } | { perSecond: number }
  /** A visitor gives up after this many ms. */
  timeoutMs: number
  /** An address that is never shed. */
  probe: string
}

/** Milliseconds are from the scheduled time of a request to its last byte, even if this process sent it late. */
export type FloodEnd = {
  /** A second. */
  accepted: number
  shed: number
  gaveUp: number
  failed: number
  p50: number
  p99: number
  shedP99: number
  probeP99: number
  /** How late this process itself sent its requests. */
  lateP99: number
}

type End = 'accepted' | 'shed' | 'gaveUp' | 'failed'

const PROBE_MS = 50
const TICK_MS = 2

function ask(
  url: string,
  headers: Record<string, string>,
  { agent, timeoutMs }: { agent: Agent; timeoutMs: number },
): Promise<End> {
  return new Promise((resolve) => {
    const ended = (end: End) => {
      clearTimeout(patience)
      resolve(end)
    }
    const request = get(url, { agent, headers }, (answer) => {
      answer.on('end', () => {
        if (answer.statusCode === 200) ended('accepted')
        else ended(answer.statusCode === 503 ? 'shed' : 'failed')
      })
      answer.on('error', () => ended('failed'))
      answer.resume()
    })
    const patience = setTimeout(() => {
      resolve('gaveUp')
      request.destroy()
    }, timeoutMs)
    request.on('error', () => ended('failed'))
  })
}

/** Calls `one` `perSecond` times a second, with its scheduled time, until `over`. */
async function atTheirTimes(
  perSecond: number,
  over: number,
  one: (due: number) => Promise<void>,
): Promise<void> {
  const began = performance.now()
  const all: Promise<void>[] = []
  for (let due = began; due < over; due = began + (all.length * 1000) / perSecond) {
    while (performance.now() < due) await sleep(TICK_MS)
    all.push(one(due))
  }
  await Promise.all(all)
}

async function flood({ url, headers, seconds, come, timeoutMs, probe }: Flood): Promise<FloodEnd> {
  const ms: Record<End, number[]> = { accepted: [], shed: [], gaveUp: [], failed: [] }
  const [probes, late]: [number[], number[]] = [[], []]
  const way = { agent: new Agent({ keepAlive: true }), timeoutMs }
  const apart = { agent: new Agent({ keepAlive: true }), timeoutMs }
  const one = async (due: number) => {
    late.push(performance.now() - due)
    const end = await ask(url, headers, way)
    ms[end].push(performance.now() - due)
  }
  const began = performance.now()
  const over = began + seconds * 1000
  const visitor = async () => {
    while (performance.now() < over) await one(performance.now())
  }
  const probing = atTheirTimes(1000 / PROBE_MS, over, async (due) => {
    await ask(probe, {}, apart)
    probes.push(performance.now() - due)
  })
  if ('visitors' in come) await Promise.all(Array.from({ length: come.visitors }, visitor))
  else await atTheirTimes(come.perSecond, over, one)
  const took = (performance.now() - began) / 1000
  await probing
  way.agent.destroy()
  apart.agent.destroy()
  const p99 = (times: number[]) => (times.length === 0 ? 0 : percentilesOf(times).p99)
  return {
    accepted: ms.accepted.length / took,
    shed: ms.shed.length / took,
    gaveUp: ms.gaveUp.length / took,
    failed: ms.failed.length,
    p50: ms.accepted.length === 0 ? 0 : percentilesOf(ms.accepted).p50,
    p99: p99(ms.accepted),
    shedP99: p99(ms.shed),
    probeP99: p99(probes),
    lateP99: p99(late),
  }
}

serveParent(flood)
