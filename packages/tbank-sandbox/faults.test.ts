import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { makeBankWorld, SBER } from './bank.fixture.ts'
import type { BankWorld } from './bank.fixture.ts'
import type { FaultMethod } from './fault.ts'

let world: BankWorld
before(async () => {
  world = await makeBankWorld()
})
beforeEach(() => world.bank.faults.clear())
after(() => world.close())

const HOUR = 3_600_000

async function held() {
  const payment = await world.opened()
  await world.bank.pay(payment.id, { action: 'pay' })
  return payment
}

async function charged(method: 'card' | 'sbp' = 'card', more: object = {}) {
  const payment = await world.opened({ stage: 'one', ...more })
  await world.bank.pay(payment.id, { method, action: 'pay' })
  return payment
}

const receiptBy = (PaymentMethod: string) => ({
  Email: 'a@b.example',
  Taxation: 'usn_income',
  Items: [{ Name: 'Чай', Price: 10_000, Quantity: 1, Amount: 10_000, Tax: 'none', PaymentMethod }],
})

const isOrdered = async (orderId: string) =>
  (await world.ask('CheckOrder', { OrderId: orderId }))['ErrorCode'] === '0'

type Reply = Awaited<ReturnType<BankWorld['call']>>

/** Each method that a fault can affect: how to call it, and how to check whether it was executed. */
const QUESTIONS: Record<
  FaultMethod,
  () => Promise<{ ask(): Promise<Reply>; done(): Promise<boolean> }>
> = {
  Init: async () => {
    const OrderId = randomUUID()
    return {
      ask: () => world.call('Init', { OrderId, Amount: 10_000 }),
      done: () => isOrdered(OrderId),
    }
  },
  Confirm: async () => {
    const { id: PaymentId } = await held()
    return {
      ask: () => world.call('Confirm', { PaymentId }),
      done: async () => (await world.statusOf(PaymentId)) === 'CONFIRMED',
    }
  },
  Cancel: async () => {
    const { id: PaymentId } = await held()
    return {
      ask: () => world.call('Cancel', { PaymentId, ExternalRequestId: PaymentId }),
      done: async () => (await world.statusOf(PaymentId)) === 'REVERSED',
    }
  },
  GetState: async () => {
    const { id: PaymentId } = await held()
    return { ask: () => world.call('GetState', { PaymentId }), done: async () => true }
  },
  CheckOrder: async () => {
    const { orderId: OrderId } = await charged()
    return { ask: () => world.call('CheckOrder', { OrderId }), done: async () => true }
  },
  SendClosingReceipt: async () => {
    const { id: PaymentId } = await charged('card', { Receipt: receiptBy('full_prepayment') })
    const closing = { PaymentId, Receipt: receiptBy('full_payment') }
    return {
      ask: () => world.call('SendClosingReceipt', closing),
      async done() {
        const { payments } = await world.bank.books()
        const { receipts = [] } = payments.find(({ id }) => id === PaymentId) ?? {}
        return receipts.some(({ kind }) => kind === 'closing')
      },
    }
  },
  PayoutInit: async () => {
    const OrderId = randomUUID()
    const asked = { OrderId, Amount: 900, PhoneNumber: '79123456789', SbpMemberId: SBER }
    return {
      ask: () => world.callPayouts('v2/Init', asked),
      async done() {
        const { payouts } = await world.bank.books()
        return payouts.some(({ orderId }) => orderId === OrderId)
      },
    }
  },
  PayoutPayment: async () => {
    const PaymentId = await world.prepared()
    return {
      ask: () => world.callPayouts('v2/Payment', { PaymentId }),
      done: async () => (await world.payoutStatus(PaymentId)) !== 'CHECKED',
    }
  },
  PayoutGetState: async () => {
    const PaymentId = await world.prepared()
    return { ask: () => world.callPayouts('GetState', { PaymentId }), done: async () => true }
  },
}

const MOVING = new Set<FaultMethod>(['Init', 'Confirm', 'Cancel', 'PayoutInit', 'PayoutPayment'])

for (const [name, prepare] of Object.entries(QUESTIONS)) {
  const method = name as FaultMethod

  for (const [kind, status] of [
    ['timeout_before', 504],
    ['error_500', 500],
  ] as const)
    test(`${method}: ${kind} does nothing`, async () => {
      const { ask, done } = await prepare()
      await world.bank.faults.set({ kind, method, times: 1 })
      assert.equal((await ask()).answer.statusCode, status)
      if (MOVING.has(method)) assert.equal(await done(), false)
      assert.equal((await ask()).fields['ErrorCode'], '0')
    })

  test(`${method}: 504 after the effect, and it was done`, async () => {
    const { ask, done } = await prepare()
    await world.bank.faults.set({ kind: 'timeout_after', method, times: 1 })
    assert.equal((await ask()).answer.statusCode, 504)
    assert.equal(await done(), true)
  })

  test(`${method}: an answer that cannot be read, and it was done`, async () => {
    const { ask, done } = await prepare()
    await world.bank.faults.set({ kind: 'malformed', method, times: 1 })
    const { answer } = await ask()
    assert.equal(answer.statusCode, 200)
    assert.throws(() => answer.json())
    assert.equal(await done(), true)
  })
}

