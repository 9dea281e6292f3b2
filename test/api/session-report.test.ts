import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { api } from '#contract/index.ts'
import type { Report } from '#contract/report.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { advanceAndSettle, pageOf, paidConcert, tipped } from '#test/support/paid-concert.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

type As = { token: string }

const reportOf = (sessionId: string, as: As) =>
  world.ok(api.session.report, { query: { sessionId } }, as)

async function csvOf(sessionId: string, as: As) {
  const { data, headers } = await world.call(
    api.session.reportCsv,
    { query: { sessionId } },
    { token: as.token },
  )
  return { rows: parse(data, { bom: true, delimiter: ';' }), headers, text: data }
}

const titles = (songs: Report['played']) => songs.map(({ title, status }) => `${title} ${status}`)

const total = (report: Report, name: 'gross' | 'commission' | 'net' | 'held' | 'givenBack') =>
  [...report.played, ...report.skipped, ...report.waiting].reduce(
    (sum, song) => sum + song[name],
    0,
  )

/** An evening on which everything that can happen to paid songs has happened; its concert goes on. */
async function evening() {
  const show = await paidConcert(world)
  await tipped(world, show.artist.username, 5000, 'ещё до песен')
  const played = await show.paid('card', 10_050)
  await show.paid('sbp', 20_000, played.song)
  await show.played(played.song)
  world.advance(5 * MINUTE_MS)
  const again = await show.paid('card', 15_000, played.song)
  await show.played(again.song)
  await advanceAndSettle(world, MINUTE_MS)
  const skipped = await show.paid('card', 30_000)
  await show.skip(skipped.song)
  await show.ordered(7000)
  await world.ok(
    api.artist.updateSessionSongList,
    { body: { sessionId: show.sessionId, idList: [] } },
    show.as,
  )
  await show.paid('sbp', 40_000)
  await advanceAndSettle(world, MINUTE_MS)
  return { show, played, skipped }
}

