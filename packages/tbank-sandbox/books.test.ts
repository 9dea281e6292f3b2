import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { makeBankWorld } from './bank.fixture.ts'
import type { BankWorld } from './bank.fixture.ts'
import type { SandboxFault } from './fault.ts'
import { DEFAULT_CARD } from './payer.ts'

let world: BankWorld
before(async () => {
  world = await makeBankWorld()
})
after(() => world.close())

const RUNS = Number(process.env['SANDBOX_BANK_RUNS'] ?? 25)
const HOUR = 3_600_000
const FLOAT = 100_000_000

type Known = { payments: string[]; payouts: string[] }
type Step = { name: string; run(known: Known): Promise<unknown> }

const which = fc.nat(7)
const amount = fc.integer({ min: 1000, max: 100_000 })

function pick(ids: readonly string[], at: number): string | undefined {
  return ids.length === 0 ? undefined : ids[at % ids.length]
}

function about(ids: keyof Known, name: string, run: (id: string) => Promise<unknown>) {
  return which.map((at): Step => ({
    name: `${name} ${at}`,
    run: async (known) => {
      const id = pick(known[ids], at)
      return id === undefined ? undefined : run(id)
    },
  }))
}

const opens = fc.record({ amount, stage: fc.constantFrom('two', 'one') }).map((asked): Step => ({
  name: `open ${asked.stage} ${asked.amount}`,
  run: async (known) => {
    const page = await world.opened({ Amount: asked.amount, stage: asked.stage })
    known.payments.push(page.id)
  },
}))

const pays = fc
  .tuple(which, fc.constantFrom('card', 'sbp'), fc.constantFrom('pay', 'pay', 'decline', 'close'))
  .chain(([, method, action]) =>
    about('payments', `${action} ${method}`, (id) =>
      world.bank.pay(id, { method, action, card: DEFAULT_CARD }),
    ),
  )

const cancels = fc.tuple(amount, fc.boolean()).chain(([part, keyed]) =>
  about('payments', `cancel ${part}`, (id) =>
    world.ask('Cancel', {
      PaymentId: id,
      Amount: part,
      ...(keyed ? { ExternalRequestId: 'key' } : {}),
    }),
  ),
)

const payouts = amount.map((sum): Step => ({
  name: `prepare ${sum}`,
  run: async (known) => {
    known.payouts.push(await world.prepared({ Amount: sum }))
  },
}))

const FAULTS: readonly SandboxFault[] = [
  { kind: 'refused_capture', times: 1 },
  { kind: 'refused_refund', code: '3028', times: 1 },
  { kind: 'stuck_refund', times: 1 },
  { kind: 'refused_payout', times: 1 },
  { kind: 'slow_payout', times: 1 },
  { kind: 'hold_2h', times: 1 },
  { kind: 'notice_lost', times: 1 },
  { kind: 'notice_reordered', times: 1 },
]

const faults = fc
  .constantFrom(...FAULTS)
  .map((fault): Step => ({ name: `fault ${fault.kind}`, run: () => world.bank.faults.set(fault) }))
const clears = fc.constant<Step>({ name: 'clear', run: () => world.bank.faults.clear() })
const times = fc
  .constantFrom(1000, 3000, HOUR, 3 * HOUR, 24 * HOUR, 8 * 24 * HOUR)
  .map((ms): Step => ({
    name: `wait ${ms}`,
    run: async () => {
      world.advance(ms)
      return world.bank.tick()
    },
  }))

/** An impossible action of the operator throws RangeError with the reason, which is ignored here. */
async function atDesk(press: () => Promise<void>): Promise<void> {
  try {
    await press()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: opens },
    { weight: 5, arbitrary: pays },
    { weight: 2, arbitrary: cancels },
    {
      weight: 3,
      arbitrary: about('payments', 'confirm', (id) => world.ask('Confirm', { PaymentId: id })),
    },
    {
      weight: 2,
      arbitrary: about('payments', 'cancel all', (id) => world.ask('Cancel', { PaymentId: id })),
    },
    about('payments', 'charge back', (id) => atDesk(() => world.bank.operator.chargeBack(id))),
    about('payments', 'win', (id) => atDesk(() => world.bank.operator.winDispute(id))),
    { weight: 2, arbitrary: payouts },
    {
      weight: 3,
      arbitrary: about('payouts', 'pay out', (id) =>
        world.askPayouts('v2/Payment', { PaymentId: id }),
      ),
    },
    { weight: 2, arbitrary: faults },
    { weight: 1, arbitrary: clears },
    { weight: 3, arbitrary: times },
  ),
  { maxLength: 30 },
)

test('no kopeck appears or vanishes, whatever is done in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (run) => {
      const known: Known = { payments: [], payouts: [] }
      for (const step of run) {
        await step.run(known)
        assert.ok(await world.bank.booksBalance(), step.name)
      }
      const books = await world.bank.books()
      for (const { captured, refunded, amount: sum, id } of books.payments) {
        assert.ok(captured <= sum, id)
        assert.ok(refunded <= captured, id)
      }
      const lost = books.taken + books.held - books.refunded - books.chargedBack
      const { merchant, owed, held, fees, phones, inFlight } = books
      assert.equal(lost + FLOAT, merchant + owed + held + fees + phones + inFlight)
    }),
    { numRuns: RUNS },
  )
})

test('once faults are off and time has passed, nothing is left on its way', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (run) => {
      const known: Known = { payments: [], payouts: [] }
      for (const step of run) await step.run(known)
      await world.bank.faults.clear()
      for (const days of [8, 1]) {
        world.advance(days * 24 * HOUR)
        await world.bank.tick()
      }
      const totals = await world.bank.totals()
      assert.equal(totals.held, 0)
      assert.equal(totals.inFlight, 0)
      assert.equal(totals.owed, 0)
      const ended = new Set(['CONFIRMED', 'REVERSED', 'REFUNDED', 'PARTIAL_REFUNDED'])
      for (const word of ['CANCELED', 'REJECTED', 'DEADLINE_EXPIRED']) ended.add(word)
      for (const { status } of (await world.bank.books()).payments) assert.ok(ended.has(status))
      assert.ok(await world.bank.booksBalance())
    }),
    { numRuns: Math.ceil(RUNS / 3) },
  )
})

test('a lost kopeck is seen', async () => {
  const { id } = await world.opened({ stage: 'one' })
  await world.bank.pay(id, { action: 'pay' })
  assert.ok(await world.bank.booksBalance())
  for (const [wrong, right] of [
    [{ captured: 9999 }, { captured: 10_000 }],
    [{ refunded: 1 }, { refunded: 0 }],
    [{ moves: [] }, {}],
  ] as const) {
    const change = (to: object) =>
      world.tamper('payment', (payment) => (payment['id'] === id ? to : {}))
    await change(wrong)
    assert.equal(await world.bank.booksBalance(), false)
    await change(right)
  }
})
