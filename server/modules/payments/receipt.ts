import type { Receipt } from '../../integrations/bank/bank.ts'
import type { StoredPayment } from './payments.store.ts'

/** How receipts are worded (54-ФЗ). The tax codes are the accountant's and change by law, so they are configuration. */
export type Receipts = {
  readonly email: string
  readonly taxation: string
  readonly tax: string
}

/** At most so many characters name one line. */
const NAME_MAX = 128

/**
 * The receipt of a payment as it now stands, or null where none is to be made. Money that is charged before
 * the song is played is a prepayment; money that is taken after it is the whole payment.
 */
export function receiptOf(
  payment: StoredPayment,
  name: string,
  receipts: Receipts | null,
): Receipt | null {
  if (receipts === null) return null
  const before = payment.kind === 'song' && payment.state !== 'releasing'
  return {
    email: receipts.email,
    taxation: receipts.taxation,
    items: [
      {
        name: Array.from(name).slice(0, NAME_MAX).join(''),
        amount: payment.amount,
        tax: receipts.tax,
        paymentMethod: before ? 'full_prepayment' : 'full_payment',
        paymentObject: 'service',
      },
    ],
  }
}
