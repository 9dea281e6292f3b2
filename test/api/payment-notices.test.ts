import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { tbankBank } from '#server/integrations/bank/bank.tbank.ts'
import {
  advanceAndSettle,
  atTheBank,
  bankIdOf,
  causesOf,
  outcomeOf,
  paidConcert,
  shown,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import { secondProcess } from '#test/support/product/second-process.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

const pay = (page: string) => world.bank.pay(page, { method: 'card', action: 'pay' })

const noticesOf = (paymentId: string) =>
  world.sql
    .selectFrom('bankNotices')
    .select(['word', 'times', 'verified', 'body'])
    .where('paymentId', '=', paymentId)
    .orderBy('receivedAt')
    .execute()

const forgedOnes = () =>
  world.sql
    .selectFrom('bankNotices')
    .select(['word', 'times', 'body'])
    .where('verified', '=', false)
    .execute()

/** The bodies that the bank wrote about a payment, sent or not. */
async function written(id: string): Promise<string[]> {
  const bankId = await bankIdOf(world, id)
  const { notices } = await world.bank.books()
  return notices.flatMap(({ about, body }) => (about === bankId ? [body] : []))
}

async function post(body: string, to = world.app.http) {
  const answer = await to.inject({
    method: 'POST',
    url: '/api/v1/payment/notification',
    headers: { 'content-type': 'application/json' },
    payload: body,
  })
  return { status: answer.statusCode, text: answer.body }
}

describe('a lost notice', () => {
  test('costs no order: the bank is asked within a minute', async () => {
    const concert = await paidConcert(world)
    const { id, page } = await concert.ordered()
    await world.bank.faults.set({ kind: 'notice_lost' })
    await pay(page)
    await world.settle()
    assert.equal(await outcomeOf(world, id), 'awaiting')
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal((await concert.queue()).length, 1)
    assert.deepEqual(await causesOf(world, id), ['held'])
  })

  test('is not waited for by a listener who comes back from the bank', async () => {
    const concert = await paidConcert(world)
    const { id, page } = await concert.ordered()
    await world.bank.faults.set({ kind: 'notice_lost' })
    await pay(page)
    world.advance(3 * SECOND_MS)
    assert.equal((await shown(world, id)).state, 'secured')
    assert.equal((await concert.queue()).length, 1)
  })

  test('of money that was paid in time does not cost the song, however late we look', async () => {
    const concert = await paidConcert(world)
    const { id, page } = await concert.ordered()
    world.advance(14 * MINUTE_MS)
    await world.bank.faults.set({ kind: 'notice_lost' })
    await pay(page)
    await advanceAndSettle(world, 5 * MINUTE_MS)
    assert.equal(await outcomeOf(world, id), 'secured')
    assert.equal((await concert.queue()).length, 1)
  })
})

test('a notice that comes three times is kept once and books once', async () => {
  const concert = await paidConcert(world)
  const { id, page } = await concert.ordered()
  await world.bank.faults.set({ kind: 'notice_repeated' })
  await pay(page)
  await world.settle()
  assert.deepEqual(
    (await noticesOf(id)).map(({ word, times }) => [word, times]),
    [['AUTHORIZED', 3]],
  )
  assert.deepEqual(await causesOf(world, id), ['held'])
  assert.equal((await concert.queue())[0]?.backers, 1)
})

test('notices in the wrong order end where the bank is', async () => {
  const concert = await paidConcert(world)
  await world.bank.faults.set({ kind: 'notice_reordered', times: 1 })
  const { id, page, song } = await concert.ordered()
  await pay(page)
  await advanceAndSettle(world, 6 * SECOND_MS)
  await concert.played(song)
  await advanceAndSettle(world, 21 * SECOND_MS)
  assert.equal(await outcomeOf(world, id), 'released')
  await advanceAndSettle(world, MINUTE_MS)
  const words = (await noticesOf(id)).map(({ word }) => word)
  assert.deepEqual(words, ['CONFIRMED', 'AUTHORIZED'])
  assert.equal(await outcomeOf(world, id), 'released')
  assert.deepEqual(await causesOf(world, id), ['held', 'hold_ended', 'charged', 'released'])
})

describe('a forged notice', () => {
  test('is refused without a word of why, changes nothing, and is kept as it came', async () => {
    const concert = await paidConcert(world)
    const { id } = await concert.ordered()
    await world.bank.operator.forge(await bankIdOf(world, id))
    await world.settle()
    const [body = ''] = await written(id)
    const answer = await post(body)
    assert.equal(answer.status, 403)
    assert.deepEqual(Object.keys(JSON.parse(answer.text)).toSorted(), [
      'code',
      'message',
      'requestId',
    ])
    assert.match(answer.text, /"code":"FORGED"/u)
    assert.equal(await outcomeOf(world, id), 'awaiting')
    assert.deepEqual(await causesOf(world, id), [])
    const kept = (await forgedOnes()).filter((notice) => notice.body === body)
    assert.deepEqual(
      kept.map(({ word, times }) => [word, times]),
      [['wrong token', 2]],
    )
    assert.deepEqual(await concert.queue(), [])
  })

  test('of a true payment is not believed, and the payment is found by asking', async () => {
    const concert = await paidConcert(world)
    const { id, page } = await concert.ordered()
    await world.bank.faults.set({ kind: 'notice_forged', times: 1 })
    await pay(page)
    await world.settle()
    assert.equal(await outcomeOf(world, id), 'awaiting')
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, id), 'secured')
  })

  for (const [what, body] of [
    ['of another terminal', '{"TerminalKey":"Other","OrderId":"1","Token":"00"}'],
    ['without a token', '{"TerminalKey":"BisDEMO","OrderId":"1"}'],
    ['that is no JSON', 'Status=CONFIRMED&Amount=1'],
    ['that is no object', '[1,2,3]'],
    ['that is empty', ''],
  ] as const)
    test(`${what} is refused`, async () => {
      assert.equal((await post(body)).status, 403)
    })
})

