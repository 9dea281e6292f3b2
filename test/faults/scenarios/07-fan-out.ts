import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProducts } from '../harness/products.ts'
import { machineMs } from '../harness/listeners-messages.ts'
import { startListeners } from '../harness/listeners.ts'
import { inDatabase, insertDataset } from '../harness/dataset.ts'
import type { TestDataset } from '../harness/dataset.ts'
import { performAction } from '../harness/concert-actions.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const ORDERS = { short: 5, long: 100 }
const HALLS = { short: [100], long: [1_000, 2_000] }
/** Limits of the pass line by number of listeners, in ms; the larger number has no 95th percentile. */
const MOST: Record<number, { p95: number; p99: number }> = {
  1_000: { p95: 150, p99: 300 },
  2_000: { p95: Infinity, p99: 500 },
}
const BETWEEN_MS = 150
/** The count of listeners is published a while after the last one came. */
const SETTLE_MS = { short: 300, long: 3_000 }

const at = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)

/** Measures the milliseconds from each order until the last of `listeners` had it on the screen. */
async function ordersSeen(
  context: ScenarioContext,
  dataset: TestDataset,
  url: string,
  listeners: number,
) {
  const { username, concertId } = dataset.artist
  const concert = await startListeners({
    port: Number(new URL(url).port),
    artistUsername: username,
    sessionId: concertId,
    lean: listeners,
  })
  await sleep(context.short ? SETTLE_MS.short : SETTLE_MS.long)
  const times: number[] = []
  try {
    for (let n = 0; n < (context.short ? ORDERS.short : ORDERS.long); n += 1) {
      const songId = dataset.songIds[n % dataset.songIds.length] ?? ''
      const { seen } = await concert.expect(songId)
      const began = machineMs()
      const action = { kind: 'order', songId, key: randomUUID(), phone: 0, cookie: null } as const
      const [ended, { outcome, status }] = await Promise.all([
        seen,
        performAction(url, dataset, action),
      ])
      if (outcome !== 'ok') throw new Error(`an order was answered ${status}`)
      times.push(ended - began)
      await sleep(BETWEEN_MS)
    }
  } finally {
    concert.end()
  }
  return times.toSorted((one, other) => one - other)
}

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const dataset = await inDatabase(context, (sql) => insertDataset(sql, 0))
  const { urls, stop } = await startProducts(context, 1)
  const figures: Record<string, number> = {}
  const slow: string[] = []
  for (const listeners of context.short ? HALLS.short : HALLS.long) {
    context.logProgress(`${listeners} listeners`)
    const times = await ordersSeen(context, dataset, urls[0] ?? '', listeners)
    const [p50, p95, p99] = [at(times, 0.5), at(times, 0.95), at(times, 0.99)]
    figures[`${listeners}: p50, ms`] = p50
    figures[`${listeners}: p95, ms`] = p95
    figures[`${listeners}: p99, ms`] = p99
    const most = MOST[listeners]
    if (most !== undefined && (p95 > most.p95 || p99 > most.p99))
      slow.push(`${listeners} listeners: p95 ${p95} ms, p99 ${p99} ms`)
  }
  return { figures, broken: await stop(), slow }
}

export const scenario: Scenario = {
  number: 7,
  title: 'Fan-out: 1 000 listeners, from an order to the last screen',
  pass: 'p95 ≤ 150 ms, p99 ≤ 300 ms; with 2 000 listeners p99 ≤ 500 ms',
  engines: ['embedded', 'postgres'],
  inTests: [],
  run,
}
