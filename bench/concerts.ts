import { showConcerts } from '../server/modules/concerts/concert-views.service.ts'
import { pathOf } from '../contract/path.ts'
import { makeWorld } from '../test/support/world.ts'
import type { World } from '../test/support/world.ts'
import { questionsOf } from './concert-questions.ts'
import type { ConcertQuestion } from './concert-questions.ts'
import { concertNumber, fillConcertWorld } from './concert-world.ts'
import type { WorldSize } from './concert-world.ts'
import { simplyTaken } from './concerts-simply.ts'
import { onBothDatabases, versionOf } from './databases.ts'

const SIZES: Record<string, WorldSize> = {
  postgres: {
    artists: 100_000,
    songs: 200_000,
    lines: 20_000_000,
    concerts: 1_000_000,
    ahead: 100_000,
  },
  embedded: { artists: 5000, songs: 10_000, lines: 200_000, concerts: 20_000, ahead: 2000 },
}
/** A fraction of the full size, for a trial: CONCERTS_SHARE=0.1. */
const SHARE = Number(process.env['CONCERTS_SHARE'] ?? 1)
const TURNS = Number(process.env['CONCERTS_TURNS'] ?? 200)
const WARM_UP = 10
const TARGET_MS = 50

type Times = { readonly p50: number; readonly p95: number; readonly p99: number }

async function timesOf(work: (turn: number) => Promise<unknown>): Promise<Times> {
  const taken: number[] = []
  for (let turn = -WARM_UP; turn < TURNS; turn++) {
    const began = performance.now()
    await work(turn + WARM_UP)
    if (turn >= 0) taken.push(performance.now() - began)
  }
  const sorted = taken.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Number((sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(1))
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** A call through the whole server; each from its own address, so that no rate limit is measured. */
async function ask(world: World, question: ConcertQuestion, turn: number, more: object = {}) {
  const answer = await world.app.http.inject({
    method: 'POST',
    url: pathOf(question.endpoint),
    remoteAddress: `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`,
    payload: { ...question.body(turn), ...more },
  })
  if (answer.statusCode !== 200) throw new Error(`${question.kind}: ${answer.body}`)
  return answer
}

async function askedFor(world: World, question: ConcertQuestion) {
  const cursors = new Map<number, string>()
  let found = 0
  if (question.secondPage)
    for (let turn = 0; turn < TURNS + WARM_UP; turn++) {
      const last = (await ask(world, question, turn)).json().data.at(-1)
      if (last !== undefined) cursors.set(turn, last.id)
    }
  const times = await timesOf(async (turn) => {
    const cursor = cursors.get(turn)
    const answer = await ask(world, question, turn, cursor === undefined ? {} : { cursor })
    found += answer.payload.length
  })
  return { ...times, KB: Math.round(found / (TURNS + WARM_UP) / 1024) }
}

/** Measures every kind of request beside the least that forty concerts cost (reading them by ready ids), and beside the naive SQL statement. */
async function measureConcerts(world: World, size: WorldSize): Promise<object[]> {
  const floor = await timesOf(async (turn) => {
    const first = size.concerts - size.ahead + ((turn * 7919) % (size.ahead - 60))
    const ids = Array.from({ length: 40 }, (_, nth) => concertNumber(first + 1 + nth))
    JSON.stringify(await showConcerts(world.app.ctx, ids))
  })
  const rows: object[] = [{ kind: 'floor: 40 ready ids', ...floor }]
  for (const question of questionsOf(size, world.now()))
    rows.push({
      kind: question.kind,
      ...(await askedFor(world, question)),
      target: TARGET_MS,
      simply: question.secondPage ? null : await simplyTaken(world.sql, world.now(), question.body),
    })
  return rows
}

const sized = (size: WorldSize): WorldSize =>
  Object.fromEntries(
    Object.entries(size).map(([name, many]) => [name, Math.round(many * SHARE)]),
  ) as WorldSize

export async function measure(database: string): Promise<object[]> {
  const size = sized(SIZES[database] ?? Object.values(SIZES)[0]!)
  const world = await makeWorld()
  try {
    const began = performance.now()
    await fillConcertWorld(world.sql, size, world.now())
    const loaded = Math.round((performance.now() - began) / 1000)
    const made = `${size.concerts} concerts made in ${loaded} s`
    const name = `${database}, ${await versionOf(world)}: ${made}`
    return [{ database: name, rows: await measureConcerts(world, size) }]
  } finally {
    await world.close()
  }
}

/** Latency of a search of concerts: percentiles of the whole call in milliseconds, one at a time. */
export async function bench(): Promise<void> {
  for (const one of (await onBothDatabases('concerts')) as { database: string; rows: object[] }[]) {
    console.log(one.database)
    console.table(one.rows)
  }
}
