import type { Notice } from './bank.ts'
import { amountOf, isFields, wordOf } from './bank.tbank-fields.ts'
import type { Fields } from './bank.tbank-fields.ts'
import { parseLossless } from './tbank-dialect/lossless-json.ts'
import { sameToken, tokenOf } from './tbank-dialect/token.ts'

/**
 * Reads the raw body of a notification. Other kinds than a payment's (a receipt, a linked account) verify
 * too, with their own word and whatever of the rest they have. Never throws.
 */
export function readNotice(body: string, terminalKey: string, password: string): Notice {
  const fields = fieldsOf(body)
  if (fields === null) return refused('not JSON')
  if (fields['TerminalKey'] !== terminalKey) return refused('another terminal')
  const token = fields['Token']
  if (typeof token !== 'string') return refused('no token')
  if (!sameToken(token, tokenOf(fields, password))) return refused('wrong token')

  const bankPaymentId = wordOf(fields['PaymentId']) ?? ''
  const word = wordOf(fields['NotificationType']) ?? wordOf(fields['Status']) ?? ''
  const amount = amountOf(fields['Amount']) ?? 0
  return {
    verified: true,
    reference: wordOf(fields['OrderId']) ?? '',
    bankPaymentId,
    word,
    amount,
    // Two messages may have one token, for it has nothing between its values.
    dedupeKey: [bankPaymentId, word, amount, token.toLowerCase()].join(':'),
  }
}

function fieldsOf(body: string): Fields | null {
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
