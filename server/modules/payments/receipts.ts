import type { PaymentKind } from '#domain/payments/payment.ts'
import type { Receipt, Supplier } from '../../integrations/bank/bank.ts'
import type { StoredPayment } from './payments.store.ts'

export type ReceiptDeps = {
  /** How receipts are worded (54-ФЗ); null: none are made. The tax codes are the accountant's and change by law, so they are configuration. */
  readonly receipts: {
    /** Where the receipt goes of a payer who left no address. */
    readonly email: string
    readonly taxation: string
    readonly tax: string
  } | null
  /** Whose songs are sold; null where he has not said who he is to the tax office. */
  readonly supplierOf: (artistId: string) => Promise<Supplier | null>
}

/** At most so many characters name one line. */
const NAME_MAX = 128

/** What is paid for, in the words of the till: a tip buys nothing, a check proves a number. */
const SOLD: Record<PaymentKind, string> = { song: 'service', tip: 'another', check: 'payment' }

/** Whether a receipt of now would be for what is still to be played: a hold that is taken beforehand by the guard stays prepaid. */
function isPrepaid({ kind, state, guarded }: StoredPayment): boolean {
  return kind === 'song' && state !== 'released' && (state !== 'releasing' || guarded)
}

/**
 * The receipt of a payment as it now stands, or null where none is to be made. Money that is charged before
 * the song is played is a prepayment; money that is taken after it is the whole payment, and so is what
 * closes a prepayment.
 */
export async function receiptOf(
  { receipts, supplierOf }: ReceiptDeps,
  payment: StoredPayment,
): Promise<Receipt | null> {
  if (receipts === null) return null
  return {
    to: payment.receiptTo === '' ? receipts.email : payment.receiptTo,
    taxation: receipts.taxation,
    items: [
      {
        name: Array.from(describe(payment)).slice(0, NAME_MAX).join(''),
        amount: payment.amount,
        tax: receipts.tax,
        paymentMethod: isPrepaid(payment) ? 'full_prepayment' : 'full_payment',
        paymentObject: SOLD[payment.kind],
        // Of a check we are no agent: the artist pays us for it.
        supplier: payment.kind === 'check' ? null : await supplierOf(payment.artistId),
      },
    ],
  }
}

/** At most so many characters of it are shown by the payer's bank. */
const DESCRIPTION_MAX = 140

export function describe(payment: StoredPayment): string {
  const text = {
    song: `Песня «${payment.songTitle}». Вернём деньги, если её не исполнят`,
    tip: 'Благодарность музыканту',
    check: 'Проверка номера для выплат',
  }[payment.kind]
  return Array.from(text).slice(0, DESCRIPTION_MAX).join('')
}
