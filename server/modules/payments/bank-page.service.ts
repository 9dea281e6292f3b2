import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '#domain/refusal.ts'
import type { Sql } from '../../platform/db/open.ts'
import { hastenPage } from './operations.store.ts'
import { paymentById } from './payments.store.ts'
import type { KeptPayment } from './payments.store.ts'

/** How long a call waits for the bank's page when another visit is asking for it (ms). */
const PATIENCE_MS = 9000
const PAUSE_MS = 100
const DOWN = 'Оплата временно недоступна. Попробуйте ещё раз через минуту.'

/** The bank's pages, on which listeners pay. */
export function makePages(deps: {
  sql: Sql
  now: () => Date
  /** One visit to the bank for a payment; gives it as the visit left it, or null where there was none. */
  attend: (paymentId: string) => Promise<KeptPayment | null>
}) {
  const { sql, now, attend } = deps

  /**
   * The bank's page for a payment, made now where it is not there yet. Refuses NOT_FOUND, PAYMENTS_DOWN,
   * ILLEGAL_STEP where it takes no money any more; a `repeated` question gets its page all the same.
   */
  return async function linkOf(paymentId: string, { repeated = false } = {}): Promise<string> {
    const patience = performance.now() + PATIENCE_MS
    let hastened = false
    for (;;) {
      const visited = await attend(paymentId)
      const payment = visited?.link ? visited : await paymentById(sql, paymentId)
      if (payment === undefined) throw new Refusal('NOT_FOUND', 'Такого заказа нет')
      const { state, link, leasedUntil, dueAt } = payment
      if (link !== null && (repeated || state === 'awaiting')) return link
      if (state === 'failed' && payment.reason === 'not_opened') throw new NeverOpened()
      if (state !== 'created') throw new Refusal('ILLEGAL_STEP', 'Этот заказ уже нельзя оплатить')
      // Who presses again after a failure asks the bank again, and does not wait for the worker's patience.
      if (visited === null && !hastened) {
        hastened = true
        await hastenPage(sql, paymentId, now())
        continue
      }
      // Somebody is asking for it, or the next attempt is due already.
      const underWay =
        (leasedUntil !== null && leasedUntil > now()) || (dueAt !== null && dueAt <= now())
      if (!underWay || performance.now() > patience) throw down()
      await wait(PAUSE_MS)
    }
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