test('a notice with a true token and another sum credits nothing: the bank’s own word decides', async () => {
  const concert = await paidConcert(world)
  await world.bank.faults.set({ kind: 'notice_wrong_amount', times: 1 })
  const { id } = await concert.paid('sbp', 30_000)
  const [notice] = await noticesOf(id)
  assert.match(notice?.body ?? '', /"Amount":300000\b/u)
  assert.equal((await concert.queue())[0]?.amount, 30_000)
  assert.deepEqual((await shown(world, id)).amount, 30_000)
})

test('a notice that overtakes the answer with the page finds its order all the same', async () => {
  const concert = await paidConcert(world)
  const song = await concert.newSong()
  await world.bank.faults.set({
    kind: 'timeout_after',
    method: 'Init',
    times: 1,
  })
  const listener = world.listener()
  const { status, failure } = await listener.order(
    concert.artist,
    concert.sessionId,
    song,
    'the one wish',
    10_000,
  )
  assert.equal(status, 503)
  assert.equal(failure.code, 'PAYMENTS_DOWN')
  const { id } = await world.sql
    .selectFrom('payments')
    .select('id')
    .where('songId', '=', song)
    .executeTakeFirstOrThrow()
  await pay(await bankIdOf(world, id))
  await advanceAndSettle(world, 5 * SECOND_MS)
  const [entry] = await concert.queue()
  assert.equal(entry?.amount, 10_000)
  assert.deepEqual(await atTheBank(world, id), [{ status: 'AUTHORIZED', captured: 0, refunded: 0 }])
})

test('a word that nobody knows is never an end', async () => {
  const concert = await paidConcert(world)
  const { id, page, song } = await concert.ordered()
  await world.bank.faults.set({ kind: 'unknown_status', word: 'PONDERING' })
  await pay(page)
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal(await outcomeOf(world, id), 'awaiting')
  await world.bank.faults.clear()
  await advanceAndSettle(world, 20 * MINUTE_MS)
  assert.equal(await outcomeOf(world, id), 'secured')
  await concert.skip(song)
  await world.bank.faults.set({ kind: 'unknown_status', word: 'PONDERING', times: 3 })
  for (let look = 0; look < 5; look += 1) await advanceAndSettle(world, MINUTE_MS)
  assert.equal(await outcomeOf(world, id), 'returned skipped')
})

test('while the database cannot keep it, a notice is not acknowledged, and the bank sends it again', async () => {
  const concert = await paidConcert(world)
  const { id, page } = await concert.ordered()
  await world.sql.schema.alterTable('bankNotices').renameTo('bank_notices_away').execute()
  try {
    await pay(page)
    await world.bank.idle()
    const answer = await post((await written(id))[0] ?? '')
    assert.ok(answer.status >= 500, `${answer.status}`)
    assert.notEqual(answer.text, 'OK')
  } finally {
    await world.sql.schema.alterTable('bank_notices_away').renameTo('bankNotices').execute()
  }
  await advanceAndSettle(world, HOUR_MS)
  assert.equal(await outcomeOf(world, id), 'secured')
  assert.deepEqual(
    (await noticesOf(id)).map(({ word, times }) => [word, times]),
    [['AUTHORIZED', 1]],
  )
})

test('under a wrong password every notice is forged and kept raw, so that it can be read again with the right one', async () => {
  const concert = await paidConcert(world)
  const { id, page } = await concert.ordered()
  await world.bank.faults.set({ kind: 'notice_lost' })
  await pay(page)
  const mistaken = await secondProcess(world, {
    bank: () =>
      tbankBank({
        url: 'http://localhost/sandbox-bank',
        terminalKey: 'BisDEMO',
        password: 'mistyped',
        payouts: null,
        now: world.now,
      }),
  })
  try {
    const [body = ''] = await written(id)
    assert.equal((await post(body, mistaken.app.http)).status, 403)
    assert.equal(await outcomeOf(world, id), 'awaiting')
    const kept = (await forgedOnes()).find((notice) => notice.body === body)
    assert.equal(kept?.word, 'wrong token')
    assert.deepEqual(await post(kept?.body ?? ''), { status: 200, text: 'OK' })
    await world.settle()
    assert.equal(await outcomeOf(world, id), 'secured')
  } finally {
    await mistaken.close()
  }
})
