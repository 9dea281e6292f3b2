import assert from 'node:assert/strict'
import { after as afterAll, afterEach, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { after, assertSound, bankIdOf, DAY, pageOf, paidHall } from '#test/support/paid-hall.ts'
import type { PaidHall } from '#test/support/paid-hall.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const RECEIPTS = { email: 'box@example.org', taxation: 'usn_income', tax: 'none' }

let world: World

before(async () => {
  world = await makeWorld({}, undefined, { receipts: RECEIPTS })
})
afterEach(() => assertSound(world))
afterAll(() => world.close())

/** What the till of the bank registered for a payment, in order. */
async function registered(id: string) {
  return world.sql
    .selectFrom('sandbox_bank_receipts')
    .select(['kind', 'receipt'])
    .where('payment_id', '=', await bankIdOf(world, id))
    .orderBy('id')
    .execute()
}

async function bodyOf(hall: PaidHall, receiptTo?: string) {
  return {
    songId: await hall.newSong(),
    artistUsername: hall.artist.username,
    sessionId: hall.sessionId,
    title: '',
    artistName: '',
    imageUrl: '',
    amount: 10_000,
    ...(receiptTo === undefined ? {} : { receiptTo }),
  }
}

async function ordered(hall: PaidHall, receiptTo?: string) {
  const body = await bodyOf(hall, receiptTo)
  const { orderId, paymentURL } = await world.ok(api.songs.orderSong, { body })
  return { id: orderId, page: pageOf(paymentURL), song: body.songId }
}

function storedOf(id: string) {
  return world.sql
    .selectFrom('payments')
    .select(['state', 'receipt_to as receiptTo'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

test('a receipt goes to the e-mail or the telephone that the payer left, else to the operator', async () => {
  const hall = await paidHall(world)
  for (const [typed, email, phone] of [
    [' Anna@Example.org', 'anna@example.org', undefined],
    ['8 912 345-67-89', undefined, '+79123456789'],
    ['', RECEIPTS.email, undefined],
    [undefined, RECEIPTS.email, undefined],
  ] as const) {
    const { id } = await ordered(hall, typed)
    const [opened] = await registered(id)
    const { Email, Phone } = opened?.receipt ?? {}
    assert.deepEqual([Email, Phone], [email, phone], typed ?? 'none')
  }
  const { username } = hall.artist
  const body = { artistUsername: username, amount: 10_000, receiptTo: 'tip@example.org' }
  await world.ok(api.payment.donate, { body })
  const { id } = await world.sql
    .selectFrom('payments')
    .select('id')
    .where('receipt_to', '=', 'tip@example.org')
    .executeTakeFirstOrThrow()
  assert.equal((await registered(id))[0]?.receipt['Email'], 'tip@example.org')
})

test('what is no address is refused at its field, and nothing is ordered', async () => {
  const hall = await paidHall(world)
  const order = await world.refused('VALIDATION', api.songs.orderSong, {
    body: await bodyOf(hall, 'anna'),
  })
  assert.match(order.fields?.['receiptTo'] ?? '', /^Для чека нужна почта/u)
  const tip = { artistUsername: hall.artist.username, amount: 10_000, receiptTo: '12' }
  const gift = await world.refused('VALIDATION', api.payment.donate, { body: tip })
  assert.match(gift.fields?.['receiptTo'] ?? '', /^Для чека нужна почта/u)
  const unpaid = await world.sql
    .selectFrom('payments')
    .select('id')
    .where('artist_id', '=', hall.artist.id)
    .execute()
  assert.deepEqual(unpaid, [])
})

test('the address is erased thirty days after the payment ended, and not while its song waits', async () => {
  const hall = await paidHall(world)
  const [waits, plays, unpaid] = [
    await ordered(hall, 'a@example.org'),
    await ordered(hall, 'b@example.org'),
    await ordered(hall, 'c@example.org'),
  ]
  for (const { page } of [waits, plays])
    await world.bank.pay(page, { method: 'sbp', action: 'pay' })
  await world.settle()
  await hall.played(plays.song)
  await after(world, DAY)
  const kept = async () =>
    (await Promise.all([waits, plays, unpaid].map(({ id }) => storedOf(id)))).map(
      ({ receiptTo }) => receiptTo,
    )
  world.advance(28 * DAY)
  await world.app.services.forgetOld()
  assert.deepEqual(await kept(), ['a@example.org', 'b@example.org', 'c@example.org'])
  world.advance(3 * DAY)
  await world.app.services.forgetOld()
  assert.deepEqual(await kept(), ['a@example.org', '', ''])
})

test('where no receipts are made, an address is neither judged nor stored', async () => {
  const quiet = await makeWorld()
  try {
    const hall = await paidHall(quiet)
    const songId = await hall.newSong()
    const { orderId } = await quiet.ok(api.songs.orderSong, {
      body: { ...(await bodyOf(hall, 'anna')), songId },
    })
    const { receipt_to: stored } = await quiet.sql
      .selectFrom('payments')
      .select('receipt_to')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    assert.equal(stored, '')
  } finally {
    await quiet.close()
  }
})
