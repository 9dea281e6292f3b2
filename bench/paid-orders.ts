import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { kopecks } from '#domain/money.ts'
import { runClock } from '#server/jobs/clock.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { barePaidOrder } from './bare-paid-orders.ts'
import { onBothDatabases, versionOf } from './databases.ts'
import { medianOf, secondsOf, sumOf } from './hands.ts'
import type { Seconds } from './hands.ts'
import { instantBank } from './instant-bank.ts'
import { orderFromNewPhone } from './new-phone.ts'
import { SHORT } from './short.ts'
import { bringWatchers } from './watchers.ts'
import type { Watchers } from './watchers.ts'

const HALLS = Number(process.env['HALLS'] ?? 8)
/** Each waits in the queue by itself, so that one order is one song played. */
const SONGS = SHORT ? 2 : 10
const ORDERS = HALLS * SONGS
const AT_ONCE = 16
const ROUNDS = SHORT ? 1 : 3
const WATCHERS = SHORT ? 50 : 2000
const AMOUNT = 20_000
const GRACE_SECONDS = 20
const TARGET = 0.4
const QUIET = { info() {}, error() {} }
const PHASES = ['заказ до страницы банка', 'оплачен → в очереди', 'сыграна → зачислена'] as const

type Phases = readonly [page: Seconds, stand: Seconds, credit: Seconds]
type Hall = { readonly artist: TestArtist; readonly concertId: string }
/** What the payer does at the bank; `page`: the last piece of its page's address. */
type Payer = { pay(page: string): Promise<unknown>; settle(): Promise<unknown> }

async function halls(world: World): Promise<Hall[]> {
  return Promise.all(
    Array.from({ length: HALLS }, async () => {
      const artist = await world.artist({ paid_songs_enabled: true, min_song_rubles: 50 })
      return { artist, concertId: await world.concert(artist, { status: 'NOW' }) }
    }),
  )
}

function songsOf(world: World): Promise<string[]> {
  return Promise.all(Array.from({ length: SONGS }, (_, n) => world.song(`Песня ${n}`, 'Группа')))
}

async function bareRound(world: World, songs: readonly string[]): Promise<Phases> {
  const places = await halls(world)
  const orders = Array.from({ length: ORDERS }, (_, turn) => {
    const { artist, concertId } = places[turn % HALLS] as Hall
    const place = Math.floor(turn / HALLS) + 1
    const songId = songs[place - 1] ?? ''
    return barePaidOrder(world.sql, { artistId: artist.id, concertId, songId, place })
  })
  const page = await secondsOf(ORDERS, AT_ONCE, (turn) => orders[turn]?.page() ?? never())
  const stand = await secondsOf(ORDERS, AT_ONCE, (turn) => orders[turn]?.stand() ?? never())
  const play = await secondsOf(HALLS, HALLS, async (hall) => {
    const queue = orders.filter((_, turn) => turn % HALLS === hall)
    await world.sql.transaction().execute((tx) => queue[0]?.begin(tx) ?? never())
    for (const [at, order] of queue.entries()) await order.play(queue[at + 1])
  })
  const credit = await secondsOf(ORDERS, AT_ONCE, (turn) => orders[turn]?.credit() ?? never())
  return [page, stand, sumOf([play, credit])]
}

async function ourRound(
  world: World,
  payer: Payer,
  songs: readonly string[],
  watchers: Watchers | null = null,
): Promise<Phases> {
  const { payments } = world.app.services
  const places = await halls(world)
  const { artist: watched, concertId: sessionId } = places[0] ?? never()
  await watchers?.turnTo({ artistUsername: watched.username, sessionId })
  const ids: string[] = []
  const pages: string[] = []
  const page = await secondsOf(ORDERS, AT_ONCE, async (turn) => {
    const { artist, concertId } = places[turn % HALLS] as Hall
    const songId = songs[Math.floor(turn / HALLS)]
    const wish = { artist, concertId, songId, amount: AMOUNT }
    const { data } = (await orderFromNewPhone(world, turn, wish)).json()
    ids.push(data.orderId)
    pages.push(data.paymentURL.split('/').at(-1))
  })
  const worker = runClock({ tick: payments.sweep, everyMs: 1000, log: QUIET })
  payments.onWake(worker.wake)
  const paid = await secondsOf(ORDERS, AT_ONCE, (turn) => payer.pay(pages[turn] ?? ''))
  const queued = await secondsOf(1, 1, async () => {
    await worker.stop()
    await payer.settle()
  })
  const play = await secondsOf(HALLS, HALLS, async (hall) => {
    const as = { token: places[hall]?.artist.token ?? '' }
    for (let n = 0; n <= SONGS; n++)
      await world.ok(api.artist.nextSong, { body: { songId: null } }, as)
  })
  world.advance((GRACE_SECONDS + 1) * 1000)
  const credit = await secondsOf(1, 1, () => payer.settle())
  await allReleased(world, ids)
  return [page, sumOf([paid, queued]), sumOf([play, credit])]
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
    publicUrl: 'http://localhost',
    notificationUrl: () => `http://localhost${pathOf(api.payment.notification)}`,
    receipts: null,
    captureGraceSeconds: GRACE_SECONDS,
    payoutFloat: kopecks(0),
  }
}

