import { randomBytes } from 'node:crypto'

const SMALLEST = 10n ** 19n
const SPREAD = 8n * 10n ** 18n

/** A number of twenty digits, and an odd one: whoever reads it as a double loses it. */
export function newBankId(): string {
  const chance = BigInt(`0x${randomBytes(8).toString('hex')}`)
  return String(SMALLEST + ((chance % SPREAD) | 1n))
}

/** What nobody guesses: the last piece of the address of a payer's page. */
export function newLink(): string {
  return randomBytes(16).toString('base64url')
}
