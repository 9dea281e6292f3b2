import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { api } from '#contract/index.ts'
import { after, HOUR, MINUTE, paidHall, soundWorld, tipped } from '#test/support/paid-hall.ts'
import type { PaidHall } from '#test/support/paid-hall.ts'
import type { World } from '#test/support/world.ts'

let world: World
soundWorld((opened) => (world = opened))

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

const told = (parts: readonly { name: string; amount: number }[] | undefined) =>
  (parts ?? []).map(({ name, amount }) => `${name} ${amount}`)

const begin = (as: As, sessionId: string) =>
  world.ok(
    api.artist.updateSessionStatus,
    { body: { sessionId, sessionStatus: 'NOW' as const } },
    as,
  )

/** A musician whose concert has not begun. */
const ahead = () => paidHall(world, { concert: { status: 'SCHEDULED' } })

/** A concert that begins with these members. */
async function begun(members: Band): Promise<PaidHall> {
  const hall = await ahead()
  await save(hall.as, members)
  await begin(hall.as, hall.sessionId)
  return hall
}

/** A song that was paid, played and credited; gives its payment. */
async function earns(hall: PaidHall, amount: number) {
  const { song, id } = await hall.paid('card', amount)
  await hall.played(song)
  await after(world, MINUTE)
  return id
}

describe('a concert of a band', () => {
  test('is split to the kopeck, songs and tips together', async () => {
    const hall = await begun(BAND)
    await earns(hall, 10_001)
    await tipped(world, hall.artist.username, 5003)
    const { split, money, tips } = await reportOf(hall.sessionId, hall.as)
    // 9001 and 4753: a commission is rounded down.
    assert.equal(split?.earned, 13_754)
    assert.equal(split?.earned, money.net + tips.net)
    assert.deepEqual(told(split?.parts), ['Аня 4585', 'Лёша 9169'])
    assert.equal(split?.earned, (await hall.balance()).available)

    await hall.end()
    await after(world, HOUR)
    await tipped(world, hall.artist.username, 5000)
    assert.equal((await reportOf(hall.sessionId, hall.as)).split?.earned, 13_754)
    const { concerts, members, ...sums } = await splitsOf(hall.as)
    assert.deepEqual(told(members), ['Аня 4585', 'Лёша 9169'])
    assert.deepEqual(sums, { months: ['2026-11'], split: 13_754, unsplit: 0 })
    assert.deepEqual(told(concerts[0]?.parts), ['Аня 4585', 'Лёша 9169'])
  })

  test('is split anew once something is given back', async () => {
    const hall = await begun(BAND)
    const id = await earns(hall, 10_001)
    await earns(hall, 1000)
    assert.equal((await reportOf(hall.sessionId, hall.as)).split?.earned, 9901)
    const body = { paymentId: id, word: 'Простите' }
    await world.ok(api.payment.refund, { body }, { ...hall.as, key: 'a-refund' })
    await world.settle()
    const { split } = await reportOf(hall.sessionId, hall.as)
    assert.equal(split?.earned, 900)
    assert.deepEqual(told(split?.parts), ['Аня 300', 'Лёша 600'])
    assert.deepEqual(told((await splitsOf(hall.as)).members), ['Аня 300', 'Лёша 600'])
  })

  test('keeps the members with whom it began, also over a pause', async () => {
    const hall = await begun(BAND)
    await save(hall.as, [{ name: 'Нина', part: 1 }])
    await world.ok(api.artist.pause, {}, hall.as)
    await world.ok(api.artist.resume, {}, hall.as)
    await earns(hall, 1000)
    const { split } = await reportOf(hall.sessionId, hall.as)
    assert.deepEqual(told(split?.parts), ['Аня 300', 'Лёша 600'])
    assert.deepEqual(split?.band, [{ name: 'Нина', part: 1 }])
    await hall.end()
    const next = await world.concert(hall.artist, { startsIn: 5 })
    await begin(hall.as, next)
    assert.deepEqual(told((await reportOf(next, hall.as)).split?.parts), ['Нина 0'])
  })

  test('on the street has them too', async () => {
    const artist = await world.artist()
    const as = { token: artist.token }
    await save(as, BAND)
    const body = { latitude: 55.75, longitude: 37.62 }
    const { id } = await world.ok(api.session.playHere, { body }, as)
    assert.deepEqual(told((await reportOf(id, as)).split?.parts), ['Аня 0', 'Лёша 0'])
  })

  test('that is over is corrected alone', async () => {
    const hall = await begun(BAND)
    await earns(hall, 1000)
    await hall.end()
    world.advance(MINUTE)
    const next = await world.concert(hall.artist, { startsIn: 5 })
    await begin(hall.as, next)
    await tipped(world, hall.artist.username, 1000)

    await correct(hall.as, hall.sessionId, [{ name: ' Гость ', part: 1 }, ...BAND])
    const { split } = await reportOf(hall.sessionId, hall.as)
    assert.deepEqual(told(split?.parts), ['Гость 225', 'Аня 225', 'Лёша 450'])
    assert.deepEqual(told((await reportOf(next, hall.as)).split?.parts), ['Аня 317', 'Лёша 633'])
    assert.deepEqual(await world.ok(api.artist.members, {}, hall.as), BAND)
    assert.deepEqual(told((await splitsOf(hall.as)).members), ['Аня 542', 'Лёша 1083', 'Гость 225'])

    await correct(hall.as, hall.sessionId, [])
    assert.deepEqual((await reportOf(hall.sessionId, hall.as)).split?.parts, [])
    const { split: sum, unsplit, members } = await splitsOf(hall.as)
    assert.deepEqual([sum, unsplit, told(members)], [950, 900, ['Аня 317', 'Лёша 633']])
  })

  test('that was deleted stays split, by its songs', async () => {
    const hall = await begun(BAND)
    await earns(hall, 1000)
    await hall.end()
    await world.ok(api.session.remove, { query: { sessionId: hall.sessionId } }, hall.as)
    const { concerts } = await splitsOf(hall.as)
    assert.deepEqual(
      concerts.map(({ deleted, parts }) => [deleted, told(parts)]),
      [[true, ['Аня 300', 'Лёша 600']]],
    )
    assert.equal((await csvOf(hall.as, hall.sessionId)).length, 3)
  })
})

