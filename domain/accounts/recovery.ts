import { CODE_LENGTH, usernameKey } from './account.ts'
import { Refusal } from '../refusal.ts'

/** The wire's names of what a recovery asks for. */
const RECOVERY_FIELDS = { login: 'usernameOrEmail', code: 'code' } as const

/** Takes a nickname or an address as typed and gives the key to look for. Refuses VALIDATION at `usernameOrEmail` a blank one. */
export function checkRecoveryLogin(typed: string): string {
  const login = typed.trim().normalize('NFC').toLowerCase()
  if (login === '')
    throw new Refusal('VALIDATION', 'Укажите никнейм или email', RECOVERY_FIELDS.login)
  return login
}

/** Takes a code as typed or pasted, «123 456» too. Refuses VALIDATION at `code` a blank one. */
export function checkRecoveryCode(typed: string): string {
  const code = typed.replace(/\s/gu, '')
  if (code === '') throw new Refusal('VALIDATION', 'Введите код из письма', RECOVERY_FIELDS.code)
  return code
}

/** One sentence for every code that does not open: another one could tell whether the account exists. */
export function wrongRecoveryCode(): Refusal {
  return new Refusal(
    'VALIDATION',
    'Код не подошёл или устарел. Проверьте цифры из письма или запросите новый.',
    RECOVERY_FIELDS.code,
  )
}

const CODE = new RegExp(`^\\d{${CODE_LENGTH}}$`, 'u')

/** What the link in the letter ends with: a nickname and a code, in letters that an address may hold. */
export function recoveryToken(username: string, code: string): string {
  return btoa(code + username)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Reads what `recoveryToken` wrote; null for anything else. */
export function readRecoveryToken(token: string): { username: string; code: string } | null {
  let text: string
  try {
    text = atob(token.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return null
  }
  const code = text.slice(0, CODE_LENGTH)
  const username = text.slice(CODE_LENGTH)
  return CODE.test(code) && usernameKey(username) !== null ? { username, code } : null
}
