import { checkEmail } from '../fields.ts'
import { Refusal } from '../refusal.ts'
import { tidyPhone } from '../russian.ts'

/** The longest e-mail address that the bank accepts, in characters. */
const EMAIL_MAX = 64
/** Tills accept no addresses with other characters. */
const TILL_TAKES = /^[!-~]+$/u

/**
 * Returns where the payer wants the receipt: an e-mail, or a Russian phone as +7 and ten digits; empty where nothing
 * was typed. Refuses VALIDATION at `receiptTo`.
 */
export function checkReceiptTo(typed: string): string {
  const text = typed.trim()
  if (text === '') return ''
  const digits = /^[78]?(9\d{9})$/u.exec(tidyPhone(text))?.[1]
  if (digits !== undefined) return `+7${digits}`
  const email = text.includes('@') ? emailOf(text) : null
  if (email !== null && email.length <= EMAIL_MAX && TILL_TAKES.test(email)) return email
  throw new Refusal(
    'VALIDATION',
    'Для чека нужна почта вида name@example.ru или телефон вида +7\u00A0912\u00A0345-67-89.',
    'receiptTo',
  )
}

function emailOf(text: string): string | null {
  try {
    return checkEmail(text)
  } catch {
    return null
  }
}
