import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import type { Period } from '#domain/concerts/evenings.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { auditOf } from '#test/support/database/ledger.ts'
import { advanceAndSettle, pageOf, tipped } from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const evenings = (artist: TestArtist, period: Period = 'all') =>
  world.ok(api.session.evenings, { query: { period } }, artist)

const SUMS = ['gross', 'commission', 'net'] as const

/** Adds up each sum over the rows. */
const together = (rows: readonly Record<(typeof SUMS)[number], number>[]) =>
  SUMS.map((name) => rows.reduce((sum, row) => sum + row[name], 0))

async function paidArtist(): Promise<TestArtist> {
  const artist = await world.artist({ paidSongsEnabled: true, minSongRubles: 10 })
  const expiresAt = new Date('2030-01-01T00:00:00Z')
  await world.sql
    .updateTable('loginTokens')
    .set({ expiresAt })
    .where('artistId', '=', artist.id)
    .execute()
  return artist
}

/** Pays for a song, processes the result, and returns the payment's id. */
async function paid(artist: TestArtist, concertId: string, song: string, amount: number) {
  const { data } = await world.listener().order(artist, concertId, song, undefined, amount)
  const method = amount % 2 === 0 ? 'card' : 'sbp'
  await world.bank.pay(pageOf(data.paymentURL), { method, action: 'pay' })
  await world.settle()
  return data.orderId
}

async function played(artist: TestArtist, sessionId: string, songId: string) {
  await world.ok(api.artist.nextSong, { body: { songId } }, artist)
  await world.ok(api.payment.confirm, { body: { sessionId, songId } }, artist)
  await advanceAndSettle(world, MINUTE_MS)
}

const end = (artist: TestArtist, sessionId: string) =>
  world.ok(api.artist.updateSessionStatus, { body: { sessionId, sessionStatus: 'PLAYED' } }, artist)

const VENUES = [
  { city: 'Казань', placeName: 'Подвал' },
  { city: 'Казань', placeName: 'Крыша' },
  { city: 'Владивосток', placeName: 'Подвал', timeZone: 'Asia/Vladivostok' },
]

/** Thirteen months, an evening each: songs played, skipped and refunded, tips in and between the evenings. */
async function year() {
  const artist = await paidArtist()
  const [hit, wish] = [await world.song('Хит', 'Кино'), await world.song('Мечта', 'Сплин')]
  const concerts: string[] = []
  for (let month = 0; month < 13; month += 1) {
    const at = new Date(Date.UTC(2025, 10 + month, 14, 17 + (month % 4), 30))
    world.setNow(at)
    const venue = VENUES[month % VENUES.length]
    const id = await world.concert(artist, { status: 'NOW', startsIn: -10, ...venue })
    concerts.push(id)
    const gone = await paid(artist, id, hit, 10_033 + month * 100)
    await played(artist, id, hit)
    await paid(artist, id, hit, 25_050 + month)
    await played(artist, id, hit)
    await paid(artist, id, wish, 30_001)
    await tipped(world, artist.username, 7_777 + month * 10)
    await end(artist, id)
    await advanceAndSettle(world, MINUTE_MS)
    if (month === 3) await world.ok(api.payment.refund, { body: { paymentId: gone } }, artist)
    if (month === 5) {
      await advanceAndSettle(world, 60 * MINUTE_MS)
      await tipped(world, artist.username, 100_000)
    }
    await world.settle()
  }
  return { artist, concerts }
}

/** What the ledger credited to an artist, less what it took back for his refunds, by month. */
async function creditsByMonth({ id }: TestArtist) {
  const { rows } = await raw<{ month: string; net: number }>`
    select to_char(t.at at time zone 'UTC', 'YYYY-MM') as month, (-sum(l.amount))::bigint as net
    from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
    where l.account = ${`artist_payable:${id}`} and t.cause in ('released', 'tip', 'credit_returned')
    group by 1 order by 1`.execute(world.sql)
  return rows.map(({ month, net }) => [month, net])
}

