import type { LedgerAccount, Posting } from './ledger.ts'
import { kopecks } from '../money.ts'
import {
  BANK_STATES,
  checked,
  linked,
  notOpened,
  played,
  returnCredited,
  advancedByTime,
  undone,
  unplayed,
} from './payment.ts'
import type { BankState, Decision, Look, Payment } from './payment.ts'
import { applyLook } from './payment-looks.ts'
import { Refusal } from '../refusal.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The time at which every payment of these tests is made. */
export const START = new Date('2026-03-01T15:00:00Z')

/** Moments at which something happens by the time alone. */
export const MOMENTS = {
  start: START,
  graceOver: new Date(START.getTime() + 2 * MINUTE),
  linkOver: new Date(START.getTime() + 20 * MINUTE),
  guardTime: new Date(START.getTime() + 6 * DAY),
} as const

const GRACE_SECONDS = 60
const HOLD_UNTIL = new Date(START.getTime() + 6 * DAY + HOUR)

export function freshPayment(change: Partial<Payment> = {}): Payment {
  return {
    id: 'p',
    kind: 'song',
    mode: (change.kind ?? 'song') === 'song' ? 'hold' : 'capture',
    artistId: 'a',
    amount: kopecks(50_000),
    letGo: kopecks(0),
    givenBack: kopecks(0),
    lost: kopecks(0),
    commissionBps: 1000,
    state: 'created',
    funds: 'none',
    reason: null,
    attention: null,
    receipt: 'none',
    method: null,
    bankPaymentId: null,
    bankState: null,
    link: null,
    expiresAt: new Date(START.getTime() + 15 * MINUTE),
    holdUntil: null,
    guarded: false,
    releaseAt: null,
    ...change,
  }
}

export function lookOf(payment: Payment, state: BankState, change: Partial<Look> = {}): Look {
  const holdUntil = state === 'held' ? HOLD_UNTIL : null
  const { amount } = payment
  return { bankPaymentId: 'b', state, amount, method: null, holdUntil, ...change }
}

/** An event of a payment: a look at the bank, an action of the artist, the clock. */
export type PaymentEvent = {
  readonly name: string
  readonly apply: (payment: Payment) => Decision
}

export const look = (state: BankState): PaymentEvent => ({
  name: state,
  apply: (payment) => applyLook(payment, lookOf(payment, state)),
})

export const openPage: PaymentEvent = {
  name: 'linked',
  apply: (payment) => linked(payment, { bankPaymentId: 'b', link: 'https://bank/b' }),
}

export const playIt: PaymentEvent = {
  name: 'played',
  apply: (payment) => played(payment, START, GRACE_SECONDS),
}

export const skipIt: PaymentEvent = {
  name: 'unplayed',
  apply: (payment) => unplayed(payment, 'skipped'),
}

export const undoIt: PaymentEvent = {
  name: 'undone',
  apply: (payment) => {
    try {
      return undone(payment, START)
    } catch (error) {
      if (error instanceof Refusal) return { payment, postings: [] }
      throw error
    }
  },
}

/** Out of a balance that is large enough. */
export const returnIt: PaymentEvent = {
  name: 'returned by the artist',
  apply: (payment) => {
    try {
      return returnCredited(payment, { available: kopecks(1_000_000), disputed: false })
    } catch (error) {
      if (error instanceof Refusal) return { payment, postings: [] }
      throw error
    }
  },
}

export const tickAt = (moment: keyof typeof MOMENTS): PaymentEvent => ({
  name: `ticked at ${moment}`,
  apply: (payment) => advancedByTime(payment, MOMENTS[moment]),
})

export const checkIt = (arrived: boolean): PaymentEvent => ({
  name: arrived ? 'number took it' : 'number refused it',
  apply: (payment) => checked(payment, arrived),
})

/** The bank reports what is left of it. */
const partOf = (state: BankState, rest: number): PaymentEvent => ({
  name: `${state} with ${rest} left`,
  apply: (payment) => applyLook(payment, lookOf(payment, state, { amount: kopecks(rest) })),
})

