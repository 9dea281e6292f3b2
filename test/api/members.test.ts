import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { api } from '#contract/index.ts'
import { HOUR_MS, MINUTE_MS, MOSCOW_OFFSET_MS, moscowDay } from '#domain/time.ts'
import {
  advanceAndSettle,
  paidConcert,
  worldWithAudit,
  tipped,
} from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

type As = { token: string }
type Band = { name: string; part: number }[]

const BAND: Band = [
  { name: 'Аня', part: 1 },
  { name: 'Лёша', part: 2 },
]

const save = (as: As, members: Band) => world.ok(api.artist.saveMembers, { body: { members } }, as)
const correct = (as: As, sessionId: string, members: Band) =>
  world.ok(api.artist.correctMembers, { body: { sessionId, members } }, as)
const reportOf = (sessionId: string, as: As) =>
  world.ok(api.session.report, { query: { sessionId } }, as)
const splitsOf = (as: As, month?: string) =>
  world.ok(api.payment.splits, { query: month === undefined ? {} : { month } }, as)
async function csvOf(as: As, sessionId?: string): Promise<string[][]> {
  const query = sessionId === undefined ? {} : { sessionId }
  const { data } = await world.call(api.payment.splitCsv, { query }, as)
  assert.ok(data.startsWith('\uFEFF'))
  return parse(data, { bom: true, delimiter: ';' })
}

const partLines = (parts: readonly { name: string; amount: number }[] | undefined) =>
  (parts ?? []).map(({ name, amount }) => `${name} ${amount}`)

const begin = (as: As, sessionId: string) =>
  world.ok(
    api.artist.updateSessionStatus,
    { body: { sessionId, sessionStatus: 'NOW' as const } },
    as,
  )

/** A musician whose concert has not begun. */
const ahead = () => paidConcert(world, { concert: { status: 'SCHEDULED' } })

/** A concert that begins with these members. */
async function begun(members: Band): Promise<PaidConcert> {
  const show = await ahead()
  await save(show.as, members)
  await begin(show.as, show.sessionId)
  return show
}

/** A song that was paid, played and credited; returns its payment. */
async function earns(show: PaidConcert, amount: number) {
  const { song, id } = await show.paid('card', amount)
  await show.played(song)
  await advanceAndSettle(world, MINUTE_MS)
  return id
}

