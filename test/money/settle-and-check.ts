import assert from 'node:assert/strict'
import { sql as raw } from 'kysely'
import type { SandboxReceipt } from '#packages/tbank-sandbox/documents.ts'
import { FLOAT } from '#packages/tbank-sandbox/state.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { takeDueSteps } from '#server/modules/concerts/concert-lifecycle.service.ts'
import { resumePayouts } from '#server/modules/payouts/payouts.service.ts'
import { auditBooks } from '#server/modules/reconciliation/audit.service.ts'
import { spendNight } from './commands/hours.ts'
import { askAgain, endDisputes } from './commands/operator.ts'
import type { MoneyEvening } from './evening.ts'
import { about, checkAlways, checkGuards } from './invariants.ts'
import { chargedOf, netOf } from './invariants/books.ts'
import { readPayouts } from './invariants/payouts.ts'
import { readPayments } from './invariants/read.ts'
import type { SeenMoney } from './invariants/read.ts'
import type { Bill, Model } from './model.ts'

/**
 * Steps of the clock (ms): long enough for every lease, every repeated look, and every pause of an hour or a day that
 * the bank asks for.
 */
const STEPS = [
  0,
  5 * SECOND_MS,
  65 * SECOND_MS,
  20 * MINUTE_MS,
  2 * HOUR_MS,
  26 * HOUR_MS,
  10 * SECOND_MS,
  MINUTE_MS,
]
const OVER = new Set(['released', 'returned', 'failed', 'expired', 'canceled'])
/** What a person can only acknowledge: a retry changes nothing. */
const FOR_GOOD = new Set(['hold_lost', 'returned_by_bank', 'lost_after_release'])

/** Clears all faults and lets time pass, then checks that all money is settled and that the bank's books match ours. */
export async function settleAndCheck(evening: MoneyEvening, model: Model): Promise<void> {
  const { world, system } = evening
  await world.bank.faults.clear()
  await system.crashes.disarm()
  await resumePayouts(world.app.ctx)
  await untilQuiet(evening, model)
  await overOrAsked(evening)
  if (await askAgain(evening)) await untilQuiet(evening, model)
  // Changes that we were not notified of come with the bank's registry in the first night; what follows from them, in
  // the second.
  await twoNights(evening)
  await endDisputes('close').does(evening, model)
  // A refund that was blocked by a dispute passes where the dispute was won.
  if (await askAgain(evening)) {
    await untilQuiet(evening, model)
    await twoNights(evening)
  }
  await checkAlways(evening, model)
  const payments = await readPayments(evening)
  const bills = new Map(model.bills.map((bill) => [bill.id, bill]))
  for (const payment of payments)
    about(payment, () => checkEnd(payment, bills.get(payment.id), model.givenBack.has(payment.id)))
  await checkPurse(evening, payments, model.bills)
  await checkSystem(evening)
}

async function twoNights(evening: MoneyEvening): Promise<void> {
  const { world } = evening
  for (let nights = 0; nights < 2; nights += 1) {
    await spendNight(evening)
    await world.settle()
    world.advance(10 * SECOND_MS)
    await world.settle()
  }
}

async function untilQuiet(evening: MoneyEvening, model: Model): Promise<void> {
  const { world } = evening
  const ends = await world.sql
    .selectFrom('concerts')
    .select('endsAt')
    .where('id', 'in', evening.concerts)
    .where('status', '!=', 'PLAYED')
    .execute()
  const last = Math.max(...ends.map(({ endsAt }) => endsAt.getTime() + 2 * HOUR_MS), 0)
  for (const step of [0, Math.max(last - world.now().getTime(), 0), ...STEPS]) {
    world.advance(step)
    await takeDueSteps(world.app.ctx)
    await world.settle()
  }
  await checkGuards(evening)
  await checkAlways(evening, model)
  await evening.system.crashes.forget()
}

/** Checks that every payment and every payout is final or waits for a person: a check of a number by its payout. */
async function overOrAsked(evening: MoneyEvening): Promise<void> {
  const payouts = await readPayouts(evening)
  const asked = new Set(payouts.flatMap(({ check, attention }) => (attention ? check : [])))
  for (const payment of await readPayments(evening))
    about(payment, () => {
      const isAsked = payment.attention !== null || asked.has(payment.id)
      assert.ok(OVER.has(payment.state) || isAsked, 'money is left lying')
    })
  for (const payout of payouts)
    assert.ok(
      payout.state === 'completed' || payout.state === 'rejected' || payout.attention !== null,
      `a payout is left lying: ${JSON.stringify(payout)}`,
    )
}

const isClosing = ({ kind }: { readonly kind: string }) => kind === 'closing'

/**
 * Checks that a song is earned if it was played and given back if it was not, that a tip is earned, and that an unpaid
 * payment has no money.
 */
