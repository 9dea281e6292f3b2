import { makeWorld } from '../test/support/world.ts'
import type { World } from '../test/support/world.ts'
import { bareOrder } from './bare-orders.ts'
import { onBothDatabases, versionOf } from './databases.ts'
import { secondsOf } from './seconds-of.ts'
import { startLoadProcess } from './load.ts'
import type { BenchLoad } from './load.ts'
import { orderRequest } from './order-request.ts'
import { percentilesOf } from './percentiles.ts'
import { SHORT } from './short.ts'
import { startWatchers } from './watchers.ts'
import type { Watchers } from './watchers.ts'

const ORDERS = SHORT ? 100 : 600
const ROUNDS = SHORT ? 1 : 3
const AT_ONCE = 16
const SONGS = 40
const WATCHERS = SHORT ? 100 : 2000
const TARGET = 0.6

/** `cpu` is in seconds, of the server's process, which has the embedded database in it. */
type Round = { readonly perSecond: number; readonly cpu: number; readonly ms: readonly number[] }

async function freshConcert(world: World, songs: readonly string[]) {
  const artist = await world.artist()
  return { artist, concertId: await world.concert(artist, { status: 'NOW' }), songs }
}

/** Bare transactions: with several hands they contend for the lock of the concert's row, with one each waits for the previous answer. */
async function bareRound(
  world: World,
  songs: readonly string[],
  concurrency: number,
): Promise<Round> {
  const took = await secondsOf(
    ORDERS,
    concurrency,
    bareOrder(world.sql, await freshConcert(world, songs)).place,
  )
  return { perSecond: ORDERS / took.wall, cpu: took.cpu, ms: [] }
}

type Server = { readonly world: World; readonly port: number; readonly load: BenchLoad }

async function ourRound(
  { world, port, load }: Server,
  songs: readonly string[],
  watchers: Watchers | null,
): Promise<Round> {
  const { artist, concertId } = await freshConcert(world, songs)
  await watchers?.subscribe({ artistUsername: artist.username, sessionId: concertId })
  const requests = Array.from({ length: ORDERS }, (_, turn) =>
    orderRequest({
      artistUsername: artist.username,
      concertId,
      songId: songs[turn % SONGS] ?? '',
    }),
  )
  const began = process.cpuUsage()
  const report = await load.run({ port, requests, atOnce: AT_ONCE })
  const { user, system } = process.cpuUsage(began)
  if (report.statuses['200'] !== ORDERS) throw new Error(JSON.stringify(report.wrong))
  return { perSecond: ORDERS / report.wall, cpu: (user + system) / 1_000_000, ms: report.ms }
}

function middleOf(rounds: readonly Round[]): Round {
  const sorted = rounds.toSorted((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('no round was measured')
  return middle
}

/** Free orders a second on this database: a row without watchers and a row with them. */
export async function measure(database: string): Promise<object[]> {
  const world = await makeWorld({ trustProxy: true, maxWatchers: WATCHERS * 2 })
  const port = await world.app.listen(0, '127.0.0.1')
  const load = await startLoadProcess()
  const watchers = await startWatchers(WATCHERS, port)
  const songs: string[] = []
  for (let n = 0; n < SONGS; n++) songs.push(await world.song(`Песня ${n}`, 'Группа'))
  const server = { world, port, load }
  const idle = await freshConcert(world, songs)
  const turnAway = () =>
    watchers.subscribe({ artistUsername: idle.artist.username, sessionId: idle.concertId })
  const [bare, sequential, alone, watched]: [Round[], Round[], Round[], Round[]] = [[], [], [], []]
  // The first round is a warm-up.
  for (let n = 0; n <= ROUNDS; n++) {
    await turnAway()
    const all = [
      [bare, await bareRound(world, songs, AT_ONCE)],
      [sequential, await bareRound(world, songs, 1)],
      [alone, await ourRound(server, songs, null)],
      [watched, await ourRound(server, songs, watchers)],
    ] as const
    if (n > 0 || SHORT) for (const [rounds, round] of all) rounds.push(round)
  }
  const { frames, bytes } = await watchers.traffic()
  const version = await versionOf(world)
  watchers.close()
  load.close()
  await world.close()
  const best = Math.max(middleOf(bare).perSecond, middleOf(sequential).perSecond)
  const row = (listening: number, { perSecond, cpu, ms }: Round) => ({
    database: `${database}, ${version}`,
    listening,
    'bare tx/s': Math.round(middleOf(bare).perSecond),
    'bare, 1 hand': Math.round(middleOf(sequential).perSecond),
    'orders/s': Math.round(perSecond),
    ratio: Number((perSecond / best).toFixed(2)),
    target: TARGET,
    'p50, ms': percentilesOf(ms).p50,
    'p99, ms': percentilesOf(ms).p99,
    'CPU an order, ms': Number(((cpu / ORDERS) * 1000).toFixed(2)),
  })
  const traffic = { 'KB a frame': Number((bytes / Math.max(1, frames) / 1024).toFixed(1)) }
  return [row(0, middleOf(alone)), { ...row(WATCHERS, middleOf(watched)), ...traffic }]
}

/**
 * Free orders a second through the whole server over HTTP, from sixteen phones at once, without and with watchers of
 * the same concert, against bare transactions of the same writes on the same database through the same pool. The ratio
 * is to the better of the two bare ways.
 */
export async function bench(): Promise<void> {
  console.table(await onBothDatabases('orders'))
}
