import { runDueMoney } from '../server/modules/payment-worker/due-money.service.ts'
import { api } from '../contract/index.ts'
import { pathOf } from '../contract/path.ts'
import { kopecks } from '../domain/money.ts'
import { runClock } from '../server/platform/jobs/clock.ts'
import { makeWorld } from '../test/support/world.ts'
import type { TestArtist, World } from '../test/support/world.ts'
import { barePaidOrder } from './bare-paid-orders.ts'
import { onBothDatabases, versionOf } from './databases.ts'
import { medianOf, secondsOf, sumOf } from './seconds-of.ts'
import type { Seconds } from './seconds-of.ts'
import { instantBank } from './instant-bank.ts'
import { startLoadProcess } from './load.ts'
import type { BenchLoad, LoadReport } from './load.ts'
import { orderRequest } from './order-request.ts'
import { requestText } from './raw-http.ts'
import { SHORT } from './short.ts'
import { startWatchers } from './watchers.ts'
import type { Watchers } from './watchers.ts'

const CONCERTS = Number(process.env['HALLS'] ?? 8)
/** Each song is a queue entry of its own, so that one order is one played song. */
const SONGS = SHORT ? 2 : 10
const ORDERS = CONCERTS * SONGS
const AT_ONCE = 16
const ROUNDS = SHORT ? 0 : 5
const WATCHERS = SHORT ? 50 : 2000
const AMOUNT = 20_000
const GRACE_SECONDS = 20
const TARGET = 0.4
const QUIET = { info() {}, error() {} }
const PHASES = ['заказ до страницы банка', 'оплачен → в очереди', 'сыграна → зачислена'] as const

type Phases = readonly [page: Seconds, enqueue: Seconds, credit: Seconds]
type ConcertRef = { readonly artist: TestArtist; readonly concertId: string }
/** The payers' actions at the bank; `pages`: the last path segment of each page's address. */
type Payers = { pay(pages: readonly string[]): Promise<unknown>; settle(): Promise<unknown> }
type Ordered = { readonly orderId: string; readonly paymentURL: string }
type Server = { readonly world: World; readonly port: number; readonly load: BenchLoad }

async function createConcerts(world: World): Promise<ConcertRef[]> {
  return Promise.all(
    Array.from({ length: CONCERTS }, async () => {
      const artist = await world.artist({ paidSongsEnabled: true, minSongRubles: 50 })
      return { artist, concertId: await world.concert(artist, { status: 'NOW' }) }
    }),
  )
}

function songsOf(world: World): Promise<string[]> {
  return Promise.all(Array.from({ length: SONGS }, (_, n) => world.song(`Песня ${n}`, 'Группа')))
}

async function bareRound(world: World, songs: readonly string[]): Promise<Phases> {
  const places = await createConcerts(world)
  const orders = Array.from({ length: ORDERS }, (_, turn) => {
    const { artist, concertId } = places[turn % CONCERTS] as ConcertRef
    const place = Math.floor(turn / CONCERTS) + 1
    const songId = songs[place - 1] ?? ''
    return barePaidOrder(world.sql, { artistId: artist.id, concertId, songId, place })
  })
  const page = await secondsOf(ORDERS, AT_ONCE, (turn) => orders[turn]?.page() ?? never())
  const enqueue = await secondsOf(ORDERS, AT_ONCE, (turn) => orders[turn]?.enqueue() ?? never())
  const play = await secondsOf(CONCERTS, CONCERTS, async (concertIndex) => {
    const queue = orders.filter((_, turn) => turn % CONCERTS === concertIndex)
    await world.sql.transaction().execute((tx) => queue[0]?.begin(tx) ?? never())
    for (const [at, order] of queue.entries()) await order.play(queue[at + 1])
  })
  const credit = await secondsOf(ORDERS, AT_ONCE, (turn) => orders[turn]?.credit() ?? never())
  return [page, enqueue, sumOf([play, credit])]
}

