import { createHash, timingSafeEqual, verify } from 'node:crypto'

type Fields = Readonly<Record<string, unknown>>

/** The root's texts, numbers and booleans but those left out, by the names' order, joined. */
function joinedValues(fields: Fields, leftOut: readonly string[]): string {
  return Object.keys(fields)
    .filter((name) => !leftOut.includes(name))
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((name) => fields[name])
    .filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
    .join('')
}

/** The `Token` of a request or a notice: SHA-256 in hex over the values and the password of the terminal. */
export function tokenOf(fields: Fields, password: string): string {
  const text = joinedValues({ ...fields, Password: password }, ['Token'])
  return createHash('sha256').update(text).digest('hex')
}

/** Whether a token is right; the case of its digits does not matter. */
export function isToken(given: string, fields: Fields, password: string): boolean {
  const [one, other] = [given.toLowerCase(), tokenOf(fields, password)].map((text) =>
    Buffer.from(text),
  )
  return one?.length === other?.length && timingSafeEqual(one ?? EMPTY, other ?? EMPTY)
}

const EMPTY = Buffer.alloc(0)

const OF_PAYOUT_NOTICE = new Set([
  'TerminalKey',
  'OrderId',
  'Success',
  'Status',
  'PaymentId',
  'ErrorCode',
  'Amount',
])

/** The `Token` of a payout's notice, whose other fields (`SbpId`, `Phone`) are not signed. */
export function payoutNoticeToken(fields: Fields, password: string): string {
  const signed = Object.entries(fields).filter(([name]) => OF_PAYOUT_NOTICE.has(name))
  return tokenOf(Object.fromEntries(signed), password)
}

/** Whether the request was signed by the owner of this RSA key: the SHA-256 of the values, hashed once more on the way. */
export function isSigned(fields: Fields, publicKeyPem: string): boolean {
  const { DigestValue, SignatureValue } = fields
  const text = joinedValues(fields, ['DigestValue', 'SignatureValue', 'X509SerialNumber'])
  const digest = createHash('sha256').update(text).digest()
  if (typeof SignatureValue !== 'string' || DigestValue !== digest.toString('base64')) return false
  return verify('sha256', digest, publicKeyPem, Buffer.from(SignatureValue, 'base64'))
}

/** Parses JSON; a number that JavaScript would print differently becomes its text, so that its token is the same. */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number' || context?.source === undefined) return value
    return String(value) === context.source ? value : context.source
  })
}
