import { randomBytes } from 'node:crypto'

const SMALLEST = 10n ** 19n
const SPREAD = 8n * 10n ** 18n

/** A number of twenty digits, and an odd one: whoever reads it as a double loses it. */
export function newBankId(): string {
  const chance = BigInt(`0x${randomBytes(8).toString('hex')}`)
  return String(SMALLEST + ((chance % SPREAD) | 1n))
}

const LINK = /^[\w-]{22}$/

/** Whether it may be the last piece of such an address at all: a database would not take some letters. */
export function isLink(text: string): boolean {
  return LINK.test(text)
}

/** What nobody guesses: the last piece of the address of a payer's page. */
export function newLink(): string {
  return randomBytes(16).toString('base64url')
}
