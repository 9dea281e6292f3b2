import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { api } from '#contract/index.ts'
import type { BalanceEntry } from '#contract/payout.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import {
  advanceAndSettle,
  checkedNumber,
  paidConcert,
  worldWithAudit,
  tipped,
} from '#test/support/paid-concert.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

const balanceOf = (artist: TestArtist, query: object = {}) =>
  world.ok(api.payment.balance, { query }, { token: artist.token })

const earningsOf = (artist: TestArtist, query: object = {}) =>
  world.ok(api.payment.earnings, { query }, { token: artist.token })

const sumOf = (entries: readonly BalanceEntry[], ...states: BalanceEntry['state'][]) =>
  entries.filter(({ state }) => states.includes(state)).reduce((sum, { amount }) => sum + amount, 0)

let phones = 0
const payable = () => ({
  ...checkedNumber(world),
  phoneNumber: `7909${String(1_000_000 + (phones += 1))}`,
})

test('the balance tells of frozen payouts before any press', async () => {
  const [artist, admin] = [await world.artist(), await world.artist({ role: 'ADMIN' })]
  const { username } = await world.ok(api.auth.checkToken, {}, artist)
  const frozenNow = async () => (await balanceOf(artist)).number.frozen
  const why = { username, reason: 'fraud', words: 'Проверяем' } as const
  for (const frozen of [true, false]) {
    await world.ok(api.operator.freezePayouts, { body: { ...why, frozen } }, admin)
    assert.equal(await frozenNow(), frozen ? true : undefined)
  }
})

test('an artist who has earned nothing sees nothing', async () => {
  const artist = await world.artist()
  assert.deepEqual(await balanceOf(artist), {
    available: 0,
    debt: 0,
    mayOwe: 0,
    held: 0,
    inFlight: 0,
    paidOut: 0,
    number: { phoneNumber: null, sbpNumberId: null, state: 'unset' },
    entries: [],
    cursor: null,
  })
  assert.deepEqual(await earningsOf(artist), [])
})

test('nobody sees a balance without a token, and each his own', async () => {
  const [rich, poor] = [await world.artist(), await world.artist()]
  await tipped(world, rich.username, 10_000)
  await world.refused('NO_TOKEN', api.payment.balance)
  await world.refused('NO_TOKEN', api.payment.statement)
  await world.refused('NO_TOKEN', api.payment.earnings)
  assert.deepEqual((await balanceOf(poor)).entries, [])
})

test('every line says where it came from, and the lines add up to the figures', async () => {
  const show = await paidConcert(world, { artist: payable() })
  const { artist } = show
  await tipped(world, artist.username, 20_000, 'Браво')
  world.advance(SECOND_MS)
  await world.ok(api.payment.payout, {}, show.as)
  await advanceAndSettle(world, MINUTE_MS)
  await advanceAndSettle(world, MINUTE_MS)
  const played = await show.paid('card', 10_000)
  await show.played(played.song)
  await advanceAndSettle(world, 21 * SECOND_MS)
  const waiting = await show.paid('sbp', 33_300)
  const back = await show.paid('sbp', 50_000)
  await show.skip(back.song)
  await advanceAndSettle(world, MINUTE_MS)
  await world.bank.faults.set({ kind: 'slow_payout' })
  world.advance(SECOND_MS)
  await world.ok(api.payment.payout, {}, show.as)
  await world.settle()
  await tipped(world, artist.username, 1000)

  const { entries, available, held, inFlight, paidOut } = await balanceOf(artist)
  assert.deepEqual(
    entries
      .map(({ cause, state, gross, commission, amount }) =>
        [cause, state, gross, commission, amount].join(' '),
      )
      .toSorted(),
    [
      'payout completed 0 0 -19000',
      'payout sent 0 0 -9000',
      'song credited 10000 1000 9000',
      'song held 33300 3330 29970',
      'tip credited 1000 50 950',
      'tip credited 20000 1000 19000',
    ],
  )
  assert.equal(sumOf(entries, 'credited', 'sent', 'completed'), available)
  assert.equal(sumOf(entries, 'held'), held)
  assert.deepEqual([available, held, inFlight, paidOut], [950, 29_970, 9000, 19_000])
  const line = (id: string) => entries.find((entry) => entry.id === id)
  assert.deepEqual(
    [line(waiting.id)?.title, line(waiting.id)?.sessionTitle, line(waiting.id)?.sessionId],
    ['Песня 2', 'Тихий концерт', show.sessionId],
  )
  assert.equal(line(back.id), undefined, 'what went back was never earned')
  const payout = entries.find(({ state }) => state === 'completed')
  assert.match(payout?.title ?? '', /^\+7\u00A0909\u00A0\d{3}-\d\d-\d\d, Сбербанк$/u)
  const moments = entries.map(({ at }) => at)
  assert.deepEqual(moments, moments.toSorted().toReversed(), 'newest first')
})

