import { createHash, timingSafeEqual } from 'node:crypto'
import { sortedValues } from './sorted-values.ts'

const LEFT_OUT = new Set(['Token'])

/**
 * The `Token` of a request or a notification of T-Bank: SHA-256 in hex over the sorted scalar fields and
 * the password of the terminal. A received body has to be read by `parseLossless`, or a number that
 * JavaScript writes otherwise would change its token.
 */
export function tokenOf(fields: Readonly<Record<string, unknown>>, password: string): string {
  // The password comes last, so that no field of a body can take its place.
  const signed = sortedValues({ ...fields, Password: password }, LEFT_OUT)
  return createHash('sha256').update(signed, 'utf8').digest('hex')
}

const OF_PAYOUT_NOTICE = new Set([
  'TerminalKey',
  'OrderId',
  'Success',
  'Status',
  'PaymentId',
  'ErrorCode',
  'Amount',
])

/** The `Token` of a payout's notification, whose other fields (`SbpId`, `Phone`) the bank leaves unsigned. */
export function payoutNoticeToken(
  fields: Readonly<Record<string, unknown>>,
  password: string,
): string {
  const named = Object.entries(fields).filter(([name]) => OF_PAYOUT_NOTICE.has(name))
  return tokenOf(Object.fromEntries(named), password)
}

/** Whether two tokens are one; how long it takes tells nothing of where they differ. */
export function sameToken(a: string, b: string): boolean {
  return timingSafeEqual(fingerprint(a), fingerprint(b))
}

// Both have one length then, which the comparison asks for; case does not matter in hex.
function fingerprint(token: string): Buffer {
  return createHash('sha256').update(token.toLowerCase(), 'utf8').digest()
}
