import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'

/** The credentials that the bank has given to its one merchant. */
export type TerminalKeys = {
  readonly terminalKey: string
  /** Signs the calls and the notices of payments. */
  readonly password: string
  /** Null: there are no payouts. */
  readonly payouts: PayoutTerminalKeys | null
}

export type PayoutTerminalKeys = {
  readonly terminalKey: string
  /** Signs the notices of payouts. */
  readonly password: string
  /** RSA, SPKI: of the merchant's key, which signs the calls. */
  readonly publicKeyPem: string
  /** Of the certificate, in decimal. */
  readonly serial: string
}

/** A private RSA key for a merchant's payouts (PKCS#8, PEM). */
export function newPayoutKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' })
}

/** What the bank keeps of a merchant's key, private or public. */
export function certificateOf(keyPem: string): { publicKeyPem: string; serial: string } {
  const publicKeyPem = createPublicKey(keyPem).export({ type: 'spki', format: 'pem' })
  const digest = createHash('sha256').update(publicKeyPem).digest('hex')
  return { publicKeyPem, serial: String(BigInt(`0x${digest.slice(0, 32)}`)) }
}
