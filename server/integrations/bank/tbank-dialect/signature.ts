import { createHash, sign, timingSafeEqual, verify } from 'node:crypto'

/**
 * What the bank signs: the scalar fields of the root, sorted by name, their values without anything
 * between them. Objects and arrays fall out by what they are, so that a field that the bank adds one day
 * (`Data`, `Receipt`, `Params`) changes nothing. A null has no text.
 */
export function sortedValues(
  fields: Readonly<Record<string, unknown>>,
  leftOut: ReadonlySet<string>,
): string {
  return Object.keys(fields)
    .filter((name) => !leftOut.has(name))
    .toSorted(byCodeUnits)
    .map((name) => textOf(fields[name]))
    .join('')
}

// Plain order, as everybody's sort of strings but those of dictionaries has it.
function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/**
 * What the private key signs: the digest (which is hashed once more on the way), or the text itself.
 * Public clients of the bank do it in both ways, so that one call to its test contour has to settle it.
 */
export type Signs = 'digest' | 'text'

const LEFT_OUT = new Set(['DigestValue', 'SignatureValue', 'X509SerialNumber'])

/** The two fields that sign a question about a payout. Throws where the key is no private RSA key. */
export function signatureFields(
  fields: Readonly<Record<string, unknown>>,
  privateKeyPem: string,
  signs: Signs,
): { DigestValue: string; SignatureValue: string } {
  const { text, digest } = digested(fields)
  const signature = sign('sha256', signs === 'digest' ? digest : text, privateKeyPem)
  return { DigestValue: digest.toString('base64'), SignatureValue: signature.toString('base64') }
}

/** Whether the question was signed by the owner of this key and reached us as it was signed. */
export function checkSignature(
  fields: Readonly<Record<string, unknown>>,
  publicKeyPem: string,
  signs: Signs,
): boolean {
  const { DigestValue, SignatureValue } = fields
  const { text, digest } = digested(fields)
  if (typeof SignatureValue !== 'string' || DigestValue !== digest.toString('base64')) return false
  const signature = Buffer.from(SignatureValue, 'base64')
  return verify('sha256', signs === 'digest' ? digest : text, publicKeyPem, signature)
}

function digested(fields: Readonly<Record<string, unknown>>): { text: Buffer; digest: Buffer } {
  const text = Buffer.from(sortedValues(fields, LEFT_OUT), 'utf8')
  return { text, digest: createHash('sha256').update(text).digest() }
}

const TOKEN_LEFT_OUT = new Set(['Token'])

/**
 * The `Token` of a request or a notification of T-Bank: SHA-256 in hex over the sorted scalar fields and
 * the password of the terminal. A received body has to be read by `parseLossless`, or a number that
 * JavaScript writes otherwise would change its token.
 */
export function tokenOf(fields: Readonly<Record<string, unknown>>, password: string): string {
  // The password comes last, so that no field of a body can take its place.
  const signed = sortedValues({ ...fields, Password: password }, TOKEN_LEFT_OUT)
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
