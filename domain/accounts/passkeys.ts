import { checkLine } from '../fields.ts'
import { Refusal } from '../refusal.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'

export const KEYS_MOST = 20
/** COSE: EdDSA, ES256 and RS256; every device knows one of them. */
export const KEY_ALGORITHMS = [-8, -7, -257]
/** How long a challenge waits for a key's signature. */
export const CHALLENGE_MS = 5 * MINUTE_MS
/** How long a key's answer proves the person. */
export const PROOF_MS = 5 * MINUTE_MS
/** Payouts rest after the keys were given up by a code from the e-mail. */
export const LOST_KEYS_REST_MS = 72 * HOUR_MS

const KEY_NAME_LENGTH = 40

/** Returns what its owner calls a key. Refuses VALIDATION at `name`. */
export function checkKeyName(typed: string): string {
  return checkLine(typed, {
    field: 'name',
    max: KEY_NAME_LENGTH,
    blank: 'Назовите ключ',
    tooLong: `Не длиннее ${KEY_NAME_LENGTH} символов`,
  })
}

export const LAST_KEY_STAYS = 'Последний ключ оператора убрать нельзя. Сначала добавьте другой.'

/** What an account must have to lose one key. Refuses ILLEGAL_STEP for the last one of an operator. */
export function admitKeyRemoval({ operates, keys }: { operates: boolean; keys: number }): void {
  if (operates && keys <= 1) throw new Refusal('ILLEGAL_STEP', LAST_KEY_STAYS)
}

export const RECOVERY_CODES = 10
/** No I and no O: they look like 1 and 0. */
export const RECOVERY_SIGNS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const HALF = 4
const SHAPE = new RegExp(`^[${RECOVERY_SIGNS}]{${2 * HALF}}$`, 'u')

/** «4K7M-92QD» of eight signs. */
export const shownRecoveryCode = (signs: string) => `${signs.slice(0, HALF)}-${signs.slice(HALF)}`

/** Returns the eight signs of a typed code; null for what is none. */
export function recoverySigns(typed: string): string | null {
  const signs = typed.replace(/[\s-]/gu, '').toUpperCase().replaceAll('O', '0').replaceAll('I', '1')
  return SHAPE.test(signs) ? signs : null
}