test('a payout on its way tells nothing of the bank’s words', async () => {
  const artist = await world.artist(payable())
  await tipped(world, artist.username, 100_000)
  const { payoutId } = await world.ok(api.payment.payout, {}, { token: artist.token })
  await world.sql
    .updateTable('payouts')
    .set({ words: 'Сумма превышает остаток на счете' })
    .where('id', '=', payoutId)
    .execute()
  const [line] = (await balanceOf(artist)).entries
  assert.deepEqual([line?.state, line?.title.split(', ')[1]], ['sent', 'Сбербанк'])
})

describe('a long list', () => {
  test('is read in pages, every line once, even where many stand at one moment', async () => {
    const artist = await world.artist()
    for (let tip = 0; tip < 12; tip += 1) {
      await tipped(world, artist.username, 1000 + tip * 20)
      if (tip % 4 === 3) world.advance(SECOND_MS)
    }
    const seen: BalanceEntry[] = []
    let cursor: string | null = null
    let pages = 0
    do {
      const page = await balanceOf(artist, { limit: 5, ...(cursor === null ? {} : { cursor }) })
      seen.push(...page.entries)
      cursor = page.cursor
      pages += 1
    } while (cursor !== null)
    assert.equal(pages, 3)
    assert.equal(new Set(seen.map(({ id }) => id)).size, 12)
    assert.deepEqual(seen, (await balanceOf(artist)).entries)
  })

  test('that ends with its page has no further one', async () => {
    const artist = await world.artist()
    for (let tip = 0; tip < 3; tip += 1) await tipped(world, artist.username, 1000)
    assert.equal((await balanceOf(artist, { limit: 3 })).cursor, null)
    assert.notEqual((await balanceOf(artist, { limit: 2 })).cursor, null)
  })

  for (const cursor of [
    '',
    'nowhere',
    '2026-11-21T18:00:00.000Z_',
    '_x',
    "x'; drop table payments",
  ])
    test(`does not go on from «${cursor}»`, async () => {
      const artist = await world.artist()
      await world.refused(
        'VALIDATION',
        api.payment.balance,
        { query: { cursor } },
        { token: artist.token },
      )
    })

  for (const limit of [0, 101, -1])
    test(`of ${limit} lines is not given`, async () => {
      const artist = await world.artist()
      await world.refused(
        'VALIDATION',
        api.payment.balance,
        { query: { limit } },
        { token: artist.token },
      )
    })
})

