import { data } from 'react-router'
import { api } from '#contract/index.ts'
import { rublesToKopecks } from '#domain/money.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import { postedText } from '../../lib/posted-text.ts'
import { amountFault, ownDigits } from './thanks-amount.ts'

/** What a tip's own form was answered, before the scripts came. */
export type ThanksAnswer = {
  /** Where it is paid. */
  payAt?: string
  refused?: { amount: string; words: string }
}

/** Takes a tip's form. The page that answers it leads on to the bank. */
export async function sendThanks(call: Caller, artistUsername: string, form: FormData) {
  const amount = ownDigits(postedText(form, 'amount'))
  const key = postedText(form, 'key')
  const refuse = (words: string, status: number) =>
    data<ThanksAnswer>({ refused: { amount, words } }, { status })
  const fault = amountFault(Number(amount))
  if (fault !== null) return refuse(fault, 400)
  try {
    const payAt = await call(
      api.payment.donate,
      { body: { artistUsername, amount: rublesToKopecks(Number(amount)) } },
      key === '' ? {} : { idempotencyKey: key },
    )
    return data<ThanksAnswer>({ payAt })
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    return refuse(failure.message, failure.status)
  }
}