/** Sends requests over HTTP from another process, which sends the bank's notifications too. */
async function asked(
  { port, load }: Server,
  requests: readonly string[],
  atOnce = AT_ONCE,
): Promise<LoadReport> {
  const report = await load.run({ port, requests, atOnce, keepBodies: true })
  if (report.statuses['200'] !== requests.length) throw new Error(JSON.stringify(report.wrong))
  return report
}

async function ourRound(
  server: Server,
  payers: Payers,
  songs: readonly string[],
  watchers: Watchers | null = null,
): Promise<Phases> {
  const { world } = server
  const { ctx } = world.app
  const places = await createConcerts(world)
  const { artist: watched, concertId: sessionId } = places[0] ?? never()
  await watchers?.subscribe({ artistUsername: watched.username, sessionId })
  const orders = Array.from({ length: ORDERS }, (_, turn) => {
    const { artist, concertId } = places[turn % CONCERTS] ?? never()
    const songId = songs[Math.floor(turn / CONCERTS)] ?? ''
    return orderRequest({ artistUsername: artist.username, concertId, songId, amount: AMOUNT })
  })
  let answers: readonly Ordered[] = []
  const page = await secondsOf(1, 1, async () => {
    answers = (await asked(server, orders)).bodies.map((body) => JSON.parse(body).data)
  })
  const worker = runClock({
    tick: (stopping) => runDueMoney(ctx, stopping),
    everyMs: 1000,
    log: QUIET,
    wakes: ctx.wakes.money,
  })
  const enqueue = await secondsOf(1, 1, async () => {
    await payers.pay(answers.map(({ paymentURL }) => paymentURL.split('/').at(-1) ?? never()))
    await worker.stop()
    await payers.settle()
  })
  const presses = Array.from({ length: CONCERTS * (SONGS + 1) }, (_, turn) =>
    requestText({
      method: 'POST',
      path: pathOf(api.artist.nextSong),
      headers: { authorization: `Bearer ${places[turn % CONCERTS]?.artist.token}` },
      body: { songId: null },
    }),
  )
  const play = await secondsOf(1, 1, () => asked(server, presses, CONCERTS))
  world.advance((GRACE_SECONDS + 1) * 1000)
  const credit = await secondsOf(1, 1, () => payers.settle())
  await allReleased(
    world,
    answers.map(({ orderId }) => orderId),
  )
  return [page, enqueue, sumOf([play, credit])]
}

async function allReleased(world: World, ids: readonly string[]): Promise<void> {
  const rows = await world.sql
    .selectFrom('payments')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'released')
    .execute()
  if (rows.length !== ORDERS)
    throw new Error(`${rows.length} of ${ORDERS} orders came to their end`)
}

function never(): never {
  throw new Error('there is no such order')
}

function moneyOf(bank: ReturnType<typeof instantBank>['bank']) {
  return {
    bank,
    notificationUrl: () => `http://localhost${pathOf(api.payment.notification)}`,
    receipts: null,
    captureGraceSeconds: GRACE_SECONDS,
    payoutFloat: kopecks(0),
  }
}

function atInstantBank(server: Server, paid: (page: string) => string): Payers {
  return {
    pay: (pages) =>
      asked(
        server,
        pages.map((page) =>
          requestText({
            method: 'POST',
            path: pathOf(api.payment.notification),
            body: JSON.parse(paid(page)),
          }),
        ),
      ),
    settle: () => runDueMoney(server.world.app.ctx),
  }
}

function atSandboxBank(world: World): Payers {
  return {
    pay: (pages) =>
      secondsOf(pages.length, AT_ONCE, (turn) =>
        world.bank.pay(pages[turn] ?? never(), { method: 'card', action: 'pay' }),
      ),
    settle: () => world.settle(),
  }
}

function middleOf(rounds: readonly Phases[]): Phases {
  const at = (phase: 0 | 1 | 2) => medianOf(rounds.map((round) => round[phase]))
  return [at(0), at(1), at(2)]
}

