import type { PaymentKind } from '#domain/payments/payment.ts'

/** One payment as simply as it can be told: whose page it has, and whether its payer paid there. */
export type Bill = {
  readonly id: string
  readonly kind: PaymentKind
  readonly amount: number
  /** The last piece of the address of the bank's page. */
  readonly link: string
  paid: boolean
  /** The bank's cabinet gave it back behind our back. */
  takenBack: boolean
  /** Kopecks that the bank's cabinet gave back in parts, of the hold and of the charge. */
  readonly parts: { letGo: number; givenBack: number }
  /** Kopecks of its dispute that an operator has made our loss, that he charged to the artist, and that paid for its return. */
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

/** An order under a key, which has one answer however often it is sent. */
type ModelOrder = {
  readonly key: string
  readonly concert: number
  readonly song: number
  readonly amount: number
  answer: { readonly orderId: string; readonly url: string } | null
}

/** The evening as its people remember it. */
export type Model = {
  readonly bills: Bill[]
  readonly wishes: ModelOrder[]
  /** Entries of the queue that the artist played through, and that he took off. */
  readonly played: Set<string>
  /** Orders that their listeners took off. */
  readonly takenOff: Set<string>
  /** Payments that the artist gave back after they were credited. */
  readonly givenBack: Set<string>
  /** Keys of payouts with their answers. */
  readonly payouts: Map<string, string>
  /** The bank may answer wrongly, or a process may die. */
  trouble: boolean
}

export function newModel(): Model {
  return {
    bills: [],
    wishes: [],
    played: new Set(),
    takenOff: new Set(),
    givenBack: new Set(),
    payouts: new Map(),
    trouble: false,
  }
}

/** The newest first, so that shrunk commands speak of what was made last. */
export function picked<T>(from: readonly T[], pick: number): T {
  const one = from[from.length - 1 - (pick % from.length)]
  if (one === undefined) throw new Error('there is nothing to pick from')
  return one
}
