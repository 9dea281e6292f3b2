import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { kopecks } from '#domain/money.ts'
import type { BankOutcome, Receipt } from '#server/integrations/bank/bank.ts'
import { okValue, makeBankWorld, named, declineCode, SHOP } from './bank.fixture.ts'
import type { BankWorld } from './bank.fixture.ts'
import type { FaultMethod } from './fault.ts'

let world: BankWorld
before(async () => {
  world = await makeBankWorld()
})
beforeEach(() => world.bank.faults.clear())
after(() => world.close())

const ALL = kopecks(10_000)
const HOUR = 3_600_000
const SBER = '100000000111'

async function held() {
  const payment = await world.opened()
  await world.bank.pay(payment.id, { action: 'pay' })
  return payment
}

async function charged(method: 'card' | 'sbp' = 'card', receipt: Receipt | null = null) {
  const payment = await world.opened({ mode: 'charge', receipt })
  await world.bank.pay(payment.id, { method, action: 'pay' })
  return payment
}

async function stateOf(id: string) {
  return okValue(await world.port.look(id)).state
}

async function preparedPayout() {
  const question = { reference: randomUUID(), amount: ALL, phone: '79123456789', bankId: SBER }
  return okValue(await world.port.preparePayout({ ...question, purpose: 'Выплата' })).bankPayoutId
}

function opening(reference: string) {
  return world.port.open({
    reference,
    amount: ALL,
    mode: 'hold',
    description: '',
    returnUrl: SHOP,
    notificationUrl: `${SHOP}/notices`,
    expiresAt: new Date(world.now().getTime() + HOUR),
    receipt: null,
  })
}

async function closedTimes(id: string) {
  const { payments } = await world.bank.books()
  const receipts = payments.find((payment) => payment.id === id)?.receipts ?? []
  return receipts.filter(({ kind }) => kind === 'closing').length
}

/** Each method that a fault can affect: how to call it, and how to check whether it was executed. */
const QUESTIONS: Record<
  FaultMethod,
  () => Promise<{ ask(): Promise<BankOutcome<unknown>>; done(): Promise<boolean> }>
> = {
  Init: async () => {
    const reference = randomUUID()
    return {
      ask: () => opening(reference),
      done: async () => okValue(await world.port.find(reference)) !== null,
    }
  },
  Confirm: async () => {
    const { id } = await held()
    return {
      ask: () => world.port.capture({ bankPaymentId: id, amount: ALL, receipt: null }),
      done: async () => (await stateOf(id)) === 'charged',
    }
  },
  Cancel: async () => {
    const { id } = await held()
    return {
      ask: () => world.port.refund({ bankPaymentId: id, amount: ALL, requestKey: id }),
      done: async () => (await stateOf(id)) === 'voided',
    }
  },
  GetState: async () => {
    const { id } = await held()
    return { ask: () => world.port.look(id), done: async () => true }
  },
  CheckOrder: async () => {
    const { reference } = await charged()
    return { ask: () => world.port.find(reference), done: async () => true }
  },
  SendClosingReceipt: async () => {
    const item = { name: 'Песня', amount: ALL, tax: 'none', paymentObject: 'service' }
    const receiptBy = (paymentMethod: string): Receipt => ({
      to: 'a@b.example',
      taxation: 'usn_income',
      items: [{ ...item, paymentMethod, supplier: null }],
    })
    const { id } = await charged('card', receiptBy('full_prepayment'))
    const ask = () =>
      world.port.closeReceipt({ bankPaymentId: id, receipt: receiptBy('full_payment') })
    return { ask, done: async () => (await closedTimes(id)) === 1 }
  },
  PayoutInit: async () => {
    const question = { reference: randomUUID(), amount: ALL, phone: '79123456789', bankId: SBER }
    return {
      ask: () => world.port.preparePayout({ ...question, purpose: 'Выплата' }),
      done: async () => {
        const { payouts } = await world.bank.books()
        return payouts.some(({ orderId }) => orderId === question.reference)
      },
    }
  },
  PayoutPayment: async () => {
    const id = await preparedPayout()
    return {
      ask: () => world.port.pay(named(id)),
      done: async () => okValue(await world.port.lookAtPayout(named(id))).state !== 'known',
    }
  },
  PayoutGetState: async () => {
    const id = await preparedPayout()
    return { ask: () => world.port.lookAtPayout(named(id)), done: async () => true }
  },
}

const MOVING = new Set<FaultMethod>(['Init', 'Confirm', 'Cancel', 'PayoutInit', 'PayoutPayment'])

