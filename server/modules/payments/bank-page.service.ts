import { Refusal } from '#domain/refusal.ts'
import type { Sql } from '../../platform/db/open.ts'
import { inTransaction } from '../../platform/db/tx.ts'
import type { RunNews } from '../../platform/jobs/due-work.ts'
import { hastenPage } from './operations.store.ts'
import type { RunPayment } from './payment-worker.service.ts'
import { lockPayment } from './payments.store.ts'

/** How long a call waits for the bank's page when another run is asking for it (ms). */
const PATIENCE_MS = 9000
const DOWN = 'Оплата временно недоступна. Попробуйте ещё раз через минуту.'

export type PageContext = {
  readonly sql: Sql
  readonly now: () => Date
  readonly run: RunPayment
  readonly news: RunNews
}

/**
 * The bank's page for a payment, made now where it is not there yet. Refuses NOT_FOUND, PAYMENTS_DOWN,
 * ILLEGAL_STEP where it takes no money any more; a `repeated` question gets its page all the same.
 */
export async function pageOf(
  { sql, now, run, news }: PageContext,
  paymentId: string,
  { repeated = false } = {},
): Promise<string> {
  const patience = performance.now() + PATIENCE_MS
  let hastened = false
  for (;;) {
    using ran = news.watch(paymentId)
    const mine = await run(paymentId)
    // The lock waits for a claim that is being committed.
    const payment = mine?.link ? mine : await inTransaction(sql, (of) => lockPayment(of, paymentId))
    if (payment === undefined) throw new Refusal('NOT_FOUND', 'Такого заказа нет')
    const { state, link, leasedUntil, dueAt } = payment
    if (link !== null && (repeated || state === 'awaiting')) return link
    if (state === 'failed' && payment.reason === 'not_opened') throw new NeverOpened()
    if (state !== 'created') throw new Refusal('ILLEGAL_STEP', 'Этот заказ уже нельзя оплатить')
    // A press after a failure asks the bank again and does not wait for the worker's patience.
    if (mine === null && !hastened) {
      hastened = true
      await hastenPage(sql, paymentId, now())
      continue
    }
    const leased = leasedUntil !== null && leasedUntil > now()
    const due = dueAt !== null && dueAt <= now()
    const left = patience - performance.now()
    if ((!leased && !due) || left <= 0) throw down()
    if (leased) await ran.within(left)
  }
}

/** The bank refused to make a page, so that nobody can ever pay this one; another may be begun. */
export class NeverOpened extends Refusal {
  constructor() {
    super('PAYMENTS_DOWN', DOWN)
  }
}

function down(): Refusal {
  return new Refusal('PAYMENTS_DOWN', DOWN)
}
