import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { ledgerOf } from '#test/support/database/ledger.ts'
import {
  advanceAndSettle,
  causesOf,
  outcomeOf,
  pageOf,
  shown,
  worldWithAudit,
  tipped,
} from '#test/support/paid-concert.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

const gift = (artist: TestArtist, amount: number, more: object = {}) => ({
  body: { artistUsername: artist.username, amount, ...more },
})

const balanceOf = (artist: TestArtist) => world.ok(api.payment.balance, {}, { token: artist.token })

/** The newest payment for this artist: its id is what the page's return address carries. */
async function newestOf(artist: TestArtist): Promise<string> {
  const { id } = await world.sql
    .selectFrom('payments')
    .select('id')
    .where('artistId', '=', artist.id)
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

test('a gift is the artist’s at once, without our five per cent', async () => {
  const artist = await world.artist()
  await tipped(world, artist.username, 33_333, 'За «Осень»!')
  const { available, entries } = await balanceOf(artist)
  assert.equal(available, 33_333 - 1666)
  assert.deepEqual(
    entries.map(({ cause, state, gross, commission, amount, title }) => ({
      cause,
      state,
      gross,
      commission,
      amount,
      title,
    })),
    [
      {
        cause: 'tip',
        state: 'credited',
        gross: 33_333,
        commission: 1666,
        amount: 31_667,
        title: 'За «Осень»!',
      },
    ],
  )
  const id = await newestOf(artist)
  assert.equal(await outcomeOf(world, id), 'released')
  assert.deepEqual(await causesOf(world, id), ['tip'])
})

test('a gift by card is charged, never only held', async () => {
  const artist = await world.artist()
  const url = await world.ok(api.payment.donate, gift(artist, 10_000))
  await world.bank.pay(pageOf(url), { method: 'card', action: 'pay' })
  await world.settle()
  const { state, funds, kind } = await shown(world, await newestOf(artist))
  assert.deepEqual([state, funds, kind], ['released', 'charged', 'tip'])
})

test('a gift needs no checked number, and waits in the balance', async () => {
  const artist = await world.artist()
  await tipped(world, artist.username, 100_000)
  const { available, number } = await balanceOf(artist)
  assert.deepEqual([available, number.state], [95_000, 'unset'])
})

describe('the sum of a gift', () => {
  for (const [amount, code, words] of [
    [999, 'AMOUNT_TOO_SMALL', 'Минимум 10 ₽'],
    [0, 'AMOUNT_TOO_SMALL', 'Минимум 10 ₽'],
    [1_500_001, 'AMOUNT_TOO_LARGE', 'Максимум 15 000 ₽'],
  ] as const)
    test(`of ${amount} kopecks is refused: ${words}`, async () => {
      const artist = await world.artist()
      const { message, fields } = await world.refused(
        code,
        api.payment.donate,
        gift(artist, amount),
      )
      assert.equal(message, words)
      assert.deepEqual(fields, { amount: words })
    })

  for (const amount of [1000, 1_500_000])
    test(`of ${amount} kopecks is taken`, async () => {
      const artist = await world.artist()
      await tipped(world, artist.username, amount)
      assert.equal((await balanceOf(artist)).available, amount * 0.95)
    })

  for (const amount of [-1000, 10.5, '10000', null])
    test(`that is no sum (${String(amount)}) is refused as input`, async () => {
      const artist = await world.artist()
      await world.refused('VALIDATION', api.payment.donate, gift(artist, 1, { amount }))
    })
})

test('to nobody gives nothing', async () => {
  await world.refused('NOT_FOUND', api.payment.donate, {
    body: { artistUsername: 'nikogo-takogo', amount: 10_000 },
  })
})

test('words with a gift may have 200 characters and no more', async () => {
  const artist = await world.artist()
  const { fields } = await world.refused(
    'VALIDATION',
    api.payment.donate,
    gift(artist, 10_000, { message: 'а'.repeat(201) }),
  )
  assert.deepEqual(fields, { message: 'Сообщение — не длиннее 200 символов' })
  await tipped(world, artist.username, 10_000, '🎸'.repeat(200))
  assert.equal((await balanceOf(artist)).entries[0]?.title, '🎸'.repeat(200))
})

describe('a gift under a key', () => {
  test('asked for again is the same page, paid or not', async () => {
    const artist = await world.artist()
    const ask = () => world.call(api.payment.donate, gift(artist, 10_000), { key: 'a gift' })
    const [first, again] = await Promise.all([ask(), ask()])
    assert.equal(first.data, again.data)
    await world.bank.pay(pageOf(first.data), { action: 'pay' })
    await world.settle()
    const late = await ask()
    assert.deepEqual([late.status, late.data], [200, first.data])
    assert.equal((await balanceOf(artist)).available, 9500)
  })

  test('with another sum is a conflict', async () => {
    const artist = await world.artist()
    await world.ok(api.payment.donate, gift(artist, 10_000), { key: 'changed' })
    await world.refused('IDEMPOTENCY_CONFLICT', api.payment.donate, gift(artist, 20_000), {
      key: 'changed',
    })
  })
})

test('a gift that is declined costs nothing and says so', async () => {
  const artist = await world.artist()
  const url = await world.ok(api.payment.donate, gift(artist, 10_000))
  await world.bank.pay(pageOf(url), { action: 'decline' })
  await world.settle()
  assert.equal(await outcomeOf(world, await newestOf(artist)), 'failed declined')
  assert.equal((await balanceOf(artist)).available, 0)
})

test('a gift that arrives after its link ran out stays a gift', async () => {
  const artist = await world.artist()
  const url = await world.ok(api.payment.donate, gift(artist, 10_000))
  const id = await newestOf(artist)
  world.advance(15 * MINUTE_MS - 1000)
  await world.bank.faults.set({ kind: 'notice_lost' })
  await world.bank.faults.set({ kind: 'unknown_status', word: 'PAY_CHECKING' })
  await world.bank.pay(pageOf(url), { method: 'sbp', action: 'pay' })
  await advanceAndSettle(world, 10 * MINUTE_MS)
  await world.bank.faults.clear()
  for (let look = 0; look < 4; look += 1) await advanceAndSettle(world, 5 * MINUTE_MS)
  assert.equal(await outcomeOf(world, id), 'released')
  assert.equal((await balanceOf(artist)).available, 9500)
})

test('who gave is nowhere in what the artist sees', async () => {
  const artist = await world.artist()
  await tipped(world, artist.username, 10_000, 'от поклонника')
  const balance = await balanceOf(artist)
  assert.doesNotMatch(JSON.stringify(balance), /device|cookie|pan|card/iu)
})

test('commissions are our income, kopeck by kopeck', async () => {
  const atFirst = (await ledgerOf(world, 'commission_tip')).posted
  const artist = await world.artist()
  for (const amount of [1001, 1019, 1020, 9999]) await tipped(world, artist.username, amount)
  const income = atFirst - (await ledgerOf(world, 'commission_tip')).posted
  assert.equal(income, 50 + 50 + 51 + 499)
  assert.equal((await balanceOf(artist)).available, 1001 + 1019 + 1020 + 9999 - income)
})
