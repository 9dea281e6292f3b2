import { data } from 'react-router'
import { api } from '#contract/index.ts'
import { COMMISSION_BPS, MAX_TIP_RUBLES, MIN_TIP_RUBLES, rublesToKopecks } from '#domain/money.ts'
import type { TipShown } from '#domain/queue/order-words.ts'
import { admitTip } from '#domain/queue/order.ts'
import { readWhole, wrongWhole } from '#web/ui/fields/typed-number.ts'
import { orElse, ruleError } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { postedText } from '#web/lib/calls/server-api.ts'

/** The preset sums, rubles. */
export const READY_AMOUNTS = [100, 200, 500, 1000] as const
export const FIRST_AMOUNT = 500

/** The stepper of the older look, rubles. */
export const STEPPED = { step: 20, min: MIN_TIP_RUBLES, max: 1000 } as const

export const COMMISSION_NOTE = `Комиссия сервиса ${COMMISSION_BPS.tip / 100}\u00A0%, её платит музыкант.`

/** The choice in the form: a preset sum in rubles, or a typed one. */
export type ThanksChoice = { own: false; rubles: number } | { own: true; typed: string }

/** The URL's value for a sum that the listener types. */
export const OWN_AMOUNT = 'own'

/** Returns the choice named in a URL or a refused form; without one, `FIRST_AMOUNT`. */
export function choiceOf(named: string | null): ThanksChoice {
  if (named === OWN_AMOUNT) return { own: true, typed: '' }
  const rubles = readWhole(named ?? '')
  if (rubles === null) return { own: false, rubles: FIRST_AMOUNT }
  const ready = READY_AMOUNTS.some((amount) => amount === rubles)
  return ready ? { own: false, rubles } : { own: true, typed: ownSum(named ?? '') }
}

/** Returns what was typed, at most the largest sum; the rest is only checked on sending. */
export function ownSum(typed: string): string {
  return (readWhole(typed) ?? 0) > MAX_TIP_RUBLES ? String(MAX_TIP_RUBLES) : typed
}

/** Rubles, zero for none; a sum above the maximum stays above it, so that it is refused. */
const sumIn = (typed: string) => Math.min(readWhole(typed) || 0, MAX_TIP_RUBLES + 1)

export function rublesOf(choice: ThanksChoice): number {
  return choice.own ? sumIn(choice.typed) : choice.rubles
}

/** The sum in rubles, limited to the range of the older look's stepper. */
export function steppedOf(choice: ThanksChoice): number {
  return Math.min(STEPPED.max, Math.max(STEPPED.min, rublesOf(choice)))
}

/** Why the sum in rubles is refused, or null. */
export function thanksAmountError(rubles: number): string | null {
  return ruleError(() => admitTip(rublesToKopecks(rubles)))
}

/** The answer to a tip's form that was posted before hydration. */
export type ThanksAnswer = {
  /** The URL of the payment page. */
  payAt?: string
  refused?: {
    amount: string
    message: string
    receiptTo?: string
    shown?: TipShown
    words: string
  }
}

/** The address for the receipt; undefined when none is made. */
export function readReceipt(form: FormData): string | undefined {
  return form.has('receiptTo') ? postedText(form, 'receiptTo').trim() : undefined
}

/** What the hall may read of the giver; undefined where he did not tick it. */
export function readShown(form: FormData): TipShown | undefined {
  if (!form.has('showName')) return undefined
  return { name: postedText(form, 'shownName').trim(), withSum: form.has('showSum') }
}

/** Handles a posted tip's form. The answering page leads on to the bank. */
export async function sendThanks(call: Caller, artistUsername: string, form: FormData) {
  const amount = postedText(form, 'amount')
  const rubles = sumIn(amount)
  const message = postedText(form, 'message')
  const key = postedText(form, 'key')
  const receipt = readReceipt(form)
  const shown = readShown(form)
  const to = {
    ...(receipt !== undefined && { receiptTo: receipt }),
    ...(shown !== undefined && { shown }),
  }
  const refuse = (words: string, status: number) =>
    data<ThanksAnswer>({ refused: { amount, message, words, ...to } }, { status })
  const sumError = wrongWhole(amount) ?? thanksAmountError(rubles)
  if (sumError !== null) return refuse(sumError, 400)
  return orElse(
    call(
      api.payment.donate,
      { body: { artistUsername, amount: rublesToKopecks(rubles), message, ...to } },
      key === '' ? {} : { idempotencyKey: key },
    ).then((payAt) => data<ThanksAnswer>({ payAt })),
    (failure) => refuse(failure.message, failure.status),
  )
}
