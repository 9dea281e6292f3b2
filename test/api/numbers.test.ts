import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { AddressInfo } from 'node:net'
import { sql as raw } from 'kysely'
import { WebSocket } from 'ws'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { LIVE_PATH, pathOf } from '#contract/path.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { makeTapTimeBuffer } from '#server/modules/numbers/tap-time-buffer.ts'
import { eventually } from '#test/support/eventually.ts'
import { advanceAndSettle, paidConcert } from '#test/support/paid-concert.ts'
import { secondProcess } from '#test/support/product/second-process.ts'
import { orderOf } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

type Process = Pick<Awaited<ReturnType<typeof secondProcess>>, 'app'>
type Evening = { artist: TestArtist; concertId: string }

/** Reads the numbers once the cached ones have expired. */
async function numbers({ app }: Process = world) {
  world.advance(11 * SECOND_MS)
  const answer = await app.http.inject({ url: pathOf(api.page.numbers) })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<{ data: AnswerOf<typeof api.page.numbers> }>().data
}

/** A pad or a listener that watches a concert on this process; `pad` is sent in its registration. */
async function watching(
  t: TestContext,
  { app }: Process,
  evening: Evening,
  pad: boolean | string = evening.artist.token,
) {
  const { server } = app.http
  if (!server.listening) await app.listen(0, '127.0.0.1')
  const { port } = server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`)
  t.after(() => socket.terminate())
  await once(socket, 'open')
  const { artist, concertId } = evening
  socket.send(JSON.stringify({ artistUsername: artist.username, sessionId: concertId, pad }))
  await once(socket, 'message')
}

let phones = 0

/** An order made in this process; from a network of its own where `address` names none. */
async function ordered(evening: Evening, song: string, { app }: Process = world, address?: string) {
  phones += 1
  const answer = await app.http.inject({
    method: 'POST',
    url: pathOf(api.songs.orderSong),
    remoteAddress: address ?? `10.77.${phones >> 8}.${phones & 255}`,
    // What a telephone claims to have waited counts for nothing.
    headers: { 'x-waited-ms': '1790000' },
    payload: orderOf(evening, song).body,
  })
  assert.equal(answer.statusCode, 200, answer.body)
}

describe('the time from an order to the pad', () => {
  test('is added up over processes, is still true after a restart, and is what the server alone saw', async (t) => {
    const artist = await world.artist()
    const concertId = await world.concert(artist, {
      status: 'NOW',
      startsIn: -10,
      startedAt: world.now(),
    })
    const evening = { artist, concertId }
    const song = await world.song('Наперегонки', 'Кино')

    const first = await secondProcess(world)
    t.after(() => first.app.http.server.listening && first.close())
    const { tapTimes: measured } = first.app.ctx
    // The process with the pad tells the one with the orders what has arrived.
    await watching(t, world, evening)
    for (let times = 0; times < 60; times += 1) await ordered(evening, song, first)
    await eventually(async () => {
      await measured.flush()
      return (await numbers()).taps.count
    }, 60)
    const { taps } = await numbers()
    assert.deepEqual([taps.concerts, taps.p50Ms, taps.p99Ms], [1, null, null])

    for (let times = 0; times < 40; times += 1) await ordered(evening, song, first)
    // Measurements not stored yet are stored when the process closes.
    await eventually(async () => measured.waiting() + (await numbers()).taps.count, 100)
    await first.close()

    const second = await secondProcess(world)
    t.after(() => second.close())
    assert.equal((await numbers(second)).taps.count, 100)
    const claimed = await world.sql
      .selectFrom('concertTapTimes')
      .select('count')
      .where('upToMs', '=', 1_800_000)
      .execute()
    assert.deepEqual(claimed, [])
  })

  test('and its concert count only where songs were ordered from several networks', async (t) => {
    const artist = await world.artist()
    const started = { status: 'NOW', startedAt: world.now() } as const
    const evening = { artist, concertId: await world.concert(artist, started) }
    const song = await world.song('В одиночку', 'Кино')
    await watching(t, world, evening)
    const earlier = await numbers()
    const { tapTimes: measured } = world.app.ctx
    const told = async () => {
      await measured.flush()
      const { concerts, taps } = await numbers()
      return [concerts.running - earlier.concerts.running, taps.count - earlier.taps.count]
    }
    for (const address of ['10.78.0.1', '10.78.0.1', '10.78.0.2'])
      await ordered(evening, song, world, address)
    await eventually(async () => (measured.waiting() === 0 ? 0 : measured.flush().then(() => 0)), 0)
    assert.deepEqual(await told(), [0, 0])
    await ordered(evening, song, world, '10.78.0.3')
    await eventually(async () => (await told()).join(), '1,4')
  })

  test('is not measured where nobody watches but listeners and who only says that he is a pad', async (t) => {
    const artist = await world.artist()
    const started = { status: 'NOW', startedAt: world.now() } as const
    const evening = { artist, concertId: await world.concert(artist, started) }
    const song = await world.song('Тишина', 'Сплин')
    const other = await secondProcess(world)
    t.after(() => other.close())
    const { token } = await world.artist()
    for (const pad of [false, true, token, 'second.pad', '']) await watching(t, other, evening, pad)
    const earlier = (await numbers()).taps.count
    await ordered(evening, song)
    await world.app.ctx.tapTimes.flush()
    assert.equal((await numbers()).taps.count, earlier)
  })

  test('is counted once though two processes have pads of the concert, the second pad of a helper too', async (t) => {
    const artist = await world.artist()
    const started = { status: 'NOW', startedAt: world.now() } as const
    const evening = { artist, concertId: await world.concert(artist, started) }
    const song = await world.song('Эхо', 'Сплин')
    const { link } = await world.ok(
      api.artist.addSecondPad,
      { body: { sessionId: evening.concertId, name: 'Звук' } },
      artist,
    )
    const [one, other] = [await secondProcess(world), await secondProcess(world)]
    for (const process of [one, other]) t.after(() => process.close())
    await watching(t, one, evening)
    await watching(t, other, evening, new URL(link).hash.slice(1))
    assert.equal(other.app.ctx.live.watchersEverywhere(evening.concertId), 0)
    const { tapTimes: measured } = world.app.ctx
    const earlier = (await numbers()).taps.count
    for (let times = 0; times < 8; times += 1) await ordered(evening, song)
    const counted = async () => {
      await measured.flush()
      return (await numbers()).taps.count - earlier
    }
    await eventually(counted, 8)
    // Both pads have answered by the time of one more.
    await ordered(evening, song)
    await eventually(counted, 9)
  })

  test('is kept while the database is away, and nothing else is hurt by that', async () => {
    let away = true
    const sql = new Proxy(world.sql, {
      get(target, name) {
        if (away) throw new Error('the database is away')
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const warned: string[] = []
    const log = { warn: (_: object, sentence: string) => void warned.push(sentence) }
    const alone = makeTapTimeBuffer({ sql, log })
    const { count } = (await numbers()).taps
    const concertId = await world.concert(await world.artist(), { startsIn: -10 })
    alone.add(concertId, 80)
    for (const network of ['a', 'b', 'c']) alone.heard(concertId, network)
    await alone.flush()
    await alone.flush()
    assert.equal(warned.length, 1)
    away = false
    alone.add(concertId, 80)
    alone.add(randomUUID(), 80)
    await alone.flush()
    assert.equal((await numbers()).taps.count, count + 2)
  })
})

/** The time from the debt to a listener to its end, by the ledger. */
async function halfOfReturns({ id }: TestArtist): Promise<number> {
  const { rows } = await raw<{ ms: number }>`
    select extract(epoch from back.at - due.at)::float8 * 1000 as ms
    from ledger_transactions back join ledger_transactions due on due.payment_id = back.payment_id
      join payments p on p.id = back.payment_id
    where p.artist_id = ${id}::uuid and back.cause = 'refunded' and due.cause = 'return_due'
    order by 1`.execute(world.sql)
  const half = rows[Math.ceil(rows.length / 2) - 1]?.ms ?? 0
  assert.ok(half > 0)
  return half
}

describe('the open numbers', () => {
  test('count concerts and orders of today and of a month, and what went back', async () => {
    const earlier = await numbers()
    const show = await paidConcert(world)
    for (const network of ['a', 'b', 'c']) world.app.ctx.tapTimes.heard(show.sessionId, network)
    await world.app.ctx.tapTimes.flush()
    const [kept, skipped] = [await show.paid('card', 10_000), await show.paid('sbp', 25_050)]
    await show.played(kept.song)
    await show.skip(skipped.song)
    for (let minute = 0; minute < 5; minute += 1) await advanceAndSettle(world, MINUTE_MS)
    await world.concert(show.artist, { startsIn: 30 })
    const now = await numbers()
    assert.equal(now.concerts.running, earlier.concerts.running + 1)
    assert.equal(now.concerts.today, earlier.concerts.today + 1)
    assert.equal(now.orders.today, earlier.orders.today + 2)
    assert.equal(now.refunds.count, earlier.refunds.count + 1)
    assert.equal(now.refunds.amount, earlier.refunds.amount + 25_050)
    assert.equal(now.refunds.p50Ms, null)

    world.advance(31 * 24 * 60 * MINUTE_MS)
    const later = await numbers()
    assert.deepEqual(later.refunds, { count: 0, amount: 0, p50Ms: null, p99Ms: null })
    assert.equal(later.orders.month, later.orders.today)
    assert.equal(later.taps.count, 0)
  })

  test('tell how fast money goes back once enough of it did', async () => {
    const show = await paidConcert(world)
    const song = await show.newSong()
    for (let times = 0; times < 20; times += 1) await show.paid('sbp', 10_000, song)
    await show.skip(song)
    for (let step = 0; step < 20; step += 1) await advanceAndSettle(world, 7 * SECOND_MS)
    const { refunds } = await numbers()
    assert.deepEqual([refunds.count, refunds.amount], [20, 200_000])
    assert.deepEqual([refunds.p50Ms, refunds.p99Ms], [await halfOfReturns(show.artist), null])
  })
})
