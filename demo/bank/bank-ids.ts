import { randomBytes, randomInt } from 'node:crypto'

/** Thirteen digits: at most twenty are published, and more than fifteen are lost to whoever reads them as a double. */
export function newBankId(): string {
  return `${randomInt(1_000_000, 10_000_000)}${String(randomInt(1_000_000)).padStart(6, '0')}`
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