describe('the report of a concert', () => {
  test('says the same kopecks as the balance, and song by song they add up', async () => {
    const { show } = await evening()
    const { sessionId, as } = show
    const [earnings] = await world.ok(api.payment.earnings, { query: { sessionId } }, as)
    const report = await reportOf(sessionId, as)
    const { sessionId: _, title: __, dateTimeStart: ___, deleted: ____, ...sums } = earnings ?? {}
    assert.deepEqual({ ...report.money, tips: report.tips.net }, sums)
    for (const name of ['gross', 'commission', 'net', 'held', 'givenBack'] as const)
      assert.equal(total(report, name), report.money[name], name)
    const { available, held } = await show.balance()
    assert.equal(report.money.net + report.tips.net, available)
    assert.equal(report.money.held, held)
    assert.deepEqual(report.toGiveBack, { orders: 1, amount: 40_000 })

    await show.end()
    await advanceAndSettle(world, MINUTE_MS)
    const over = await reportOf(sessionId, as)
    assert.equal(over.money.held, 0)
    assert.equal(total(over, 'givenBack'), over.money.givenBack)
    assert.deepEqual(over.toGiveBack, { orders: 0, amount: 0 })
    assert.equal(over.money.net + over.tips.net, (await show.balance()).available)
  })

  test('tells each song once for each time it was played, with its time and its money', async () => {
    const { show, played, skipped } = await evening()
    const report = await reportOf(show.sessionId, show.as)
    assert.deepEqual(
      report.played.map(({ songId, gross, backers }) => [songId, gross, backers]),
      [
        [played.song, 30_050, 2],
        [played.song, 15_000, 1],
      ],
    )
    const [first, second] = report.played.map(({ startedAt }) => Date.parse(startedAt ?? ''))
    assert.ok((first ?? 0) + 5 * MINUTE_MS <= (second ?? 0))
    assert.deepEqual(
      report.skipped.map(({ songId, givenBack }) => [songId, givenBack]),
      [[skipped.song, 30_000]],
    )
    assert.equal(report.orders, 5)
    assert.deepEqual([report.playedSongs, report.skippedSongs, report.waitingSongs], [2, 1, 1])
  })

  test('tells a song that several paid for once, with all of them and their money', async () => {
    const show = await paidConcert(world)
    const { sessionId, as } = show
    const rules = { support: true, minSongAmount: 1000 }
    await world.ok(api.artist.changeRules, { body: { sessionId, rules } }, as)
    const [song, open] = [await show.newSong(), await show.newSong()]
    const share = async (id: string, rubles: number) => {
      const stage = { artist: show.artist, concertId: sessionId }
      const more = { amount: rubles * 100, collect: true }
      const { data } = await makePhone(world).order(stage, id, more)
      await world.bank.pay(pageOf(data.paymentURL), { method: 'card', action: 'pay' })
      await world.settle()
    }
    for (const rubles of [300, 300, 400]) await share(song, rubles)
    await show.played(song)
    await advanceAndSettle(world, MINUTE_MS)
    for (const rubles of [200, 100]) await share(open, rubles)
    const report = await reportOf(sessionId, as)
    const told = ({ songId, status, backers, gross }: Report['played'][number]) =>
      [songId, status, backers, gross] as const
    assert.deepEqual(report.played.map(told), [[song, 'PLAYED', 3, 100_000]])
    assert.deepEqual(report.waiting.map(told), [[open, 'COLLECTING', 2, 0]])
    assert.deepEqual([report.orders, report.waitingSongs], [2, 1])
    assert.equal(total(report, 'held'), report.money.held)
    const { rows } = await csvOf(sessionId, as)
    const outcomes = rows.slice(1).map((row: string[]) => [row[3], row[4]])
    assert.deepEqual(outcomes, [
      ['Прозвучала', '3'],
      ['Собирают деньги', '2'],
      ['', '0'],
      ['', '2'],
    ])
  })

  test('counts a pool that reached its goal beside whoever orders its song whole later', async () => {
    const show = await paidConcert(world)
    const { sessionId, as } = show
    const rules = { support: true, minSongAmount: 1000 }
    await world.ok(api.artist.changeRules, { body: { sessionId, rules } }, as)
    const stage = { artist: show.artist, concertId: sessionId }
    const pay = async (song: string, more: object) => {
      const { data } = await makePhone(world).order(stage, song, more)
      await world.bank.pay(pageOf(data.paymentURL), { method: 'card', action: 'pay' })
      await world.settle()
    }
    const [full, open] = [await show.newSong(), await show.newSong()]
    for (const amount of [60_000, 40_000]) await pay(full, { amount, collect: true })
    await pay(full, { amount: 100_000 })
    // Here the shares alone would not have reached the goal.
    await pay(open, { amount: 30_000, collect: true })
    await pay(open, { amount: 100_000 })
    assert.equal((await reportOf(sessionId, as)).orders, 3)
  })

  test('names a song that was paid when it could not come in any more', async () => {
    const show = await paidConcert(world)
    const late = await show.ordered(7000)
    await show.end()
    await world.bank.pay(late.page, { method: 'card', action: 'pay' })
    await advanceAndSettle(world, MINUTE_MS)
    const report = await reportOf(show.sessionId, show.as)
    assert.deepEqual(
      report.skipped.map(({ songId, entryId, givenBack }) => [songId, entryId, givenBack]),
      [[late.song, null, 7000]],
    )
    assert.equal(report.money.givenBack, 7000)
  })

  test('counts the tips between the start and the end, and no others', async () => {
    const show = await paidConcert(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })
    const { sessionId, as } = show
    await tipped(world, show.artist.username, 1000)
    world.advance(HOUR_MS)
    const body = { sessionId, sessionStatus: 'NOW' }
    await world.ok(api.artist.updateSessionStatus, { body }, as)
    world.advance(MINUTE_MS)
    await tipped(world, show.artist.username, 20_010, 'слова слушателя')
    world.advance(MINUTE_MS)
    await show.end()
    world.advance(MINUTE_MS)
    await tipped(world, show.artist.username, 3000)
    const report = await reportOf(sessionId, as)
    const line = (await show.balance()).entries.find(({ gross }) => gross === 20_010)
    assert.deepEqual(report.tips, {
      count: 1,
      gross: line?.gross,
      commission: line?.commission,
      net: line?.amount,
    })
  })

  test('tells nothing of the listeners', async () => {
    const show = await paidConcert(world)
    await tipped(world, show.artist.username, 2000, 'слова слушателя')
    const { by } = await show.paid()
    const { rows, text } = await csvOf(show.sessionId, show.as)
    const told = JSON.stringify([await reportOf(show.sessionId, show.as), rows, text])
    const { deviceId: device } = await world.sql
      .selectFrom('orders')
      .select('deviceId')
      .where('concertId', '=', show.sessionId)
      .executeTakeFirstOrThrow()
    assert.ok(by.cookie !== undefined)
    assert.doesNotMatch(told, new RegExp(`${device}|слова слушателя`, 'u'))
  })

  test('of a concert to come tells what was ordered so far, in the order of its queue', async () => {
    const stage = await makeStage(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })
    for (const title of ['Б', 'А'] as const)
      await world.listener().order(stage.artist, stage.concertId, stage.ids[title])
    const report = await reportOf(stage.concertId, stage.as)
    assert.deepEqual(titles(report.waiting), ['Б SCHEDULED', 'А SCHEDULED'])
    assert.deepEqual([report.startedAt, report.finishedAt, report.orders], [null, null, 2])
    assert.deepEqual([report.played, report.skipped], [[], []])
  })

  test('skips only what somebody ordered or what had begun: the artist’s own list is his own', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В')
    await world.listener().order(stage.artist, stage.concertId, stage.ids.В)
    await stage.next('А')
    const on = await reportOf(stage.concertId, stage.as)
    assert.deepEqual(titles(on.played), ['А NOW'])
    const body = { sessionId: stage.concertId, sessionStatus: 'PLAYED' }
    await world.ok(api.artist.updateSessionStatus, { body }, stage.as)
    const report = await reportOf(stage.concertId, stage.as)
    assert.deepEqual(titles(report.skipped).toSorted(), ['А SKIPPED', 'В SKIPPED'])
    assert.deepEqual([report.playedSongs, report.skippedSongs], [0, 2])
  })

  test('puts first the song that most listeners wanted, until it is in the repertoire', async () => {
    const stage = await makeStage(world)
    const order = (what: string | { title: string; artistName: string }) =>
      world.listener().order(stage.artist, stage.concertId, what)
    await order(stage.ids.А)
    for (let phone = 0; phone < 3; phone += 1) await order(stage.ids.Б)
    const own = { title: 'Песня соседа', artistName: 'Сосед' }
    await order(own)
    await order(own)
    await stage.next('Б')
    await stage.next('А')
    const wanted = async () =>
      (await reportOf(stage.concertId, stage.as)).wanted.map(
        ({ title, backers, played }) => `${title} ×${backers}${played ? ' сыграна' : ''}`,
      )
    assert.deepEqual(await wanted(), ['Б ×3 сыграна', 'Песня соседа ×2', 'А ×1'])
    const song = { songId: stage.ids.Б, title: '', imageUrl: '', artistName: '' }
    await world.ok(api.artist.addFavorite, { body: song }, stage.as)
    assert.deepEqual(await wanted(), ['Песня соседа ×2', 'А ×1'])
    await world.ok(api.artist.removeFavorite, { query: { songId: stage.ids.Б } }, stage.as)
    assert.equal((await wanted()).length, 3)
  })

  test('foretells what the deletion of its concert gives back', async () => {
    const show = await paidConcert(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })
    const { sessionId, as } = show
    await show.paid('card', 10_000)
    await show.paid('sbp', 25_500)
    await show.ordered(50_000)
    const { toGiveBack } = await reportOf(sessionId, as)
    assert.deepEqual(toGiveBack, { orders: 2, amount: 35_500 })
    await world.ok(api.session.remove, { query: { sessionId } }, as)
    await advanceAndSettle(world, MINUTE_MS)
    const [money] = await world.ok(api.payment.earnings, { query: { sessionId } }, as)
    assert.deepEqual([money?.returned, money?.givenBack, money?.held], [2, 35_500, 0])
  })

  test('is its artist’s alone', async () => {
    const stage = await makeStage(world)
    const stranger = await world.artist()
    const query = { sessionId: stage.concertId }
    for (const endpoint of [api.session.report, api.session.reportCsv]) {
      await world.refused('NO_TOKEN', endpoint, { query })
      await world.refused('NOT_YOURS', endpoint, { query }, stranger)
    }
    const gone = await world.concert(stranger)
    await world.ok(api.session.remove, { query: { sessionId: gone } }, stranger)
    const lost = { query: { sessionId: gone } }
    await world.refused('NOT_FOUND', api.session.report, lost, stranger)
    await world.refused('NOT_FOUND', api.session.reportCsv, lost, stranger)
  })
})

