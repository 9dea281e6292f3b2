import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { referenceOf } from '#server/integrations/bank/bank.ts'
import { takeDueSteps } from '#server/modules/concerts/concert-lifecycle.service.ts'
import { resumePayouts } from '#server/modules/payouts/payouts.service.ts'
import { addPayout } from '#server/modules/payouts/payouts.store.ts'
import { matchRegistries } from '#server/modules/reconciliation/reconciliation.service.ts'
import {
  beginRestoreCheck,
  requestRestoreCheck,
} from '#server/modules/reconciliation/restore-check.service.ts'
import {
  advanceAndSettle,
  checkedNumber,
  outcomeOf,
  paidConcert,
  tipped,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import { turnedBack } from '#test/support/database/turned-back.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
let admin: TestArtist
let artist: TestArtist
let phone = ''
worldWithAudit(async (opened) => {
  world = opened
  admin = await world.artist({ role: 'ADMIN' })
})

let phones = 0
beforeEach(async () => {
  phone = `7909${String(1_000_000 + (phones += 1))}`
  artist = await world.artist({ ...checkedNumber(world), phoneNumber: phone })
})
afterEach(async () => {
  await world.bank.faults.clear()
  await resumePayouts(world.app.ctx)
})

const asAdmin = () => ({ token: admin.token })
const asArtist = () => ({ token: artist.token })
const desk = () => world.ok(api.payment.stuck, {}, asAdmin())
const balance = () => world.ok(api.payment.balance, {}, asArtist())
const withdraw = () => world.ok(api.payment.payout, {}, asArtist())
const resume = () => world.ok(api.payment.resumePayouts, {}, asAdmin())
const arrived = async () => (await world.bank.inbox(phone)).map(({ amount }) => amount)
const settleIt = (id: string, body: { action: 'retry' | 'paid'; amount?: number }) =>
  world.ok(api.payment.settle, { params: { id }, body }, asAdmin())

async function minutes(count: number) {
  await world.settle()
  for (let minute = 0; minute < count; minute += 1) await advanceAndSettle(world, MINUTE_MS)
}

/** The process starts on the restored database and looks at the bank. */
async function started() {
  await beginRestoreCheck(world.app.ctx)
  await world.settle()
}

/** The questions about this artist's payouts. */
const questions = async () =>
  (await desk()).stuck.filter(({ artistUsername }) => artistUsername === artist.username)

/** The question about a payout that the bank knows and we did not make. */
async function knownPayout() {
  const found = (await questions()).filter(({ attention }) => attention === 'payout_known')
  assert.equal(found.length, 1)
  return found[0]!
}

test('a restore that a running process is told of is compared with the bank by it', async () => {
  await tipped(world, artist.username, 10_000)
  await turnedBack(world, () => Promise.resolve())
  assert.equal((await desk()).restored?.toCheck, null)
  await world.refused('ILLEGAL_STEP', api.payment.resumePayouts, {}, asAdmin())
  await requestRestoreCheck(world.app.ctx)
  await world.settle()
  assert.equal((await desk()).restored?.toCheck, 0)
  await resume()
})

describe('a payout made since the backup', () => {
  beforeEach(async () => {
    await tipped(world, artist.username, 10_000)
    await turnedBack(world, async () => {
      await withdraw()
      await minutes(1)
      assert.deepEqual(await arrived(), [9500])
    })
    await started()
    assert.equal((await balance()).available, 9500)
  })

  test('waits for an operator, by hand and by plan, and the artist is told why', async () => {
    const { message } = await world.refused('PAYMENTS_DOWN', api.payment.payout, {}, asArtist())
    assert.match(message, /восстанов/u)
    await advanceAndSettle(world, 2 * DAY_MS)
    assert.deepEqual(await arrived(), [9500])
    const { payoutsPaused, restored } = await desk()
    assert.equal(payoutsPaused, true)
    assert.equal(restored?.toCheck, 0)
  })

  test('is asked about under the number that the bank has for it, and is not made again', async () => {
    await resume()
    await minutes(1)
    await withdraw()
    await minutes(5)
    await advanceAndSettle(world, HOUR_MS)
    assert.deepEqual(await arrived(), [9500])
    const question = await knownPayout()
    assert.deepEqual(question.actions, ['paid', 'retry'])
    const payouts = (await world.bank.books()).payouts.filter((payout) => payout.phone === phone)
    assert.deepEqual(
      payouts.map(({ orderId }) => orderId),
      [question.bankId],
    )
    await settleIt(question.id, { action: 'paid' })
    await world.settle()
    const { available, inFlight, paidOut } = await balance()
    assert.deepEqual([available, inFlight, paidOut], [0, 0, 9500])
    await tipped(world, artist.username, 10_000)
    await withdraw()
    await minutes(1)
    assert.deepEqual(await arrived(), [9500, 9500], 'the same sum again is another payout')
    assert.deepEqual(await questions(), [])
  })

  test('of another sum is booked as the bank paid it: what is too much is a debt', async () => {
    await resume()
    await withdraw()
    await world.settle()
    await settleIt((await knownPayout()).id, { action: 'paid', amount: 12_000 })
    const owes = await balance()
    assert.deepEqual([owes.available, owes.debt, owes.paidOut], [0, 2500, 12_000])
  })

  test('of a smaller sum leaves the rest on the balance', async () => {
    await resume()
    await withdraw()
    await world.settle()
    await settleIt((await knownPayout()).id, { action: 'paid', amount: 9000 })
    const rest = await balance()
    assert.deepEqual([rest.available, rest.debt, rest.paidOut], [500, 0, 9000])
  })

  test('of a much smaller sum has the rest sent by itself', async () => {
    await resume()
    await withdraw()
    await advanceAndSettle(world, 2 * DAY_MS)
    await settleIt((await knownPayout()).id, { action: 'paid', amount: 8000 })
    await advanceAndSettle(world, DAY_MS)
    await minutes(1)
    assert.deepEqual(await arrived(), [1500, 9500])
  })

  test('that never arrived is sent under the next number, once', async () => {
    await resume()
    await withdraw()
    await world.settle()
    await settleIt((await knownPayout()).id, { action: 'retry' })
    await minutes(2)
    assert.deepEqual(await arrived(), [9500, 9500])
    assert.deepEqual(await questions(), [])
  })

  test('whose first answer is lost is asked about all the same', async () => {
    await resume()
    await world.bank.faults.set({
      kind: 'timeout_after',
      method: 'PayoutInit',
      times: 2,
    })
    await withdraw()
    await minutes(5)
    assert.deepEqual(await arrived(), [9500])
    await knownPayout()
  })
})

test('a payout whose answer was lost before the payout of the backup is asked about too', async () => {
  await tipped(world, artist.username, 10_000)
  await turnedBack(world, async () => {
    await world.bank.faults.set({
      kind: 'timeout_before',
      method: 'PayoutInit',
      times: 2,
    })
    await withdraw()
    await minutes(3)
    assert.deepEqual(await arrived(), [9500])
  })
  await started()
  await resume()
  await withdraw()
  await minutes(5)
  assert.deepEqual(await arrived(), [9500])
  await knownPayout()
})

test('a payout under way at the backup ends as the bank ended it', async () => {
  await tipped(world, artist.username, 10_000)
  await world.bank.faults.set({ kind: 'slow_payout' })
  const { payoutId } = await withdraw()
  await world.settle()
  await turnedBack(world, async () => {
    await world.bank.faults.clear()
    await minutes(10)
    assert.deepEqual(await arrived(), [9500])
  })
  await started()
  await advanceAndSettle(world, HOUR_MS)
  assert.equal((await balance()).paidOut, 9500)
  assert.deepEqual(await arrived(), [9500])
  const { payouts } = (await desk()).restored ?? {}
  assert.deepEqual(
    payouts?.map(({ id, state }) => [id, state]),
    [[payoutId, 'completed']],
  )
})

test('an order that was returned since the backup ends returned, and is shown', async () => {
  const concert = await paidConcert(world)
  const [back, stays, card] = [
    await concert.paid('sbp'),
    await concert.paid('sbp'),
    await concert.paid('card'),
  ]
  await turnedBack(world, async () => {
    await concert.skip(back.song)
    await minutes(1)
    assert.equal(await outcomeOf(world, back.id), 'returned skipped')
  })
  assert.equal(await outcomeOf(world, back.id), 'secured')
  await started()
  assert.equal(await outcomeOf(world, back.id), 'returned external')
  assert.equal(await outcomeOf(world, stays.id), 'secured')
  assert.equal(await outcomeOf(world, card.id), 'secured')
  const { restored } = await desk()
  assert.equal(restored?.toCheck, 0)
  assert.deepEqual(
    restored.changed.map(({ id }) => id),
    [back.id],
  )
})

test('an order paid since the backup is secured where we know its page', async () => {
  const concert = await paidConcert(world)
  const order = await concert.ordered()
  await turnedBack(world, async () => {
    await world.bank.pay(order.page, { method: 'sbp', action: 'pay' })
    await minutes(1)
    await advanceAndSettle(world, HOUR_MS)
  })
  const [payment] = await concert.payments()
  assert.equal(payment?.state, 'awaiting')
  await started()
  assert.equal(await outcomeOf(world, order.id), 'secured')
})

test('a payment that the bank knows and we do not is asked about once, by notice and by registry', async () => {
  const concert = await paidConcert(world)
  await concert.paid('sbp')
  let page = ''
  await turnedBack(world, async () => {
    page = (await concert.ordered(12_300)).page
  })
  await started()
  await world.bank.pay(page, { method: 'sbp', action: 'pay' })
  await world.settle()
  const asked = async () =>
    (await desk()).stuck.filter(
      ({ attention, amount }) => attention === 'unknown' && amount === 12_300,
    )
  const [question] = await asked()
  assert.equal(question?.amount, 12_300)
  assert.match(question?.todo ?? '', /верните деньги/u)
  world.advance(DAY_MS)
  await matchRegistries(world.app.ctx)
  assert.equal((await asked()).length, 1)
})

test('payouts are not resumed before every look at the bank is through', async () => {
  const concert = await paidConcert(world)
  await concert.paid('sbp')
  await turnedBack(world, async () => {})
  await world.bank.faults.set({ kind: 'error_500', method: 'GetState' })
  await started()
  assert.ok(((await desk()).restored?.toCheck ?? 0) > 0)
  await world.refused('ILLEGAL_STEP', api.payment.resumePayouts, {}, asAdmin())
  await world.bank.faults.clear()
  await advanceAndSettle(world, HOUR_MS)
  assert.equal((await desk()).restored?.toCheck, 0)
  await resume()
  assert.deepEqual(await desk().then(({ payoutsPaused, restored }) => [payoutsPaused, restored]), [
    false,
    null,
  ])
})

test('a concert that is over is not ended while the bank is compared: its songs may have been played', async () => {
  const concert = await paidConcert(world, { concert: { minutes: 20 } })
  const { id } = await concert.paid('sbp')
  await turnedBack(world, async () => {})
  await started()
  world.advance(3 * HOUR_MS)
  await takeDueSteps(world.app.ctx)
  await world.settle()
  assert.equal(await outcomeOf(world, id), 'secured')
  await resume()
  await takeDueSteps(world.app.ctx)
  await minutes(1)
  assert.equal(await outcomeOf(world, id), 'returned concert_over')
})

test('payouts have orders of their own, however equal, but one that the bank never had leaves its order to the next', async () => {
  const made = async (state: 'completed' | 'rejected', bankId: string | null) => {
    world.advance(MINUTE_MS)
    const { id, orderId, attempt } = await addPayout(
      world.sql,
      {
        artistId: artist.id,
        checkPaymentId: null,
        amount: 1000,
        phone,
        sbpBankId: '100000000111',
        recipient: null,
      },
      world.now(),
    )
    await world.sql
      .updateTable('payouts')
      .set({ state, bankPayoutId: bankId, dueAt: null })
      .where('id', '=', id)
      .execute()
    return referenceOf(orderId, attempt)
  }
  const first = await made('completed', '71')
  const second = await made('rejected', null)
  const again = await made('rejected', '72')
  const third = await made('completed', '73')
  assert.equal(second, again)
  assert.equal(new Set([first, second, third]).size, 3)
})