function checkEnd(payment: SeenMoney, bill: Bill | undefined, isGivenBack: boolean): void {
  const { state, attention, kind, entry, dropped } = payment
  // The bank closes no prepayment receipt after a partial refund, and none twice: a restored database asks again.
  const isClosed = payment.pages.some(({ receipts }) => receipts.some(isClosing))
  const isByHand = attention === 'receipt_refused' && (payment.givenBack > 0 || isClosed)
  const isNoted = isByHand || FOR_GOOD.has(attention ?? '')
  assert.ok(OVER.has(state) || isNoted, 'trying again has not helped')
  assert.ok(attention === null || isNoted, 'the question stays after its answer')
  if (bill?.paid !== true) {
    assert.ok(['failed', 'expired', 'canceled'].includes(state), 'not paid, and yet something')
    assert.equal(attention, null)
    return
  }
  if (attention !== null) return
  assert.equal(payment.pages.filter(({ status }) => status === 'AUTHORIZED').length, 0, 'held on')
  if (isGivenBack) {
    assert.equal(state, 'returned', 'given back by the artist, and not there')
    return
  }
  if (kind === 'song' && payment.concertThere)
    assert.equal(state, entry === 'PLAYED' && !dropped ? 'released' : 'returned')
  // Money that is first seen while it is being refunded goes back whole, whichever part that was.
  const isUnseen = payment.reason === 'late' && bill.parts.givenBack > 0
  // The bank reversed the hold of a tip or a check before the capture: the money never was ours.
  const isLetGo = kind !== 'song' && payment.pages.some(({ status }) => status === 'REVERSED')
  if (kind === 'tip' && !bill.takenBack && !isUnseen)
    assert.equal(state, isLetGo ? 'canceled' : 'released')
  if (bill.takenBack)
    assert.equal(state, isLetGo ? 'canceled' : 'returned', 'the bank took it back unnoticed')
}

/** Checks that what the artist has earned is in our ledger or paid out to his phone. */
async function checkPurse(
  evening: MoneyEvening,
  payments: readonly SeenMoney[],
  bills: readonly Bill[],
): Promise<void> {
  const payouts = await readPayouts(evening)
  const earned = payments.filter(({ kind, state }) => kind !== 'check' && state === 'released')
  const sum = earned.reduce((total, payment) => total + netOf(payment), 0)
  const out = payouts.filter(({ check, state }) => check === null && state === 'completed')
  const paidOut = out.reduce((total, { amount }) => total + amount, 0)
  const { rows } = await raw<{ available: number }>`
    select coalesce(-sum(amount), 0)::bigint as available from ledger_lines
    where account in (${`artist_payable:${evening.artist.id}`}, ${`artist_debt:${evening.artist.id}`})
    `.execute(evening.world.sql)
  assert.equal((rows[0]?.available ?? 0) + paidOut, sum - chargedOf(payments, bills))
}

/** Checks the whole system, all evenings before included: our cash equals the bank's account, and nothing is open between us. */
async function checkSystem(evening: MoneyEvening): Promise<void> {
  const { world } = evening
  assert.deepEqual(await auditBooks(world.app.ctx), [])
  assert.equal(await world.bank.booksBalance(), true)
  const { rows } = await raw<{ cash: number }>`
    select coalesce(sum(amount), 0)::bigint as cash from ledger_lines
    where account = 'settlement_cash'`.execute(world.sql)
  const { merchant } = await world.bank.totals()
  assert.equal(rows[0]?.cash, merchant - FLOAT, 'our cash is not what the bank keeps for us')
  const open = await raw`
    select p.id, p.kind, p.state, p.funds, sum(l.amount)::bigint as open
    from payments p join ledger_transactions t on t.payment_id = p.id
      join ledger_lines l on l.transaction_id = t.id
    where p.artist_id = ${evening.artist.id}::uuid and p.attention is null
      and l.account = 'acq_receivable'
    group by p.id having sum(l.amount) <> 0`.execute(world.sql)
  assert.deepEqual(open.rows, [], 'the bank and we have something open between us')
  const { payments } = await world.bank.books()
  const credited = await world.sql
    .selectFrom('payments')
    .select(['id', 'receipt', 'bankPaymentId as bankId'])
    .where('artistId', '=', evening.artist.id)
    .where('kind', '=', 'song')
    .where('state', '=', 'released')
    .where('funds', '=', 'charged')
    .where('attention', 'is', null)
    .where('receipt', '<>', 'refused')
    .execute()
  const prepaid = credited.flatMap(({ id, receipt, bankId }) => {
    const told = payments.find((payment) => payment.id === bankId)?.receipts.map(methodOf) ?? []
    return receipt === 'closed' && told.at(-1) === 'full_payment' ? [] : [{ id, receipt, told }]
  })
  assert.deepEqual(prepaid, [], 'the till has a played song down as prepaid')
  const questions = await world.sql
    .selectFrom('moneyQuestions')
    .select(['what', 'amount', 'paymentId'])
    .where('subject', 'in', ['registry', 'ledger'])
    .where('closedAt', 'is', null)
    .execute()
  assert.deepEqual(questions, [], 'the registry or the audit has found something')
}

function methodOf({ receipt }: SandboxReceipt): unknown {
  const [item] = receipt['Items'] as readonly { readonly PaymentMethod?: unknown }[]
  return item?.PaymentMethod
}
