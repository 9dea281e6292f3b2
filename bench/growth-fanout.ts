import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import type { Sql } from '../server/platform/db/open.ts'
import { writeMessage, writePayloads } from '../server/platform/live/networked-bus.ts'
import { gather, serve } from './fanout-subject.ts'
import type { GrowthConcert } from './growth-world.ts'

/** The channel on which the product's processes notify each other. */
const CHANNEL = 'bis'
const BETWEEN_MS = 150

type Gathered = Awaited<ReturnType<typeof gather>>

/** Listeners, spread evenly over the concerts of a running product. */
export function watch(port: number, listeners: number, runningConcerts: readonly GrowthConcert[]) {
  return gather({
    way: 'ours',
    port,
    listeners,
    concerts: runningConcerts.length,
    deflate: true,
    runningConcerts: runningConcerts.map(({ username, concertId }) => ({
      artistUsername: username,
      sessionId: concertId,
    })),
  })
}

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function lastOf(
  gathered: Gathered,
  turns: number,
  broadcast: (turn: number) => Promise<bigint>,
): Promise<number> {
  const took: number[] = []
  for (let turn = 1; turn <= turns; turn++) {
    const { seen } = await gathered.expect()
    const began = await broadcast(turn)
    const { at } = await seen
    took.push(Number(at - began) / 1e6)
    await sleep(BETWEEN_MS)
  }
  return middle(took)
}

/**
 * Adds an order to every concert at once as another process of the product would, and notifies; returns the ms until
 * the last listener has received it. Only PostgreSQL allows other processes.
 */
export function lastScreenMs(
  sql: Sql,
  runningConcerts: readonly GrowthConcert[],
  gathered: Gathered,
  turns: number,
): Promise<number> {
  const messages = runningConcerts.map(({ concertId }) =>
    writeMessage({ topic: 'concert', body: concertId }),
  )
  return lastOf(gathered, turns, async () => {
    const payloads = writePayloads(randomUUID(), messages, false)
    const entries = runningConcerts.map(({ entryIds }) => entryIds[0] ?? '')
    const concerts = runningConcerts.map(({ concertId }) => concertId)
    await sql.transaction().execute(async (tx) => {
      await raw`insert into orders (id, concert_id, entry_id, device_id, kind, created_at)
        select gen_random_uuid(), c, e, gen_random_uuid(), 'free', now()
        from unnest(${concerts}::uuid[], ${entries}::uuid[]) as o(c, e)`.execute(tx)
      await raw`update concerts set revision = revision + 1
        where id = any(${concerts}::uuid[])`.execute(tx)
      await raw`select pg_notify(${CHANNEL}, said) from unnest(${payloads}::text[]) as said`.execute(
        tx,
      )
    })
    return process.hrtime.bigint()
  })
}

/** The same with the same number of listeners of a bare `ws` server, which has neither concerts nor data. */
export async function bareScreenMs(listeners: number, turns: number): Promise<number> {
  const subject = await serve('ws', 1)
  const listenerProcess = await gather({
    way: 'ws',
    port: subject.port,
    listeners,
    concerts: 1,
    deflate: false,
  })
  try {
    return await lastOf(listenerProcess, turns, (turn) => subject.broadcast(turn))
  } finally {
    listenerProcess.end()
    subject.end()
  }
}
