import { createHash, sign, verify } from 'node:crypto'
import { sortedValues } from './sorted-values.ts'

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