describe('a concert of a band', () => {
  test('is split to the kopeck, songs and tips together', async () => {
    const show = await begun(BAND)
    await earns(show, 10_001)
    await tipped(world, show.artist.username, 5003)
    const { split, money, tips } = await reportOf(show.sessionId, show.as)
    // 9001 and 4753: a commission is rounded down.
    assert.equal(split?.earned, 13_754)
    assert.equal(split?.earned, money.net + tips.net)
    assert.deepEqual(partLines(split?.parts), ['Аня 4585', 'Лёша 9169'])
    assert.equal(split?.earned, (await show.balance()).available)

    await show.end()
    await advanceAndSettle(world, HOUR_MS)
    await tipped(world, show.artist.username, 5000)
    assert.equal((await reportOf(show.sessionId, show.as)).split?.earned, 13_754)
    const { concerts, members, ...sums } = await splitsOf(show.as)
    assert.deepEqual(partLines(members), ['Аня 4585', 'Лёша 9169'])
    assert.deepEqual(sums, { months: ['2026-11'], split: 13_754, unsplit: 0 })
    assert.deepEqual(partLines(concerts[0]?.parts), ['Аня 4585', 'Лёша 9169'])
  })

  test('is split anew once something is given back', async () => {
    const show = await begun(BAND)
    const id = await earns(show, 10_001)
    await earns(show, 1000)
    assert.equal((await reportOf(show.sessionId, show.as)).split?.earned, 9901)
    const body = { paymentId: id, word: 'Простите' }
    await world.ok(api.payment.refund, { body }, { ...show.as, key: 'a-refund' })
    await world.settle()
    const { split } = await reportOf(show.sessionId, show.as)
    assert.equal(split?.earned, 900)
    assert.deepEqual(partLines(split?.parts), ['Аня 300', 'Лёша 600'])
    assert.deepEqual(partLines((await splitsOf(show.as)).members), ['Аня 300', 'Лёша 600'])
  })

  test('keeps the members with whom it began, also over a pause', async () => {
    const show = await begun(BAND)
    await save(show.as, [{ name: 'Нина', part: 1 }])
    await world.ok(api.artist.pause, {}, show.as)
    await world.ok(api.artist.resume, {}, show.as)
    await earns(show, 1000)
    const { split } = await reportOf(show.sessionId, show.as)
    assert.deepEqual(partLines(split?.parts), ['Аня 300', 'Лёша 600'])
    assert.deepEqual(split?.band, [{ name: 'Нина', part: 1 }])
    await show.end()
    const next = await world.concert(show.artist, { startsIn: 5 })
    await begin(show.as, next)
    assert.deepEqual(partLines((await reportOf(next, show.as)).split?.parts), ['Нина 0'])
  })

  test('on the street has them too', async () => {
    const artist = await world.artist()
    const as = { token: artist.token }
    await save(as, BAND)
    const body = { latitude: 55.75, longitude: 37.62 }
    const { id } = await world.ok(api.session.playHere, { body }, as)
    assert.deepEqual(partLines((await reportOf(id, as)).split?.parts), ['Аня 0', 'Лёша 0'])
  })

  test('that is over is corrected alone', async () => {
    const show = await begun(BAND)
    await earns(show, 1000)
    await show.end()
    world.advance(MINUTE_MS)
    const next = await world.concert(show.artist, { startsIn: 5 })
    await begin(show.as, next)
    await tipped(world, show.artist.username, 1000)

    await correct(show.as, show.sessionId, [{ name: ' Гость ', part: 1 }, ...BAND])
    const { split } = await reportOf(show.sessionId, show.as)
    assert.deepEqual(partLines(split?.parts), ['Гость 225', 'Аня 225', 'Лёша 450'])
    assert.deepEqual(partLines((await reportOf(next, show.as)).split?.parts), [
      'Аня 317',
      'Лёша 633',
    ])
    assert.deepEqual(await world.ok(api.artist.members, {}, show.as), BAND)
    assert.deepEqual(partLines((await splitsOf(show.as)).members), [
      'Аня 542',
      'Лёша 1083',
      'Гость 225',
    ])

    await correct(show.as, show.sessionId, [])
    assert.deepEqual((await reportOf(show.sessionId, show.as)).split?.parts, [])
    const { split: sum, unsplit, members } = await splitsOf(show.as)
    assert.deepEqual([sum, unsplit, partLines(members)], [950, 900, ['Аня 317', 'Лёша 633']])
  })

  test('that was deleted stays split, by its songs', async () => {
    const show = await begun(BAND)
    await earns(show, 1000)
    await show.end()
    await world.ok(api.session.remove, { query: { sessionId: show.sessionId } }, show.as)
    const { concerts } = await splitsOf(show.as)
    assert.deepEqual(
      concerts.map(({ deleted, parts }) => [deleted, partLines(parts)]),
      [[true, ['Аня 300', 'Лёша 600']]],
    )
    assert.equal((await csvOf(show.as, show.sessionId)).length, 3)
  })
})

describe('without members', () => {
  test('a report says nothing of them', async () => {
    const show = await begun([])
    await earns(show, 1000)
    assert.equal((await reportOf(show.sessionId, show.as)).split, null)
    const { members, split, unsplit } = await splitsOf(show.as)
    assert.deepEqual([members, split, unsplit], [[], 0, 900])
  })

  test('a concert from before them is not split until its artist says so', async () => {
    const show = await paidConcert(world)
    await earns(show, 1000)
    await save(show.as, BAND)
    const { split } = await reportOf(show.sessionId, show.as)
    assert.deepEqual([split?.parts, split?.band], [[], BAND])
    await correct(show.as, show.sessionId, BAND)
    const { split: now } = await reportOf(show.sessionId, show.as)
    assert.deepEqual(partLines(now?.parts), ['Аня 300', 'Лёша 600'])
  })

  test('none are named again by an empty list', async () => {
    const show = await ahead()
    await save(show.as, BAND)
    await save(show.as, [])
    await begin(show.as, show.sessionId)
    assert.equal((await reportOf(show.sessionId, show.as)).split, null)
  })
})