for (const [name, prepare] of Object.entries(QUESTIONS)) {
  const method = name as FaultMethod

  for (const how of ['silence', 'broken'] as const)
    test(`${method}: ${how} before the effect is unknown, and nothing was done`, async () => {
      const { ask, done } = await prepare()
      await world.bank.faults.set({ kind: 'timeout_before', method, how, times: 1 })
      assert.equal((await ask()).outcome, 'unknown')
      if (MOVING.has(method)) assert.equal(await done(), false)
      assert.equal((await ask()).outcome, 'ok')
    })

  for (const how of ['silence', 'broken'] as const)
    test(`${method}: ${how} after the effect is unknown, and it was done`, async () => {
      const { ask, done } = await prepare()
      await world.bank.faults.set({ kind: 'timeout_after', method, how, times: 1 })
      assert.equal((await ask()).outcome, 'unknown')
      assert.equal(await done(), true)
    })

  test(`${method}: a 500 does nothing`, async () => {
    const { ask, done } = await prepare()
    await world.bank.faults.set({ kind: 'error_500', method, times: 1 })
    assert.equal((await ask()).outcome, 'unknown')
    if (MOVING.has(method)) assert.equal(await done(), false)
  })

  test(`${method}: an answer that cannot be read is unknown, and it was done`, async () => {
    const { ask, done } = await prepare()
    await world.bank.faults.set({ kind: 'malformed', method, times: 1 })
    assert.equal((await ask()).outcome, 'unknown')
    assert.equal(await done(), true)
  })
}

test('a fault of one method leaves the others alone', async () => {
  const { id } = await held()
  await world.bank.faults.set({ kind: 'error_500', method: 'Confirm' })
  assert.equal(await stateOf(id), 'held')
})

test('a fault for two times strikes twice', async () => {
  const { id } = await held()
  await world.bank.faults.set({ kind: 'error_500', method: 'GetState', times: 2 })
  const outcomes = [await world.port.look(id), await world.port.look(id), await world.port.look(id)]
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ['unknown', 'unknown', 'ok'],
  )
})

test('a fault without a number strikes until it is cleared', async () => {
  const { id } = await held()
  await world.bank.faults.set({ kind: 'error_500', method: 'GetState' })
  for (let time = 0; time < 5; time++) assert.equal((await world.port.look(id)).outcome, 'unknown')
  await world.bank.faults.clear()
  assert.equal(await stateOf(id), 'held')
})

test('a refused capture: the hold is gone', async () => {
  const { id, reference } = await held()
  await world.bank.faults.set({ kind: 'refused_capture', reference })
  const capture = { bankPaymentId: id, amount: ALL, receipt: null }
  assert.equal(declineCode(await world.port.capture(capture)), '8')
  assert.equal(await stateOf(id), 'voided')
  assert.equal((await world.noticesOf(reference)).at(-1)?.word, 'REVERSED')
  assert.ok(await world.bank.booksBalance())
})

for (const [code, outcome] of [
  ['3002', 'declined'],
  ['3028', 'declined'],
  ['3029', 'later'],
  ['3030', 'later'],
] as const)
  test(`a refund refused with ${code} leaves the charge, and the next try may do it`, async () => {
    const { id } = await charged('sbp')
    await world.bank.faults.set({ kind: 'refused_refund', code, times: 1 })
    const back = { bankPaymentId: id, amount: ALL, requestKey: id }
    assert.equal((await world.port.refund(back)).outcome, outcome)
    assert.equal(await stateOf(id), 'charged')
    assert.equal(okValue(await world.port.refund(back)).state, 'refunding')
  })

test('a stuck refund arrives once the fault is cleared', async () => {
  const { id } = await charged('sbp')
  await world.bank.faults.set({ kind: 'stuck_refund' })
  okValue(await world.port.refund({ bankPaymentId: id, amount: ALL, requestKey: id }))
  world.advance(24 * HOUR)
  await world.bank.tick()
  assert.equal(await stateOf(id), 'refunding')
  await world.bank.faults.clear()
  await world.bank.tick()
  assert.equal(await stateOf(id), 'refunded')
})

test('a refused payout comes back to the account', async () => {
  const id = await preparedPayout()
  const { merchant } = await world.bank.totals()
  await world.bank.faults.set({ kind: 'refused_payout', times: 1 })
  assert.equal(okValue(await world.port.pay(named(id))).state, 'busy')
  world.advance(2000)
  await world.bank.tick()
  assert.equal(okValue(await world.port.lookAtPayout(named(id))).state, 'rejected')
  assert.equal((await world.bank.totals()).merchant, merchant)
  assert.ok(await world.bank.booksBalance())
})

test('a slow payout arrives once the fault is cleared', async () => {
  const id = await preparedPayout()
  await world.bank.faults.set({ kind: 'slow_payout' })
  assert.equal(okValue(await world.port.pay(named(id))).state, 'busy')
  world.advance(24 * HOUR)
  await world.bank.tick()
  assert.equal(okValue(await world.port.lookAtPayout(named(id))).state, 'busy')
  await world.bank.faults.clear()
  await world.bank.tick()
  assert.equal(okValue(await world.port.lookAtPayout(named(id))).state, 'completed')
})

test('a short hold is let go after two hours', async () => {
  await world.bank.faults.set({ kind: 'hold_2h', times: 1 })
  const { id } = await held()
  world.advance(2 * HOUR - 1)
  await world.bank.tick()
  assert.equal(await stateOf(id), 'held')
  world.advance(1)
  await world.bank.tick()
  assert.equal(await stateOf(id), 'voided')
})

test('an unknown word is told instead of the state', async () => {
  const { id } = await charged()
  const payout = await preparedPayout()
  await world.bank.faults.set({ kind: 'unknown_status', word: 'HALF_CONFIRMED' })
  assert.equal(await stateOf(id), 'busy')
  assert.equal(okValue(await world.port.lookAtPayout(named(payout))).state, 'waiting')
  await world.bank.faults.clear()
  assert.equal(await stateOf(id), 'charged')
})
