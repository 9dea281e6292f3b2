import type { Notice } from './bank.ts'
import { amountOf, isFields, wordOf } from './tbank-dialect/json.ts'
import type { BankFields } from './tbank-dialect/json.ts'
import { parseLossless } from './tbank-dialect/json.ts'
import { payoutNoticeToken, sameToken, tokenOf } from './tbank-dialect/signature.ts'

export type NoticeKeys = {
  readonly terminalKey: string
  readonly password: string
  /** The terminal of payouts; `password` null: its notices cannot be verified. */
  readonly payouts: { readonly terminalKey: string; readonly password: string | null } | null
}

/**
 * Reads the raw body of a notification. Other kinds than a payment's (a receipt, a linked account) verify
 * too, with their own word and whatever of the rest they have. Never throws.
 */
export function readNotice(body: string, keys: NoticeKeys): Notice {
  const fields = fieldsOf(body)
  if (fields === null) return refused('not JSON')
  const terminal = fields['TerminalKey']
  if (terminal === keys.terminalKey)
    return verified('payment', fields, tokenOf(fields, keys.password))
  if (keys.payouts === null || terminal !== keys.payouts.terminalKey)
    return refused('another terminal')
  const { password } = keys.payouts
  if (password === null) return refused('no TBANK_PAYOUT_PASSWORD')
  return verified('payout', fields, payoutNoticeToken(fields, password))
}

function verified(about: 'payment' | 'payout', fields: BankFields, expected: string): Notice {
  const token = fields['Token']
  if (typeof token !== 'string') return refused('no token')
  if (!sameToken(token, expected)) return refused('wrong token')

  const bankPaymentId = wordOf(fields['PaymentId']) ?? ''
  const word = wordOf(fields['NotificationType']) ?? wordOf(fields['Status']) ?? ''
  const amount = amountOf(fields['Amount']) ?? 0
  return {
    verified: true,
    about,
    reference: wordOf(fields['OrderId']) ?? '',
    bankPaymentId,
    word,
    amount,
    // Two messages may have one token, for it has nothing between its values.
    dedupeKey: [bankPaymentId, word, amount, token.toLowerCase()].join(':'),
  }
}

function fieldsOf(body: string): BankFields | null {
  try {
    const fields = parseLossless(body)
    return isFields(fields) ? fields : null
  } catch {
    return null
  }
}

function refused(why: string): Notice {
  return { verified: false, why }
}