const otherAmount = (state: BankState): PaymentEvent => ({
  name: `${state} of another amount`,
  apply: (payment) =>
    applyLook(payment, lookOf(payment, state, { amount: kopecks(payment.amount + 1) })),
})

/** All events of a payment, possible at a real bank or not. */
export const PAYMENT_EVENTS: readonly PaymentEvent[] = [
  ...BANK_STATES.map(look),
  partOf('part_held', 40_000),
  partOf('part_refunded', 30_000),
  otherAmount('held'),
  otherAmount('charged'),
  openPage,
  { name: 'not opened', apply: notOpened },
  playIt,
  undoIt,
  skipIt,
  returnIt,
  checkIt(true),
  checkIt(false),
  ...(Object.keys(MOMENTS) as (keyof typeof MOMENTS)[]).map(tickAt),
]

/** Balances of accounts in kopecks, debit above zero; those at zero are left out. */
export type PaymentBooks = Readonly<Record<string, number>>

export function booksAfter(postings: readonly Posting[]): PaymentBooks {
  const books: Record<string, number> = {}
  for (const { layer, lines } of postings)
    for (const { account, amount } of lines) {
      const name = `${layer} ${account}`
      books[name] = (books[name] ?? 0) + amount
    }
  return booksOf(Object.entries(books))
}

/** Leaves out the zeros and sorts the rest, so that equal books compare equal. */
export function booksOf(entries: readonly (readonly [string, number])[]): PaymentBooks {
  return Object.fromEntries(
    entries.filter(([, sum]) => sum !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

export function balanceOf(books: PaymentBooks, account: LedgerAccount): number {
  return books[`posted ${account}`] ?? 0
}

export type PaymentHistory = {
  readonly payment: Payment
  readonly postings: readonly Posting[]
  /** Its events, in order. */
  readonly path: readonly string[]
}

/** Every kind on a two-stage terminal, and a song in both modes. */
export const KINDS_AND_MODES: readonly Pick<Payment, 'kind' | 'mode'>[] = [
  { kind: 'song', mode: 'hold' },
  { kind: 'song', mode: 'capture' },
  { kind: 'tip', mode: 'capture' },
  { kind: 'check', mode: 'capture' },
]

/** The same for the same payment with the same postings. JSON would take most of the walk's time for the dates. */
export const nameOf = ({ payment, postings }: PaymentHistory) =>
  [
    ...Object.values(payment).map((value) => (value instanceof Date ? value.getTime() : value)),
    ...postings.map(({ key }) => key),
  ].join(' ')

const histories = new Map<string, readonly PaymentHistory[]>()

/** Returns every payment of this kind and mode that any number of events in any order can lead to, by the shortest path. */
export function everyHistory(taken: Pick<Payment, 'kind' | 'mode'>): readonly PaymentHistory[] {
  const how = `${taken.kind} ${taken.mode}`
  const known = histories.get(how)
  if (known !== undefined) return known
  const found: PaymentHistory[] = [{ payment: freshPayment(taken), postings: [], path: [] }]
  const met = new Set<string>()
  // The list grows while it is walked, so this ends where nothing new is found.
  for (const history of found) {
    // The database refuses a duplicate key: such a path ends here.
    if (hasRepeatedKey(history)) continue
    for (const event of PAYMENT_EVENTS) {
      const next = afterEvent(history, event)
      const name = nameOf(next)
      if (met.has(name)) continue
      met.add(name)
      found.push(next)
      if (found.length > 100_000) throw new Error(`No end: ${next.path.join(', ')}`)
    }
  }
  histories.set(how, found)
  return found
}

export function hasRepeatedKey({ postings }: PaymentHistory): boolean {
  return new Set(postings.map(({ key }) => key)).size < postings.length
}

export function afterEvent(history: PaymentHistory, { name, apply }: PaymentEvent): PaymentHistory {
  const { payment, postings } = apply(history.payment)
  return { payment, postings: [...history.postings, ...postings], path: [...history.path, name] }
}
