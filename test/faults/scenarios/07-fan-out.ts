import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProducts } from '../harness/company-of-products.ts'
import { machineMs } from '../harness/crowd-words.ts'
import { gatherCrowd } from '../harness/crowd.ts'
import { inside, layGround } from '../harness/ground.ts'
import type { TestGround } from '../harness/ground.ts'
import { doInHall } from '../harness/hands.ts'
import type { ScenarioFinding, Scenario, ScenarioStage } from '../scenario.ts'

const ORDERS = { short: 5, long: 100 }
const HALLS = { short: [100], long: [1_000, 2_000] }
/** Of the pass line, in milliseconds; the larger hall has no 95th. */
const MOST: Record<number, { p95: number; p99: number }> = {
  1_000: { p95: 150, p99: 300 },
  2_000: { p95: Infinity, p99: 500 },
}
const BETWEEN_MS = 150
/** A count of listeners is told a while after the last one came. */
const SETTLE_MS = { short: 300, long: 3_000 }

const at = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)

/** Milliseconds from each order to the moment when the last of so many had it on the screen. */
async function ordersSeen(
  stage: ScenarioStage,
  ground: TestGround,
  url: string,
  listeners: number,
) {
  const { username, concertId } = ground.stage
  const hall = await gatherCrowd({
    port: Number(new URL(url).port),
    artistUsername: username,
    sessionId: concertId,
    lean: listeners,
  })
  await sleep(stage.short ? SETTLE_MS.short : SETTLE_MS.long)
  const times: number[] = []
  try {
    for (let n = 0; n < (stage.short ? ORDERS.short : ORDERS.long); n += 1) {
      const songId = ground.songIds[n % ground.songIds.length] ?? ''
      const { seen } = await hall.expect(songId)
      const began = machineMs()
      const deed = { kind: 'order', songId, key: randomUUID(), phone: 0, cookie: null } as const
      const [ended, { outcome, status }] = await Promise.all([seen, doInHall(url, ground, deed)])
      if (outcome !== 'ok') throw new Error(`an order was answered ${status}`)
      times.push(ended - began)
      await sleep(BETWEEN_MS)
    }
  } finally {
    hall.end()
  }
  return times.toSorted((one, other) => one - other)
}

async function run(stage: ScenarioStage): Promise<ScenarioFinding> {
  const ground = await inside(stage, (sql) => layGround(sql, 0))
  const { urls, stop } = await startProducts(stage, 1)
  const figures: Record<string, number> = {}
  const slow: string[] = []
  for (const listeners of stage.short ? HALLS.short : HALLS.long) {
    stage.say(`${listeners} listeners`)
    const times = await ordersSeen(stage, ground, urls[0] ?? '', listeners)
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
