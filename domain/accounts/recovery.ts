import { usernameKey } from './account.ts'
import { loginKey } from '../normal-form.ts'
import { Refusal } from '../refusal.ts'
import { HOUR_MS } from '../time.ts'

/** How long the letter to the former address undoes a change of the e-mail, and nothing is paid out. */
export const EMAIL_UNDO_MS = 72 * HOUR_MS

/** The API names of the recovery form's fields. */
const RECOVERY_FIELDS = { login: 'usernameOrEmail', code: 'code' } as const

/** Returns the lookup key of a typed nickname or address. Refuses VALIDATION at `usernameOrEmail` for a blank one. */
export function checkRecoveryLogin(typed: string): string {
  const login = loginKey(typed)
  if (login === '')
    throw new Refusal('VALIDATION', 'Укажите никнейм или email', RECOVERY_FIELDS.login)
  return login
}

/** Returns a typed or pasted code without spaces, «123 456» too. Refuses VALIDATION at `code` for a blank one. */
export function checkRecoveryCode(typed: string): string {
  const code = typed.replace(/\s/gu, '')
  if (code === '') throw new Refusal('VALIDATION', 'Введите код из письма', RECOVERY_FIELDS.code)
  return code
}

/** The same text for every code that does not work: different texts could reveal whether the account exists. */
export function wrongRecoveryCode(): Refusal {
  return new Refusal(
    'VALIDATION',
    'Код не подошёл или устарел. Проверьте цифры из письма или запросите новый.',
    RECOVERY_FIELDS.code,
  )
}

/** The length of the secret in an e-mail's link, and how long it works: as long as the codes of an address are limited. */
export const RECOVERY_LINK_LENGTH = 22
export const RECOVERY_LINK_MS = HOUR_MS

/** Whether this is the secret of a link, and no typed code. */
export function isRecoveryLink(code: string): boolean {
  return LINK.test(code)
}

const LINK = new RegExp(`^[\\w-]{${RECOVERY_LINK_LENGTH}}$`, 'u')

/** Returns the end of the e-mail's link: a nickname and the secret of the link in URL-safe base64. */
export function recoveryToken(username: string, link: string): string {
  return btoa(link + username)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Decodes a result of `recoveryToken`; null for anything else. */
export function readRecoveryToken(token: string): { username: string; code: string } | null {
  let text: string
  try {
    text = atob(token.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return null
  }
  const code = text.slice(0, RECOVERY_LINK_LENGTH)
  const username = text.slice(RECOVERY_LINK_LENGTH)
  return isRecoveryLink(code) && usernameKey(username) !== null ? { username, code } : null
}