function atInstantBank(world: World, paid: (page: string) => string): Payer {
  return {
    pay: (page) =>
      world.app.http.inject({
        method: 'POST',
        url: pathOf(api.payment.notification),
        headers: { 'content-type': 'application/json' },
        payload: paid(page),
      }),
    settle: () => world.app.services.payments.sweep(),
  }
}

function atSandboxBank(world: World): Payer {
  return {
    pay: (page) => world.bank.pay(page, { method: 'card', action: 'pay' }),
    settle: () => world.settle(),
  }
}

function middleOf(rounds: readonly Phases[]): Phases {
  const at = (phase: 0 | 1 | 2) => medianOf(rounds.map((round) => round[phase]))
  return [at(0), at(1), at(2)]
}

function rowsOf(
  database: string,
  { bare, ours, watched, sandbox }: Record<'bare' | 'ours' | 'watched' | 'sandbox', Phases>,
): object[] {
  const row = (phase: string, of: (phases: Phases) => Seconds, more: object) => ({
    database,
    phase,
    'bare/s': Math.round(ORDERS / of(bare).wall),
    'ours/s': Math.round(ORDERS / of(ours).wall),
    ratio: Number((of(bare).wall / of(ours).wall).toFixed(2)),
    [`${WATCHERS} listen/s`]: Math.round(ORDERS / of(watched).wall),
    'ratio then': Number((of(bare).wall / of(watched).wall).toFixed(2)),
    ...more,
    'bare CPU, ms': Number(((of(bare).cpu / ORDERS) * 1000).toFixed(1)),
    'our CPU, ms': Number(((of(ours).cpu / ORDERS) * 1000).toFixed(1)),
    'with the sandbox/s': Math.round(ORDERS / of(sandbox).wall),
  })
  return [
    row(PHASES[0], ([page]) => page, {}),
    row(PHASES[1], ([, stand]) => stand, {}),
    row(PHASES[2], ([, , credit]) => credit, {}),
    row('весь путь', sumOf, { target: TARGET }),
  ]
}

/** A row for each phase and one for all of them. */
export async function measure(database: string): Promise<object[]> {
  const { bank, paid } = instantBank()
  const world = await makeWorld({
    money: moneyOf(bank),
    trustProxy: true,
    maxWatchers: WATCHERS * 2,
  })
  const watchers = await bringWatchers(WATCHERS, await world.app.listen(0, '127.0.0.1'))
  const version = await versionOf(world)
  const songs = await songsOf(world)
  const payer = atInstantBank(world, paid)
  // The first of each warms the way up.
  await bareRound(world, songs)
  await ourRound(world, payer, songs)
  const bare: Phases[] = []
  const ours: Phases[] = []
  const watched: Phases[] = []
  for (let n = 0; n < ROUNDS; n++) {
    bare.push(await bareRound(world, songs))
    ours.push(await ourRound(world, payer, songs))
    watched.push(await ourRound(world, payer, songs, watchers))
  }
  watchers.close()
  await world.close()
  const other = await makeWorld()
  const sandbox = await ourRound(other, atSandboxBank(other), await songsOf(other))
  await other.close()
  return rowsOf(`${database}, ${version}`, {
    bare: middleOf(bare),
    ours: middleOf(ours),
    watched: middleOf(watched),
    sandbox,
  })
}

/**
 * Paid orders a second from the order to the artist's earnings, while nobody and while 2 000 listen to
 * one of the halls, against bare transactions of the same
 * writes on the same database. The bank answers at once from memory, so that only our work is measured;
 * what remains with the sandbox bank, which works in the same process and database, stands beside it.
 */
export async function bench(): Promise<void> {
  console.table(await onBothDatabases('paid-orders'))
}