describe('without members', () => {
  test('a report says nothing of them', async () => {
    const hall = await begun([])
    await earns(hall, 1000)
    assert.equal((await reportOf(hall.sessionId, hall.as)).split, null)
    const { members, split, unsplit } = await splitsOf(hall.as)
    assert.deepEqual([members, split, unsplit], [[], 0, 900])
  })

  test('a concert from before them is not split until its artist says so', async () => {
    const hall = await paidHall(world)
    await earns(hall, 1000)
    await save(hall.as, BAND)
    const { split } = await reportOf(hall.sessionId, hall.as)
    assert.deepEqual([split?.parts, split?.band], [[], BAND])
    await correct(hall.as, hall.sessionId, BAND)
    const { split: now } = await reportOf(hall.sessionId, hall.as)
    assert.deepEqual(told(now?.parts), ['Аня 300', 'Лёша 600'])
  })

  test('none are named again by an empty list', async () => {
    const hall = await ahead()
    await save(hall.as, BAND)
    await save(hall.as, [])
    await begin(hall.as, hall.sessionId)
    assert.equal((await reportOf(hall.sessionId, hall.as)).split, null)
  })
})

describe('the table of shares', () => {
  test('has a row for each member of each concert, and none is a formula', async () => {
    const hall = await begun([{ name: '=1+1', part: 1 }, ...BAND])
    await earns(hall, 10_001)
    await hall.end()
    const next = await world.concert(hall.artist, { startsIn: 5, title: '@Второй; «вечер»' })
    await begin(hall.as, next)
    const [headings, ...rows] = await csvOf(hall.as)
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
    assert.deepEqual((await csvOf(hall.as, hall.sessionId)).slice(1), rows.slice(3))
  })
})

describe('shares by month', () => {
  test('add up to those of all time', async () => {
    const hall = await begun(BAND)
    await earns(hall, 1000)
    await hall.end()
    const later = await world.concert(hall.artist, { startsIn: 20 * 24 * 60, minutes: 300 })
    await after(world, 20 * 24 * HOUR)
    await begin(hall.as, later)
    await tipped(world, hall.artist.username, 1000)
    const all = await splitsOf(hall.as)
    const [newest = '', oldest = ''] = all.months
    assert.deepEqual(all.months, [newest, oldest])
    const parts = await Promise.all([splitsOf(hall.as, newest), splitsOf(hall.as, oldest)])
    assert.deepEqual(
      parts.map(({ split }) => split),
      [950, 900],
    )
    assert.equal(all.split, 1850)
    assert.deepEqual(told(all.members), ['Аня 617', 'Лёша 1233'])
    assert.deepEqual((await splitsOf(hall.as, '2020-01')).concerts, [])
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
    const hall = await ahead()
    const body = { sessionId: hall.sessionId, members: BAND }
    await world.refused('ILLEGAL_STEP', api.artist.correctMembers, { body }, hall.as)
    const stranger = { token: (await world.artist()).token }
    await world.refused('NOT_YOURS', api.artist.correctMembers, { body }, stranger)
    const query = { sessionId: hall.sessionId }
    await world.refused('NOT_YOURS', api.payment.splitCsv, { query }, stranger)
    const gone = { ...body, sessionId: hall.artist.id }
    await world.refused('NOT_FOUND', api.artist.correctMembers, { body: gone }, hall.as)
    assert.deepEqual((await csvOf(hall.as, hall.sessionId)).length, 1)
  })
})