test('a fault of one method leaves the others alone', async () => {
  const { id } = await held()
  await world.bank.faults.set({ kind: 'error_500', method: 'Confirm' })
  assert.equal(await world.statusOf(id), 'AUTHORIZED')
})

test('a fault strikes so many times, or until it is cleared', async () => {
  const { id: PaymentId } = await held()
  const strikes = async () => (await world.call('GetState', { PaymentId })).answer.statusCode
  await world.bank.faults.set({ kind: 'error_500', method: 'GetState', times: 2 })
  assert.deepEqual([await strikes(), await strikes(), await strikes()], [500, 500, 200])
  await world.bank.faults.set({ kind: 'error_500', method: 'GetState' })
  for (let time = 0; time < 5; time++) assert.equal(await strikes(), 500)
  await world.bank.faults.clear()
  assert.equal(await strikes(), 200)
})

test('a refused capture: the hold is gone', async () => {
  const { id, orderId } = await held()
  await world.bank.faults.set({ kind: 'refused_capture', reference: orderId })
  assert.equal((await world.ask('Confirm', { PaymentId: id }))['ErrorCode'], '8')
  assert.equal(await world.statusOf(id), 'REVERSED')
  assert.equal((await world.noticesOf(orderId)).at(-1)?.['Status'], 'REVERSED')
  assert.ok(await world.bank.booksBalance())
})

for (const code of ['3002', '3028', '3029', '3030'] as const)
  test(`a refund refused with ${code} leaves the charge, and the next try may do it`, async () => {
    const { id: PaymentId } = await charged('sbp')
    await world.bank.faults.set({ kind: 'refused_refund', code, times: 1 })
    assert.equal((await world.ask('Cancel', { PaymentId }))['ErrorCode'], code)
    assert.equal(await world.statusOf(PaymentId), 'CONFIRMED')
    assert.equal((await world.ask('Cancel', { PaymentId }))['Status'], 'ASYNC_REFUNDING')
  })

test('a refund beyond the account is refused', async () => {
  const { id: PaymentId } = await charged('sbp')
  const { merchant } = await world.bank.totals()
  await world.bank.operator.addToAccount(-merchant)
  assert.equal((await world.ask('Cancel', { PaymentId }))['ErrorCode'], '3002')
  assert.ok(await world.bank.booksBalance())
  await world.bank.operator.addToAccount(merchant)
})

test('a stuck refund arrives once the fault is cleared', async () => {
  const { id } = await charged('sbp')
  await world.bank.faults.set({ kind: 'stuck_refund' })
  await world.ask('Cancel', { PaymentId: id })
  world.advance(24 * HOUR)
  await world.bank.tick()
  assert.equal(await world.statusOf(id), 'ASYNC_REFUNDING')
  await world.bank.faults.clear()
  await world.bank.tick()
  assert.equal(await world.statusOf(id), 'REFUNDED')
})

test('a till refuses a closing receipt', async () => {
  const { id: PaymentId } = await charged('card', { Receipt: receiptBy('full_prepayment') })
  await world.bank.faults.set({ kind: 'refused_receipt', times: 1 })
  const closing = { PaymentId, Receipt: receiptBy('full_payment') }
  assert.equal((await world.ask('SendClosingReceipt', closing))['ErrorCode'], '201')
  assert.equal((await world.ask('SendClosingReceipt', closing))['ErrorCode'], '0')
})

for (const kind of ['refused_payout', 'failed_payout'] as const)
  test(`${kind}: it comes back to the account`, async () => {
    const id = await world.prepared()
    const { merchant } = await world.bank.totals()
    await world.bank.faults.set({ kind, times: 1 })
    assert.equal((await world.askPayouts('v2/Payment', { PaymentId: id }))['Status'], 'COMPLETING')
    world.advance(2000)
    await world.bank.tick()
    assert.equal(await world.payoutStatus(id), 'REJECTED')
    assert.equal((await world.bank.totals()).merchant, merchant)
    assert.ok(await world.bank.booksBalance())
  })

test('a slow payout arrives once the fault is cleared', async () => {
  const id = await world.prepared()
  await world.bank.faults.set({ kind: 'slow_payout' })
  await world.askPayouts('v2/Payment', { PaymentId: id })
  world.advance(24 * HOUR)
  await world.bank.tick()
  assert.equal(await world.payoutStatus(id), 'CREDIT_CHECKING')
  await world.bank.faults.clear()
  await world.bank.tick()
  assert.equal(await world.payoutStatus(id), 'COMPLETED')
})

test('a short hold is let go after two hours', async () => {
  await world.bank.faults.set({ kind: 'hold_2h', times: 1 })
  const { id } = await held()
  world.advance(2 * HOUR - 1)
  await world.bank.tick()
  assert.equal(await world.statusOf(id), 'AUTHORIZED')
  world.advance(1)
  await world.bank.tick()
  assert.equal(await world.statusOf(id), 'REVERSED')
})

test('an unknown word is told instead of the state', async () => {
  const { id } = await charged()
  const payout = await world.prepared()
  await world.bank.faults.set({ kind: 'unknown_status', word: 'HALF_CONFIRMED' })
  assert.equal(await world.statusOf(id), 'HALF_CONFIRMED')
  assert.equal(await world.payoutStatus(payout), 'HALF_CONFIRMED')
  await world.bank.faults.clear()
  assert.equal(await world.statusOf(id), 'CONFIRMED')
})
