import assert from 'node:assert/strict'
import type { MoneyEvening } from './evening.ts'
import { checkBank } from './invariants/bank.ts'
import { checkBooks } from './invariants/books.ts'
import { checkPayouts } from './invariants/payouts.ts'
import { checkCollected, checkQueue } from './invariants/queue.ts'
import { linesOf, readPayments } from './invariants/read.ts'
import type { SeenMoney } from './invariants/read.ts'
import type { Model } from './model.ts'

/** The sandbox bank never causes these, so one of them is our own bug. */
const NEVER = new Set(['amount_mismatch', 'partial', 'money_again', 'contradiction'])
/** Requests that change something at the bank. */
const CHANGES = new Set(['open', 'capture', 'refund'])

/** Checks what must hold after any action. */
export async function checkAlways(evening: MoneyEvening, model: Model): Promise<void> {
  const payments = await readPayments(evening)
  const lines = await linesOf(evening)
  const bills = new Map(model.bills.map((bill) => [bill.id, bill]))
  checkAsked(evening)
  for (const payment of payments)
    about(payment, () => {
      const bill = bills.get(payment.id)
      assert.ok(!NEVER.has(payment.attention ?? ''), `attention: ${payment.attention}`)
      checkBooks(payment, lines.get(payment.id) ?? {}, bill)
      checkBank(payment, {
        paid: bill?.paid ?? false,
        takenBack: bill?.takenBack ?? false,
        parts: bill?.parts ?? { letGo: 0, givenBack: 0 },
        byDispute: (bill?.dispute.returned ?? 0) > 0,
      })
      checkQueue(payment, model)
      const isGivenBack = payment.reason === 'returned_by_artist'
      assert.equal(isGivenBack, model.givenBack.has(payment.id), 'the artist remembers otherwise')
      if (payment.state === 'released' || payment.state === 'returned') {
        assert.equal(payment.questions, 0, 'the bank is still to be asked about what is over')
        evening.ended.add(payment.id).add(payment.bankId ?? payment.id)
      }
    })
  await checkCollected(evening, payments)
  await checkPayouts(evening, payments, model.bills)
}

/** Runs the check; adds the payment and its state to a failure. */
export function about(payment: SeenMoney, check: () => void): void {
  try {
    check()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`${message}\n${JSON.stringify(payment, null, 1)}`, { cause: error })
  }
}

/** Released and returned are final: the bank must get no more changing requests. */
function checkAsked({ system, ended }: MoneyEvening): void {
  for (const { call, subject } of system.crashes.asked)
    if (CHANGES.has(call) && subject !== null)
      assert.ok(!ended.has(subject), `${call} of ${subject}, which is over`)
}

/** While the bank answers, no hold is left to expire. */
export async function checkGuards(evening: MoneyEvening): Promise<void> {
  for (const payment of await readPayments(evening))
    about(payment, () => {
      const holds = payment.funds === 'hold' && payment.state !== 'returned'
      const over = payment.holdUntil !== null && payment.holdUntil <= evening.world.now()
      assert.ok(!(holds && over) || payment.attention !== null, 'a hold has outlived its guard')
    })
}
