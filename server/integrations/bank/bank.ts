import type { Kopecks } from '#domain/money.ts'
import type { Look } from '#domain/payments/payment.ts'
import type { PayoutLook } from '#domain/payments/payout.ts'

/** The reference of one attempt at the bank: at most 36 characters, which an id with its dashes would fill alone. */
export function referenceOf(id: string, attempt: number): string {
  return `${id.replaceAll('-', '')}-${attempt}`
}

const REFERENCE = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})-\d{1,3}$/u

/** Returns the id in a reference, or null for a text that is not one of ours. */
export function idOf(reference: string): string | null {
  const parts = REFERENCE.exec(reference)
  return parts === null ? null : parts.slice(1, 6).join('-')
}

/**
 * The bank's answer. `declined`: a refusal, and the same request gets the same answer where `final`; `later`: not
 * before `retryAt`; `unknown`: it may have been done or not (a time limit, a reset, a 5xx, an unreadable answer), so
 * look before retrying. Unknown is never taken for a refusal.
 */
export type BankOutcome<T> =
  | { readonly outcome: 'ok'; readonly value: T }
  | {
      readonly outcome: 'declined'
      readonly code: string
      readonly text: string
      readonly final: boolean
    }
  | { readonly outcome: 'later'; readonly retryAt: Date; readonly code: string }
  | { readonly outcome: 'unknown'; readonly cause: string }

/** Whether the bank is down, by what a call of the port answered: nothing that we understand. */
export const isSilent = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'outcome' in answer &&
  answer.outcome === 'unknown'

/** `inn`: blank for a person without one; `phone`: with its «+». */
export type Supplier = {
  readonly name: string
  readonly inn: string
  readonly phone: string | null
}

/** A fiscal receipt (54-ФЗ) as data of the call; the adapter formats it for its bank. */
export type Receipt = {
  /** The payer's e-mail, or a phone with its «+». */
  readonly to: string
  readonly taxation: string
  readonly items: readonly {
    /** At most 128 characters. */
    readonly name: string
    readonly amount: Kopecks
    readonly tax: string
    readonly paymentMethod: string
    readonly paymentObject: string
    /** The supplier of the song, where we sell it as an agent. */
    readonly supplier: Supplier | null
  }[]
}

type PaymentQuestion = {
  /** At most 36 characters, unique for each attempt. */
  readonly reference: string
  readonly amount: Kopecks
  /** `hold`, where `holds`: `capture` takes the money later; a payer who chooses SBP is charged all the same. */
  readonly mode: 'hold' | 'charge'
  /** At most 140 characters; the payer's bank shows it. */
  readonly description: string
  /** Where the payer is sent back to, paid or not. */
  readonly returnUrl: string
  readonly notificationUrl: string
  readonly expiresAt: Date
  readonly receipt: Receipt | null
}

export type Page = { readonly bankPaymentId: string; readonly link: string }

/** A message that claims to come from the bank. It is a reason to look, never a proof of the state. */
export type Notice =
  | { readonly verified: false; readonly why: string }
  | {
      readonly verified: true
      readonly about: 'payment' | 'payout'
      /** Our own `reference` of the payment or payout. */
      readonly reference: string
      readonly bankPaymentId: string
      /** The bank's own name of the state. */
      readonly word: string
      readonly amount: number
      /** Money is with us, or was paid out: unless it went back, we should know of it. */
      readonly hasMoney: boolean
      /** The same for one message, however often it is sent. */
      readonly dedupeKey: string
    }

/** One line of the acquirer's daily registry. */
export type RegistryLine = {
  /** One operation at the bank, unique across all registries. */
  readonly key: string
  readonly bankPaymentId: string
  readonly reference: string
  /** Kopecks; below zero for money given back. */
  readonly gross: Kopecks
  readonly fee: Kopecks
  /** The bank's own name: `Debit`, `Credit`, `Chargeback` … */
  readonly operation: string
  readonly at: Date
}

type PayoutQuestion = {
  readonly reference: string
  readonly amount: Kopecks
  /** 79xxxxxxxxx. */
  readonly phone: string
  /** A member of SBP. */
  readonly bankId: string
  /** A single word: the bank's list of allowed characters may or may not include the space. */
  readonly purpose: string
}

export type PreparedPayout = PayoutLook & {
  /** The recipient of the money: «Иван Иванович И.»; null where the bank does not name one. */
  readonly recipient: string | null
}

/** A payout with an id at the bank. `amount`: ours, used where an answer has none. */
export type NamedPayout = { readonly bankPayoutId: string; readonly amount: Kopecks }

export type PayoutBank = { readonly id: string; readonly name: string }

/**
 * A bank that takes payments and pays out over SBP. Every call has a time limit of its own, and none throws, whatever
 * the bank or the network does.
 */
export type Bank = {
  /** Whether the terminal makes holds on cards, on all of them, or charges at once. */
  readonly holds: boolean
  /** Creates the payer's page; moves no money. A `reference` that the bank has already is declined with final false. */
  open(question: PaymentQuestion): Promise<BankOutcome<Page>>
  /** Captures the whole hold. */
  capture(question: {
    bankPaymentId: string
    amount: Kopecks
    receipt: Receipt | null
  }): Promise<BankOutcome<Look>>
  /**
   * Voids a hold, refunds a charge, or closes an unpaid page, depending on the state. `requestKey`: the same only where the
   * answer was lost, since with the key of a refused request the bank does nothing.
   */
  refund(question: {
    bankPaymentId: string
    amount: Kopecks
    requestKey: string
  }): Promise<BankOutcome<Look>>
  /** Registers at the till that what was prepaid was delivered, once a payment: a second one is declined. */
  closeReceipt(question: { bankPaymentId: string; receipt: Receipt }): Promise<BankOutcome<null>>
  look(bankPaymentId: string): Promise<BankOutcome<Look>>
  /** Null where the bank has no such reference. */
  find(reference: string): Promise<BankOutcome<Look | null>>
  /** The text of the payment's SBP code. */
  sbpCode(bankPaymentId: string): Promise<BankOutcome<string>>
  /** Reads the raw body of a notification and checks its signature. Never throws. */
  readNotice(body: string): Notice
  /** The response to a notification, so that the bank does not send it again. */
  readonly acknowledgement: string

  /** Whether the contract has payouts; without them every request about one is declined. */
  readonly paysOut: boolean
  /** Registers a payout; moves no money. Declined with `final` only by the recipient's side. */
  preparePayout(question: PayoutQuestion): Promise<BankOutcome<PreparedPayout>>
  /** Pays out a prepared payout, within `PREPARED_MS`; the same id again is the same payout. */
  pay(payout: NamedPayout): Promise<BankOutcome<PayoutLook>>
  lookAtPayout(payout: NamedPayout): Promise<BankOutcome<PayoutLook>>
  payoutBanks(): Promise<BankOutcome<readonly PayoutBank[]>>

  /** `day`: YYYY-MM-DD in Moscow. Null where the bank provides no registry by itself. */
  registry(day: string): Promise<BankOutcome<readonly RegistryLine[] | null>>
}
