import type { PaymentKind } from '#domain/payments/payment.ts'

/** The simplest model of a payment: its page, and whether its payer paid there. */
export type Bill = {
  readonly id: string
  readonly kind: PaymentKind
  readonly amount: number
  /** The last segment of the bank page's URL. */
  readonly link: string
  paid: boolean
  /** It was refunded from the bank's cabinet, without our request. */
  takenBack: boolean
  /** Kopecks refunded in parts from the bank's cabinet, of the hold and of the charge. */
  readonly parts: { letGo: number; givenBack: number }
  /** Kopecks of its dispute that an operator booked as our loss, charged to the artist, or counted as its refund. */
  readonly dispute: { ours: number; artists: number; returned: number }
}

export function newBill(known: Pick<Bill, 'id' | 'kind' | 'amount' | 'link'>): Bill {
  return {
    ...known,
    paid: false,
    takenBack: false,
    parts: { letGo: 0, givenBack: 0 },
    dispute: { ours: 0, artists: 0, returned: 0 },
  }
}

/** An order with an idempotency key, which has one answer however often it is sent. */
type ModelOrder = {
  readonly key: string
  readonly concert: number
  readonly song: number
  readonly amount: number
  answer: { readonly orderId: string; readonly url: string | undefined } | null
}

/** The model of an evening: what its people have done and expect. */
export type Model = {
  readonly bills: Bill[]
  readonly wishes: ModelOrder[]
  /** Queue entries that the artist played through. */
  readonly played: Set<string>
  /** Orders that their listeners took off. */
  readonly takenOff: Set<string>
  /** Payments that the artist refunded after they were credited. */
  readonly givenBack: Set<string>
  /** Idempotency keys of payouts with their answers. */
  readonly payouts: Map<string, string>
  /** True while the bank may answer wrongly or a process may crash. */
  mayFail: boolean
}

export function newModel(): Model {
  return {
    bills: [],
    wishes: [],
    played: new Set(),
    takenOff: new Set(),
    givenBack: new Set(),
    payouts: new Map(),
    mayFail: false,
  }
}

/** Counts from the newest, so that shrunk commands refer to what was made last. */
export function picked<T>(from: readonly T[], pick: number): T {
  const one = from[from.length - 1 - (pick % from.length)]
  if (one === undefined) throw new Error('there is nothing to pick from')
  return one
}