describe('the table of a concert', () => {
  test('has a line for each song, by the clocks of the venue, and the sums of the balance', async () => {
    const show = await paidConcert(world, { concert: { timeZone: 'Asia/Vladivostok' } })
    const { song } = await show.paid('card', 12_345)
    await show.played(song)
    await advanceAndSettle(world, 21 * SECOND_MS)
    const { startedAt } = (await reportOf(show.sessionId, show.as)).played[0] ?? {}
    const { rows, headers } = await csvOf(show.sessionId, show.as)
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    assert.match(String(headers['content-disposition']), /filename="otchet-\d{4}-\d\d-\d\d\.csv"/u)
    const [headings, line, tips, sums] = rows
    assert.equal(headings?.[0], 'Начало (Asia/Vladivostok)')
    const there = new Date(Date.parse(startedAt ?? '') + 10 * HOUR_MS).toISOString()
    assert.deepEqual(line, [
      there.slice(0, 16).replace('T', ' '),
      'Песня 1',
      show.artist.username,
      'Прозвучала',
      '1',
      '123,45',
      '12,34',
      '111,11',
      '0,00',
      '0,00',
      '',
      '',
    ])
    assert.equal(tips?.[1], 'Благодарности за концерт')
    assert.deepEqual(sums?.slice(5), line?.slice(5))
  })

  test('computes nothing that a listener wrote', async () => {
    const stage = await makeStage(world)
    const written = { title: '=HYPERLINK("http://evil.example")', artistName: '@SUM(A1)' }
    await world.listener().order(stage.artist, stage.concertId, written)
    const { rows } = await csvOf(stage.concertId, stage.as)
    const cells = rows.flat()
    assert.ok(cells.some((cell) => cell.includes('HYPERLINK')))
    for (const cell of cells) assert.doesNotMatch(cell, /^\s*[=+@]/u)
  })
})

describe('past concerts', () => {
  test('come the newest first, closed ones too, in parts, and only one’s own', async () => {
    const artist = await world.artist()
    const stranger = await world.artist()
    const past = (startsIn: number, more: object = {}) =>
      world.concert(artist, { startsIn, status: 'PLAYED', ...more })
    const old = await past(-3000)
    const newest = await past(-200)
    const closed = await past(-1000, { closedSession: true })
    await world.concert(artist)
    await world.concert(stranger, { startsIn: -500, status: 'PLAYED' })
    const read = async (query: object) =>
      (await world.ok(api.session.past, { query }, artist)).map(({ id }) => id)
    assert.deepEqual(await read({}), [newest, closed, old])
    assert.deepEqual(await read({ limit: 2 }), [newest, closed])
    assert.deepEqual(await read({ limit: 2, cursor: closed }), [old])
    assert.deepEqual(await world.ok(api.session.past, {}, await world.artist()), [])
    await world.refused('NO_TOKEN', api.session.past)
    const lost = { query: { cursor: '019a0000-0000-7000-8000-000000000000' } }
    await world.refused('VALIDATION', api.session.past, lost, artist)
  })
})