describe('all evenings together', () => {
  test('come to what the ledger has, kopeck for kopeck, in every grouping', async () => {
    const { artist, concerts } = await year()
    const all = await evenings(artist)
    assert.deepEqual(
      all.months.map(({ month, net }) => [month, net]),
      await creditsByMonth(artist),
    )
    const { available } = await world.ok(api.payment.balance, {}, artist)
    assert.equal(all.total.net, available)
    const whole = together([all.total])
    for (const rows of [all.months, all.towns, all.venues, all.hours])
      assert.deepEqual(together(rows), whole)
    assert.deepEqual(await auditOf(world), [])

    const reports = await Promise.all(
      concerts.map((sessionId) => world.ok(api.session.report, { query: { sessionId } }, artist)),
    )
    const sum = (of: (report: (typeof reports)[number]) => number) =>
      reports.reduce((so, report) => so + of(report), 0)
    const outside = all.towns.find(({ place }) => place === 'outside')
    assert.deepEqual([outside?.gross, outside?.net], [100_000, 95_000])
    assert.equal(sum(({ money, tips }) => money.net + tips.net) + 95_000, all.total.net)
    assert.equal(
      sum(({ money }) => money.givenBack),
      all.total.givenBack,
    )
    assert.equal(
      sum(({ orders }) => orders),
      all.total.orders,
    )
    assert.equal(
      sum(({ playedSongs }) => playedSongs),
      all.total.played,
    )
    assert.equal(all.total.givenBack, 13 * 30_001 + 10_033 + 300)

    const { months, total, earlier } = await evenings(artist, 'year')
    assert.deepEqual([all.earlier, earlier], [false, true])
    assert.equal(months.length, 12)
    assert.equal(total.concerts, 12)
    assert.deepEqual(together(months), together(all.months.slice(1)))

    assert.deepEqual(
      all.evenings.map(({ sessionId, net, orders, played: songs }) => [
        sessionId,
        net,
        orders,
        songs,
      ]),
      reports
        .map((report, place) => [
          concerts[place],
          report.money.net + report.tips.net,
          report.orders,
          report.playedSongs,
        ])
        .toReversed(),
      'each evening is what its own report says',
    )
    const earnings = await world.ok(api.payment.earnings, {}, artist)
    assert.deepEqual(
      earnings.map(({ sessionId, net, tips }) => [sessionId, net + tips]),
      all.evenings.map(({ sessionId, net }) => [sessionId, net]),
      'and what the balance says of its concert',
    )
    const rows = await csvOf(artist)
    const cells = rows.slice(1).map((row) => Math.round(Number(row[10]?.replace(',', '.')) * 100))
    assert.equal(
      cells.reduce((so, cell) => so + cell, 0),
      all.total.net,
      'with what came outside of the evenings in a row of its own',
    )
  })

  test('stand where they were played, also one that began days before its time', async () => {
    const artist = await paidArtist()
    world.setNow(new Date('2026-11-30T14:00:00Z'))
    const fiveDays = 5 * 24 * 60
    const early = await world.concert(artist, { status: 'NOW', startsIn: fiveDays })
    await end(artist, early)
    world.setNow(new Date('2026-11-30T18:00:00Z'))
    const tonight = await world.concert(artist, { status: 'NOW', startsIn: 0 })
    await end(artist, tonight)
    const { evenings: told, months } = await evenings(artist)
    assert.deepEqual(
      told.map(({ sessionId, dateTimeStart }) => [sessionId, dateTimeStart]),
      [
        [tonight, '2026-11-30T18:00:00.000Z'],
        [early, '2026-11-30T14:00:00.000Z'],
      ],
    )
    assert.deepEqual(
      months.map(({ month, concerts }) => [month, concerts]),
      [['2026-11', 2]],
    )
  })

  test('are told once they are over, by the clock of the venue', async () => {
    const artist = await paidArtist()
    // In Vladivostok it is the first of December, five past midnight.
    world.setNow(new Date('2026-11-30T14:05:00Z'))
    const song = await world.song('Маяк', 'Мумий Тролль')
    const far = { city: 'Владивосток', timeZone: 'Asia/Vladivostok' }
    const id = await world.concert(artist, { status: 'NOW', startsIn: 0, ...far })
    await paid(artist, id, song, 10_000)
    await played(artist, id, song)
    const nothing = await evenings(artist)
    assert.deepEqual([nothing.total.concerts, nothing.total.net, nothing.months], [0, 0, []])
    await end(artist, id)
    const { months, hours, towns } = await evenings(artist)
    assert.deepEqual(
      months.map(({ month, net }) => [month, net]),
      [['2026-12', 9000]],
    )
    assert.deepEqual(
      hours.map(({ hour, net }) => [hour, net]),
      [[0, 9000]],
    )
    assert.deepEqual(
      towns.map(({ town, concerts, orders, played: songs }) => [town, concerts, orders, songs]),
      [['Владивосток', 1, 1, 1]],
    )
    const [, evening] = await csvOf(artist)
    assert.deepEqual(evening?.slice(0, 2), ['2026-12-01 00:05', 'Asia/Vladivostok'])
    const ask = { query: { sessionId: id } }
    const report = rowsOf((await world.call(api.session.reportCsv, ask, artist)).data)
    assert.equal(report[0]?.[0], 'Начало (Asia/Vladivostok)')
    const statement = rowsOf((await world.call(api.payment.statement, {}, artist)).data)
    assert.equal(statement[1]?.[1], 'Asia/Vladivostok', 'the statement has the same clock')
    for (const cell of [report[1]?.[0], statement[1]?.[0]])
      assert.match(cell ?? '', /^2026-12-01 00:/u)
  })

  test('name what was asked for most, and what was never played', async () => {
    const artist = await world.artist()
    world.setNow(new Date('2026-11-25T18:00:00Z'))
    const id = await world.concert(artist, { status: 'NOW' })
    const [often, never, once] = [
      await world.song('Часто', 'А'),
      await world.song('Никогда', 'Б'),
      await world.song('Раз', 'В'),
    ]
    const order = async (song: string) =>
      assert.equal((await world.listener().order(artist, id, song)).status, 200)
    for (const song of [often, often, often, never, never, once]) await order(song)
    for (const song of [often, once, null])
      await world.ok(api.artist.nextSong, { body: { songId: song } }, artist)
    await end(artist, id)
    const { asked, neverPlayed, total } = await evenings(artist)
    assert.deepEqual(
      asked.map((song) => [song.title, song.orders, song.played]),
      [
        ['Часто', 3, 1],
        ['Никогда', 2, 0],
        ['Раз', 1, 1],
      ],
    )
    assert.deepEqual(
      neverPlayed.map(({ songId }) => songId),
      [never],
    )
    assert.deepEqual(
      [total.orders, total.played, total.listeners, total.concerts, total.net],
      [6, 2, 6, 1, 0],
    )
  })

  test('keep the money of a deleted concert', async () => {
    const artist = await paidArtist()
    world.setNow(new Date('2026-11-26T18:00:00Z'))
    const song = await world.song('Прощай', 'Алиса')
    const id = await world.concert(artist, { status: 'NOW' })
    await paid(artist, id, song, 20_000)
    await played(artist, id, song)
    await end(artist, id)
    await advanceAndSettle(world, MINUTE_MS)
    await world.sql.deleteFrom('concerts').where('id', '=', id).execute()
    const { towns, total } = await evenings(artist)
    assert.deepEqual(
      towns.map(({ place, concerts, net }) => [place, concerts, net]),
      [['deleted', 0, 18_000]],
    )
    assert.deepEqual([total.concerts, total.net], [0, 18_000])
  })

  test('are empty for a new artist, and nobody else’s', async () => {
    const { months, towns, hours, asked, total } = await evenings(await world.artist())
    assert.deepEqual([months, towns, hours, asked], [[], [], [], []])
    assert.deepEqual([total.concerts, total.net, total.listeners], [0, 0, 0])
  })
})

async function csvOf(artist: TestArtist): Promise<string[][]> {
  const { data, headers } = await world.call(api.session.eveningsCsv, {}, artist)
  assert.match(String(headers['content-disposition']), /filename="vechera\.csv"/u)
  assert.ok(data.startsWith('\uFEFF'))
  return rowsOf(data)
}

const rowsOf = (text: string): string[][] => parse(text, { bom: true, delimiter: ';' })
