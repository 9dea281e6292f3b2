import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { addPayout } from '#server/modules/payouts/payouts.store.ts'
import {
  advanceAndSettle,
  bankIdOf,
  checkedNumber,
  firstOrderOf,
  NUMBER,
  paidConcert,
  tipped,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
let support: TestArtist
worldWithAudit(async (opened) => {
  world = opened
  support = await world.artist({ role: 'SUPPORT' })
})

const find = (input: string) => world.ok(api.operator.find, { query: { input } }, support)

test('a payment is found by its number however it was pasted, and by the bank’s', async () => {
  const { id } = await (await paidConcert(world)).paid()
  for (const input of [
    id,
    ` ${id.toUpperCase()}`,
    id.replaceAll('-', ''),
    firstOrderOf(id),
    `https://bis.example/payment/${id}?since=1`,
    await bankIdOf(world, id),
  ]) {
    const { accounts, payments, concerts } = await find(input)
    assert.deepEqual(
      payments.map((one) => one.id),
      [id],
      input,
    )
    assert.deepEqual([accounts, concerts], [[], []], input)
  }
})

test('a payout is found as its account, and a free order as its concert', async () => {
  const concert = await paidConcert(world, { artist: checkedNumber(world) })
  const { song } = await concert.paid('sbp', 50_000)
  await concert.played(song)
  await advanceAndSettle(world, 21 * SECOND_MS)
  await world.ok(api.payment.payout, {}, concert.as)
  await advanceAndSettle(world, MINUTE_MS)
  await advanceAndSettle(world, MINUTE_MS)
  const payout = await world.sql
    .selectFrom('payouts')
    .select(['id', 'bankPayoutId'])
    .where('artistId', '=', concert.artist.id)
    .executeTakeFirstOrThrow()
  for (const input of [payout.id, firstOrderOf(payout.id), payout.bankPayoutId ?? '']) {
    const { accounts } = await find(input)
    assert.deepEqual(
      accounts.map((one) => one.username),
      [concert.artist.username],
      input,
    )
    assert.match(accounts[0]?.why ?? '', /^выплата 450,00 ₽ от \d\d\.\d\d\.\d{4}$/u)
  }
  const artist = await world.artist()
  const sessionId = await world.concert(artist, { status: 'NOW', startsIn: -10 })
  const free = await world
    .listener()
    .order(artist, sessionId, await world.song('Весна', artist.username))
  const { concerts, payments } = await find(free.data.orderId)
  assert.deepEqual(
    concerts.map((one) => one.sessionId),
    [sessionId],
  )
  assert.deepEqual(payments, [])
})

test('the day of a payout and of a former nickname is Moscow’s', async () => {
  const artist = await world.artist()
  // Half past one at night in Moscow.
  const at = new Date('2026-05-31T22:30:00Z')
  const payout = await addPayout(
    world.sql,
    {
      artistId: artist.id,
      checkPaymentId: null,
      amount: 5000,
      phone: NUMBER.phone,
      sbpBankId: NUMBER.bank,
      recipient: null,
    },
    at,
  )
  const usernameKey = `former-${artist.username}`
  await world.sql
    .insertInto('oldUsernames')
    .values({ artistId: artist.id, usernameKey, leftAt: at })
    .execute()
  for (const [input, why] of [
    [payout.id, 'выплата 50,00 ₽ от 01.06.2026'],
    [usernameKey, `прежний ник ${usernameKey}, до 01.06.2026`],
  ] as const)
    assert.deepEqual(
      (await find(input)).accounts.map((one) => one.why),
      [why],
    )
  await world.sql.deleteFrom('payouts').where('id', '=', payout.id).execute()
})

test('the payments to an artist are listed by concert with its tips, the newest first, part by part', async () => {
  const concert = await paidConcert(world)
  const { username } = concert.artist
  const { id: song } = await concert.paid()
  world.advance(MINUTE_MS)
  await tipped(world, username, 20_000)
  const listed = async (query: object = {}) => {
    const asked = { query: { username, ...query } }
    const { payments, cursor } = await world.ok(api.operator.payments, asked, support)
    return { ids: payments.map(({ id }) => id), payments, cursor }
  }
  const { payments, ids, cursor } = await listed({ sessionId: concert.sessionId })
  const [tip = ''] = ids
  assert.deepEqual([ids, cursor], [[tip, song], null])
  assert.deepEqual(
    payments.map(({ kind, amount, state }) => [kind, amount, state]),
    [
      ['tip', 20_000, 'released'],
      ['song', 10_000, 'secured'],
    ],
  )
  assert.ok(payments[1]?.songTitle)
  const first = await listed({ limit: 1 })
  assert.deepEqual([first.ids, first.cursor], [[tip], tip])
  const rest = await listed({ limit: 1, cursor: tip })
  assert.deepEqual([rest.ids, rest.cursor], [[song], null])
  const other = await world.concert(concert.artist, { startsIn: 600 })
  assert.deepEqual((await listed({ sessionId: other })).ids, [])
  const nobody = { query: { username: 'nobody-at-all' } }
  await world.refused('NOT_FOUND', api.operator.payments, nobody, support)
})

test('a telephone is found with and without its first digit', async () => {
  const { username } = await world.artist({ phoneNumber: '79161112234' })
  for (const input of ['9161112234', '8 916 111-22-34', '+7 (916) 111 22 34', '916 111-22-34']) {
    const { accounts } = await find(input)
    assert.deepEqual(
      accounts.map((one) => one.username),
      [username],
      input,
    )
  }
})

test('whoever names more accounts than are shown learns how many there are', async () => {
  for (let nth = 0; nth < 22; nth += 1) await world.artist({ name: `Хор Незабудка ${nth}` })
  const { accounts, all } = await find('незабудка')
  assert.deepEqual([accounts.length, all.accounts], [20, 22])
  assert.deepEqual((await find('незабудка 21')).all, { accounts: 1, concerts: 0 })
})