describe('the statement', () => {
  const byWords = (one: string[], other: string[]) => (one.join() < other.join() ? -1 : 1)
  async function statementOf(artist: TestArtist) {
    const { data, headers } = await world.call(api.payment.statement, {}, { token: artist.token })
    return { text: data, headers }
  }

  const rowsOf = (text: string) => parse(text, { bom: true, delimiter: ';' })

  test('opens in a Russian spreadsheet: its mark, semicolons, commas in sums, Russian words', async () => {
    const show = await paidConcert(world)
    await tipped(world, show.artist.username, 33_350, 'Спасибо; «ещё»')
    const { song } = await show.paid('card', 12_300)
    const { text, headers } = await statementOf(show.artist)
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    assert.match(String(headers['content-disposition']), /attachment; filename="vypiska\.csv"/u)
    assert.ok(text.startsWith('\uFEFF'))
    const [titles, ...rows] = rowsOf(text)
    assert.deepEqual(titles, [
      'Дата и время',
      'Часовой пояс',
      'За что',
      'Состояние',
      'Заплатил слушатель, ₽',
      'Комиссия, ₽',
      'Музыканту, ₽',
      'Песня, слова или номер',
      'Концерт',
      'Номер операции',
    ])
    const told = rows.map(([, , ...row]) => row.slice(0, 7)).toSorted(byWords)
    assert.deepEqual(told, [
      ['Благодарность', 'зачислено', '333,50', '16,67', '316,83', 'Спасибо; «ещё»', ''],
      ['Песня', 'удерживается', '123,00', '12,30', '110,70', 'Песня 1', 'Тихий концерт'],
    ])
    assert.ok(song)
    assert.match(rows[0]?.[0] ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u)
  })

  test('computes nothing that a listener wrote', async () => {
    const artist = await world.artist()
    const words = [
      '=1+1',
      '+79001234567',
      '-1+1',
      '@SUM(A1)',
      '=HYPERLINK("http://evil.example";"Приз")',
      '＝1+1',
      '"=1+1',
      ' =1+1',
    ]
    for (const message of words) await tipped(world, artist.username, 1000, message)
    const rows = rowsOf((await statementOf(artist)).text).slice(1)
    const cells = rows.map((row) => row[7] ?? '')
    for (const cell of cells) assert.doesNotMatch(cell, /^\s*[=+@\-＝＋－＠]/u, cell)
    assert.equal(cells.length, words.length)
  })

  test('has every line of a long life, and sums below zero stay numbers', async () => {
    const artist = await world.artist(payable())
    for (let tip = 0; tip < 3; tip += 1) await tipped(world, artist.username, 100_000)
    await world.ok(api.payment.payout, {}, { token: artist.token })
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    const sums = rowsOf((await statementOf(artist)).text)
      .slice(1)
      .map((row) => row[6])
    assert.deepEqual(sums, ['-2850,00', '950,00', '950,00', '950,00'])
  })
})

describe('what a concert brought', () => {
  test('is told in orders and sums, for each concert and for one', async () => {
    const show = await paidConcert(world)
    const played = await show.paid('card', 10_000)
    await show.paid('sbp', 20_000, played.song)
    const skipped = await show.paid('card', 30_000)
    await show.paid('sbp', 40_000)
    const unpaid = await show.ordered(50_000)
    assert.ok(unpaid.id)
    await show.played(played.song)
    await show.skip(skipped.song)
    await advanceAndSettle(world, 21 * SECOND_MS)
    await advanceAndSettle(world, MINUTE_MS)
    const [money, ...others] = await earningsOf(show.artist)
    assert.deepEqual(others, [])
    assert.deepEqual(
      { ...money, dateTimeStart: undefined },
      {
        sessionId: show.sessionId,
        title: 'Тихий концерт',
        dateTimeStart: undefined,
        deleted: false,
        played: 2,
        returned: 1,
        gross: 30_000,
        commission: 3000,
        net: 27_000,
        held: 36_000,
        givenBack: 30_000,
        tips: 0,
      },
    )
    const one = await earningsOf(show.artist, { sessionId: show.sessionId })
    assert.deepEqual(one, [money])
    const other = await paidConcert(world)
    await world.refused(
      'NOT_YOURS',
      api.payment.earnings,
      { query: { sessionId: show.sessionId } },
      other.as,
    )
  })

  test('is told of a concert with nothing but tips', async () => {
    const show = await paidConcert(world)
    await tipped(world, show.artist.username, 10_000)
    const [money] = await earningsOf(show.artist, { sessionId: show.sessionId })
    assert.deepEqual([money?.title, money?.net, money?.tips], ['Тихий концерт', 0, 9500])
  })

  test('outlives the concert itself', async () => {
    const show = await paidConcert(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })
    await show.paid('card', 10_000)
    await world.ok(api.session.remove, { query: { sessionId: show.sessionId } }, show.as)
    await advanceAndSettle(world, MINUTE_MS)
    const [money] = await earningsOf(show.artist)
    assert.deepEqual(
      [money?.title, money?.deleted, money?.returned, money?.givenBack, money?.net],
      ['Тихий концерт', true, 1, 10_000, 0],
    )
  })

  test('does not count what the bank let go before the song was played as earned', async () => {
    const show = await paidConcert(world, { concert: { minutes: 600 } })
    await world.bank.faults.set({ kind: 'hold_2h' })
    const { song } = await show.paid('card', 10_000)
    world.advance(2 * HOUR_MS + MINUTE_MS)
    await show.played(song)
    await advanceAndSettle(world, MINUTE_MS)
    const [money] = await earningsOf(show.artist)
    assert.deepEqual([money?.played ?? 0, money?.net ?? 0, money?.held ?? 0], [0, 0, 0])
  })
})
