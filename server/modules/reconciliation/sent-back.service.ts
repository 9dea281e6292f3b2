import type { Kopecks } from '#domain/money.ts'
import { isSentBack, sentBack } from '#domain/payments/payment-looks.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { applyPaymentEvent } from '../payments/apply-payment-event.service.ts'
import type { StoredPayment } from '../payments/payments.service.ts'
import { refundsOf } from './registry.store.ts'

/** The operations of a registry that say that a refund came back from the payer's bank. */
export const SENT_BACK = /^(?:CR_Chargeback|CancelRefund)$/u
const NOT_RETURNED =
  'банк слушателя прислал деньги назад. Прежде чем возвращать их, посмотрите в кабинете банка, сколько у слушателя.'
const STILL_RETURNED =
  'банк слушателя прислал деньги назад, а возврат ещё идёт. Сервис повторит его сам: вручную не возвращайте, дождитесь второго возврата в кабинете банка.'

/** What a person is told of such a line where nothing is owed again for it; `back`: its payment. */
export function sentBackText(
  { operation, gross }: { readonly operation: string; readonly gross: Kopecks },
  back: StoredPayment | undefined,
): string {
  const isOnItsWay = back?.state === 'returning' && !isSentBack(back) && gross === back.amount
  return `Операция банка «${operation}»: ${isOnItsWay ? STILL_RETURNED : NOT_RETURNED}`
}

/** Books a refund that its payer's bank sent back as owed to him again; false where no refund of ours explains it. */
export async function oweAgain(
  sql: Sql,
  locked: Map<string, StoredPayment>,
  paymentId: string | undefined,
  { id, gross: amount }: { id: string; gross: Kopecks },
  at: Date,
): Promise<boolean> {
  const before = locked.get(paymentId ?? '')
  if (before === undefined) return false
  const refunds = await refundsOf(sql, before.id, { sentBack: SENT_BACK })
  const decision = sentBack(before, { id, amount }, refunds)
  if (decision === null) return false
  const options = { leasedUntil: before.leasedUntil, ownsLease: false }
  // Its effects are over since its first return.
  const { payment } = await applyPaymentEvent(sql, at, before, decision, options)
  locked.set(payment.id, payment)
  return true
}
