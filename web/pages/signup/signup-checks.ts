import { api } from '#contract/index.ts'
import { checkEmail, checkUsername } from '#domain/account.ts'
import { CallFailed, wasAborted } from '#web/lib/call-failed.ts'
import type { Caller, CallOptions } from '#web/lib/call.ts'
import { brokenRule, saidOr } from '#web/lib/said-or.ts'

/** What is wrong with a nickname; null where it can be had. Throws only when it was aborted. */
export async function usernameTrouble(
  ask: Caller,
  username: string,
  options: CallOptions = {},
): Promise<string | null> {
  const broken = brokenRule(() => checkUsername(username))
  if (broken !== null) return broken
  try {
    const free = await ask(api.auth.isUsernameFree, { body: { username } }, options)
    return free ? null : 'Никнейм занят'
  } catch (failure) {
    if (wasAborted(failure) || !(failure instanceof CallFailed)) throw failure
    return saidOr(failure, 'Не удалось проверить никнейм')
  }
}

/** What is wrong with an address; null where a code may be sent to it. Throws CallFailed where nobody could say. */
export async function emailTrouble(
  ask: Caller,
  email: string,
  options: CallOptions = {},
): Promise<string | null> {
  const broken = brokenRule(() => checkEmail(email))
  if (broken !== null) return broken
  const free = await ask(api.auth.isEmailFree, { body: { email } }, options)
  return free ? null : 'email уже используется'
}
