import { api } from '#contract/index.ts'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'

/** Why the login was refused. */
export type LoginAnswer = {
  errors: Readonly<Record<string, string>>
  /** An error that belongs to no field. */
  errorText: string | null
}

const NO_TOKEN = 'Ошибка: токен не получен'

/** Requests a token with what was typed. */
export async function askLogin(
  { username, password }: { username: string; password: string },
  ask: Caller,
): Promise<{ token: string; back?: boolean } | LoginAnswer> {
  const blank = {
    ...(username.trim() === '' && { username: 'Укажите никнейм или email' }),
    ...(password === '' && { password: 'Введите пароль' }),
  }
  const refused = (errors: LoginAnswer['errors'], errorText: string | null = null) => ({
    errors,
    errorText,
  })
  if (Object.keys(blank).length > 0) return refused(blank)
  try {
    const answer = await ask(api.auth.login, { body: { username, password } })
    return answer.token ? answer : refused({}, NO_TOKEN)
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    if (failure.code === 'WRONG_CREDENTIALS') return refused({ password: failure.message })
    const named = Object.keys(failure.fields).length > 0
    return refused(failure.fields, named ? null : failure.message)
  }
}
