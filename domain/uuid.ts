/** As our own calls write it, in lower case. */
export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u
const RANDOM = /^[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u

/** In any letter case. */
export function isUuid(text: string): boolean {
  return UUID.test(text.toLowerCase())
}

/** The id in what a person pasted: a whole one, also in an address, or the bank's number of our order, without dashes and with its attempt. */
export function uuidIn(text: string): string | null {
  const pasted = text.trim().toLowerCase()
  const whole = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/u.exec(pasted)?.[0]
  const plain = /^([\da-f]{32})(?:-\d{1,4})?$/u.exec(pasted)?.[1]
  return whole ?? (plain === undefined ? null : uuidOf(plain))
}

/**
 * Whether this idempotency key cannot be guessed, so that only its creator can send it. Shorter keys of other programs
 * may also belong to another client.
 */
export function isUnguessable(key: string): boolean {
  return RANDOM.test(key.toLowerCase())
}

/** The id of 32 hexadecimal digits. */
export function uuidOf(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5')
}

/** Less than every id. */
export const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
