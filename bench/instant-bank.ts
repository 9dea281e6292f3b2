import type { BankState } from '../domain/payments/payment.ts'
import type { Kopecks } from '../domain/money.ts'
import type { Bank, Notice, BankOutcome } from '../server/integrations/bank/bank.ts'

type StoredPayment = { readonly reference: string; readonly amount: Kopecks; state: BankState }

function ok<T>(value: T): BankOutcome<T> {
  return { outcome: 'ok', value }
}

/**
 * A bank that takes payments and answers at once from memory, so that a bench measures our own work only. It has no
 * payouts and no registries.
 */
export function instantBank() {
  const payments = new Map<string, StoredPayment>()
  const never = { outcome: 'unknown', cause: 'this bank only takes payments' } as const

  function storedPayment(bankPaymentId: string): StoredPayment {
    const payment = payments.get(bankPaymentId)
    if (payment === undefined) throw new RangeError(`The bank has no payment ${bankPaymentId}`)
    return payment
  }

  function lookAt(bankPaymentId: string) {
    const { amount, state } = storedPayment(bankPaymentId)
    return { bankPaymentId, amount, state, method: 'card', holdUntil: null } as const
  }

  const bank: Bank = {
    async open({ reference, amount }) {
      const bankPaymentId = String(payments.size + 1)
      payments.set(bankPaymentId, { reference, amount, state: 'new' })
      return ok({ bankPaymentId, link: `http://localhost/pay/${bankPaymentId}` })
    },
    async capture({ bankPaymentId }) {
      storedPayment(bankPaymentId).state = 'charged'
      return ok(lookAt(bankPaymentId))
    },
    async refund({ bankPaymentId }) {
      storedPayment(bankPaymentId).state = 'voided'
      return ok(lookAt(bankPaymentId))
    },
    closeReceipt: async () => ok(null),
    look: async (bankPaymentId) => ok(lookAt(bankPaymentId)),
    find: async () => ok(null),
    sbpCode: async () => never,
    readNotice: (body) => JSON.parse(body) as Notice,
    acknowledgement: 'OK',
    holds: true,
    paysOut: false,
    preparePayout: async () => never,
    pay: async () => never,
    lookAtPayout: async () => never,
    payoutBanks: async () => never,
    registry: async () => ok(null),
  }

  return {
    bank,
    /** The payer pays with a card; returns the body of the bank's notification. */
    paid(bankPaymentId: string): string {
      const payment = storedPayment(bankPaymentId)
      payment.state = 'held'
      const { reference, amount } = payment
      const word = 'AUTHORIZED'
      const dedupeKey = `${bankPaymentId}:${word}`
      const notice: Notice = {
        verified: true,
        about: 'payment',
        reference,
        bankPaymentId,
        word,
        amount,
        hasMoney: true,
        dedupeKey,
      }
      return JSON.stringify(notice)
    },
  }
}