type Rounds = Record<'bare' | 'ours' | 'watched', Phases> & { readonly sandbox: Phases | null }

function rowsOf(database: string, { bare, ours, watched, sandbox }: Rounds): object[] {
  const perSecond = ({ wall }: Seconds) => Math.round(ORDERS / wall)
  const cpuMs = ({ cpu }: Seconds) => Number(((cpu / ORDERS) * 1000).toFixed(1))
  const ratio = (to: Seconds, one: Seconds) => Number((to.wall / one.wall).toFixed(2))
  const row = (phase: string, of: (phases: Phases) => Seconds, more: object) => ({
    database,
    phase,
    'bare/s': perSecond(of(bare)),
    'ours/s': perSecond(of(ours)),
    ratio: ratio(of(bare), of(ours)),
    [`${WATCHERS} listen/s`]: perSecond(of(watched)),
    'ratio then': ratio(of(bare), of(watched)),
    ...more,
    'bare CPU, ms': cpuMs(of(bare)),
    'our CPU, ms': cpuMs(of(ours)),
    'CPU then, ms': cpuMs(of(watched)),
    ...(sandbox && { 'with the sandbox/s': perSecond(of(sandbox)) }),
  })
  return [
    row(PHASES[0], ([page]) => page, {}),
    row(PHASES[1], ([, enqueue]) => enqueue, {}),
    row(PHASES[2], ([, , credit]) => credit, {}),
    row('весь путь', sumOf, { target: TARGET }),
  ]
}

async function serverOf(world: World, load: BenchLoad): Promise<Server> {
  return { world, port: await world.app.listen(0, '127.0.0.1'), load }
}

async function withSandbox(load: BenchLoad): Promise<Phases> {
  const world = await makeWorld({ trustProxy: true })
  const server = await serverOf(world, load)
  const took = await ourRound(server, atSandboxBank(world), await songsOf(world))
  await world.close()
  return took
}

/** A row for each phase and one for all of them. */
export async function measure(database: string): Promise<object[]> {
  const { bank, paid } = instantBank()
  const money = moneyOf(bank)
  const world = await makeWorld({ money, trustProxy: true, maxWatchers: WATCHERS * 2 })
  const load = await startLoadProcess()
  const server = await serverOf(world, load)
  const idle = (await createConcerts(world))[0] ?? never()
  const watchers = await startWatchers(WATCHERS, server.port)
  const turnAway = () =>
    watchers.subscribe({ artistUsername: idle.artist.username, sessionId: idle.concertId })
  const version = await versionOf(world)
  const songs = await songsOf(world)
  const payers = atInstantBank(server, paid)
  const [bare, ours, watched]: [Phases[], Phases[], Phases[]] = [[], [], []]
  // The first round is a warm-up.
  for (let n = 0; n <= ROUNDS; n++) {
    await turnAway()
    const all = [
      [bare, await bareRound(world, songs)],
      [ours, await ourRound(server, payers, songs)],
      [watched, await ourRound(server, payers, songs, watchers)],
    ] as const
    if (n > 0 || SHORT) for (const [rounds, round] of all) rounds.push(round)
  }
  watchers.close()
  await world.close()
  const sandbox = SHORT ? null : await withSandbox(load)
  load.close()
  return rowsOf(`${database}, ${version}`, {
    bare: middleOf(bare),
    ours: middleOf(ours),
    watched: middleOf(watched),
    sandbox,
  })
}

/**
 * Paid orders a second from the order to the artist's earnings, over HTTP from another process, without watchers and
 * with 2 000 of one of the concerts, against bare transactions of the same writes on the same database. The bank
 * answers at once from memory, so that only our work is measured; the rate with the sandbox bank, which works in the
 * same process, stands beside it.
 */
export async function bench(): Promise<void> {
  console.table(await onBothDatabases('paid-orders'))
}
