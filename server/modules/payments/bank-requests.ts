import type { Look } from '#domain/payment.ts'
import type { Bank, BankOutcome, Page, Receipt } from '../../integrations/bank/bank.ts'
import type { OpenOperation } from './operations.store.ts'
import type { KeptPayment } from './payments.store.ts'
import { referenceOf } from '../../integrations/bank/reference.ts'

/** What one visit to the bank brought home. */
export type Word =
  /** The bank made its page. */
  | { readonly told: 'page'; readonly page: Page }
  /** Where the payment stands. */
  | {
      readonly told: 'look'
      readonly look: Look
      readonly retryAt: Date | null
      readonly answer: string
    }
  /** The bank knows no such payment, or made a page that nobody can find again: the next attempt. */
  | { readonly told: 'again'; readonly attempt: number }
  /** It will never be done. */
  | { readonly told: 'no'; readonly look: Look | null; readonly answer: string }
  /** Nobody knows; to be asked again. `known`: the bank did answer, only not yet. */
  | {
      readonly told: 'nothing'
      readonly known: boolean
      readonly retryAt: Date | null
      readonly answer: string
    }

export type AskDeps = {
  readonly bank: Bank
  /** Where the payer comes back to. */
  readonly returnUrl: (paymentId: string) => string
  readonly notificationUrl: () => string
  readonly receiptOf: (payment: KeptPayment) => Receipt | null
  readonly describe: (payment: KeptPayment) => string
}

/** The bank's answer to «this reference was used already». */
const REPEATED = '20'

/** Asks the one question that is open, or looks; never throws for what the bank does. */
export function makeAsking(deps: AskDeps) {
  const { bank } = deps

  async function open(payment: KeptPayment, resumed: boolean): Promise<Word> {
    const reference = referenceOf(payment.id, payment.attempt)
    if (resumed) {
      const found = await bank.find(reference)
      if (found.outcome !== 'ok') return nothing(found)
      if (found.value !== null) return orphan(payment, found.value)
    }
    const opened = await bank.open({
      reference,
      amount: payment.amount,
      mode: payment.mode,
      description: deps.describe(payment),
      returnUrl: deps.returnUrl(payment.id),
      notificationUrl: deps.notificationUrl(),
      expiresAt: payment.expiresAt,
      // By SBP it is charged at once, hold or no hold; of a hold the receipt that comes with its capture counts.
      receipt: deps.receiptOf(payment),
    })
    if (opened.outcome === 'ok') return { told: 'page', page: opened.value }
    if (opened.outcome === 'declined' && opened.code !== REPEATED)
      return { told: 'no', look: null, answer: `${opened.code} ${opened.words}` }
    // A repeated reference is a page of ours whose answer was lost: it is looked for next time.
    return nothing(opened)
  }

  /** A page whose address was lost with the answer: nobody has it, so it is closed and another is made. */
  async function orphan(payment: KeptPayment, found: Look): Promise<Word> {
    const again: Word = { told: 'again', attempt: payment.attempt + 1 }
    // Closed by one of us who died before writing it down: nobody else knows of it.
    if (found.state === 'canceled') return again
    if (found.state !== 'new') return { told: 'look', look: found, retryAt: null, answer: 'found' }
    const closed = await bank.giveBack({
      bankPaymentId: found.bankPaymentId,
      amount: payment.amount,
      requestKey: `${payment.id}:orphan:${payment.attempt}`,
    })
    return closed.outcome === 'ok' ? again : nothing(closed)
  }

  function look(payment: KeptPayment): Promise<BankOutcome<Look | null>> {
    return payment.bankPaymentId === null
      ? bank.find(referenceOf(payment.id, payment.attempt))
      : bank.look(payment.bankPaymentId)
  }

  /** Looks first, so that what is done already is never asked for again. */
  async function change(payment: KeptPayment, kind: Change): Promise<Word> {
    const first = await look(payment)
    if (first.outcome !== 'ok') return nothing(first)
    if (first.value === null)
      return { told: 'nothing', known: true, retryAt: null, answer: 'unknown to the bank' }
    if (!ASKED_AT[kind].includes(first.value.state))
      return { told: 'look', look: first.value, retryAt: null, answer: 'as it was' }
    const { bankPaymentId } = first.value
    const { amount } = payment
    const asked =
      kind === 'capture'
        ? await bank.capture({ bankPaymentId, amount, receipt: deps.receiptOf(payment) })
        : await bank.giveBack({ bankPaymentId, amount, requestKey: `${payment.id}:return` })
    if (asked.outcome === 'ok')
      return { told: 'look', look: asked.value, retryAt: null, answer: 'asked' }
    if (asked.outcome === 'unknown') return nothing(asked)
    // A no may mean that somebody else was faster: what the bank says of it now counts.
    const then = await look(payment)
    const seen = then.outcome === 'ok' ? then.value : null
    const answer = asked.outcome === 'later' ? asked.code : `${asked.code} ${asked.words}`
    if (asked.outcome === 'declined' && asked.final) return { told: 'no', look: seen, answer }
    const retryAt = asked.outcome === 'later' ? asked.retryAt : null
    if (seen === null) return { told: 'nothing', known: true, retryAt, answer }
    return { told: 'look', look: seen, retryAt, answer }
  }

  /** `resumed`: the question was asked before, and its answer was lost. */
  return async function ask(
    payment: KeptPayment,
    operation: OpenOperation | null,
    resumed: boolean,
  ): Promise<Word> {
    if (operation?.kind === 'open') return open(payment, resumed)
    if (operation !== null) return change(payment, operation.kind)
    const seen = await look(payment)
    if (seen.outcome !== 'ok') return nothing(seen)
    if (seen.value === null)
      return { told: 'nothing', known: true, retryAt: null, answer: 'unknown to the bank' }
    return { told: 'look', look: seen.value, retryAt: null, answer: 'looked' }
  }
}

type Change = Exclude<OpenOperation['kind'], 'open'>

/** At which of the bank's states each question makes sense. */
const ASKED_AT: Record<Change, readonly Look['state'][]> = {
  capture: ['held'],
  give_back: ['held', 'charged'],
  close_link: ['new'],
}

function nothing(outcome: Exclude<BankOutcome<unknown>, { outcome: 'ok' }>): Word {
  if (outcome.outcome === 'unknown')
    return { told: 'nothing', known: false, retryAt: null, answer: outcome.cause }
  const retryAt = outcome.outcome === 'later' ? outcome.retryAt : null
  return { told: 'nothing', known: outcome.code !== REPEATED, retryAt, answer: outcome.code }
}