describe('the table of shares', () => {
  test('has a row for each member of each concert, and none is a formula', async () => {
    const show = await begun([{ name: '=1+1', part: 1 }, ...BAND])
    await earns(show, 10_001)
    await show.end()
    const next = await world.concert(show.artist, { startsIn: 5, title: '@Второй; «вечер»' })
    await begin(show.as, next)
    const [headings, ...rows] = await csvOf(show.as)
    assert.deepEqual(headings, [
      'Концерт',
      'Дата',
      'Заработано за вечер, ₽',
      'Участник',
      'Доля',
      'Участнику, ₽',
    ])
    const columns = (place: number) => rows.map((row) => row[place])
    assert.deepEqual(columns(3), ["'=1+1", 'Аня', 'Лёша', "'=1+1", 'Аня', 'Лёша'])
    assert.deepEqual(columns(0).slice(0, 1), ["'@Второй; «вечер»"])
    assert.deepEqual(
      rows.slice(3).map((row) => [row[2], row[4], row[5]]),
      [
        ['90,01', '1 из 4', '22,50'],
        ['90,01', '1 из 4', '22,50'],
        ['90,01', '2 из 4', '45,01'],
      ],
    )
    assert.deepEqual((await csvOf(show.as, show.sessionId)).slice(1), rows.slice(3))
  })
})

describe('shares by month', () => {
  test('add up to those of all time', async () => {
    const show = await begun(BAND)
    await earns(show, 1000)
    await show.end()
    const later = await world.concert(show.artist, { startsIn: 20 * 24 * 60, minutes: 300 })
    await advanceAndSettle(world, 20 * 24 * HOUR_MS)
    await begin(show.as, later)
    await tipped(world, show.artist.username, 1000)
    const all = await splitsOf(show.as)
    const [newest = '', oldest = ''] = all.months
    assert.deepEqual(all.months, [newest, oldest])
    const parts = await Promise.all([splitsOf(show.as, newest), splitsOf(show.as, oldest)])
    assert.deepEqual(
      parts.map(({ split }) => split),
      [950, 900],
    )
    assert.equal(all.split, 1850)
    assert.deepEqual(partLines(all.members), ['Аня 617', 'Лёша 1233'])
    assert.deepEqual((await splitsOf(show.as, '2020-01')).concerts, [])
  })

  test('count an evening in the month in which it began, as «Все вечера» do', async () => {
    const now = world.now()
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
    // The first of the month in Moscow.
    const turn = new Date(Date.UTC(year, month + 1, 1) - MOSCOW_OFFSET_MS)
    const startsIn = (turn.getTime() - now.getTime()) / MINUTE_MS - 5
    const show = await paidConcert(world, { concert: { status: 'SCHEDULED', startsIn } })
    await save(show.as, BAND)
    world.setNow(new Date(turn.getTime() + 10 * MINUTE_MS))
    await begin(show.as, show.sessionId)
    await earns(show, 1000)
    await show.end()
    const { months: evenings } = await world.ok(
      api.session.evenings,
      { query: { period: 'all' } },
      show.as,
    )
    const { months, concerts } = await splitsOf(show.as)
    assert.deepEqual(
      months,
      evenings.map((one) => one.month),
    )
    assert.deepEqual(months, [moscowDay(turn).slice(0, 7)])
    assert.ok(new Date(concerts[0]?.dateTimeStart ?? 0) >= turn)
    const earned = await world.ok(api.payment.earnings, {}, show.as)
    assert.equal(earned[0]?.dateTimeStart, concerts[0]?.dateTimeStart)
    const [, [, date = ''] = []] = await csvOf(show.as)
    assert.equal(date, moscowDay(turn))
  })
})

describe('whatever is wrong with members', () => {
  test('is told at its field', async () => {
    const artist = await world.artist()
    const members = [
      { name: '', part: 1 },
      { name: 'Аня', part: 0 },
    ]
    const { fields } = await world.refused(
      'VALIDATION',
      api.artist.saveMembers,
      { body: { members } },
      { token: artist.token },
    )
    assert.deepEqual(Object.keys(fields ?? {}), ['members.0.name', 'members.1.part'])
  })

  test('a concert that has not begun, another’s and none have no shares to correct', async () => {
    const show = await ahead()
    const body = { sessionId: show.sessionId, members: BAND }
    await world.refused('ILLEGAL_STEP', api.artist.correctMembers, { body }, show.as)
    const stranger = { token: (await world.artist()).token }
    await world.refused('NOT_YOURS', api.artist.correctMembers, { body }, stranger)
    const query = { sessionId: show.sessionId }
    await world.refused('NOT_YOURS', api.payment.splitCsv, { query }, stranger)
    const gone = { ...body, sessionId: show.artist.id }
    await world.refused('NOT_FOUND', api.artist.correctMembers, { body: gone }, show.as)
    assert.deepEqual((await csvOf(show.as, show.sessionId)).length, 1)
  })
})
