import { api } from '#contract/index.ts'
import { checkNewPasswordPair, RESEND_SECONDS } from '#domain/account.ts'
import { checkRecoveryCode, checkRecoveryLogin } from '#domain/recovery.ts'
import { CallFailed, orWhenUnavailable } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import { brokenFields, saidOr } from '#web/lib/said-or.ts'
import type { Step } from '#web/parts/step-progress.tsx'
import type { RecoveryForm, FieldErrors } from './recovery-form.ts'
import { ownErrors, stepOfErrors } from './recovery-form.ts'

/** Where a form that was sent leaves the person. */
export type RecoveryAnswer = {
  step: Step
  form: RecoveryForm
  errors: FieldErrors
  /** What went wrong that belongs to no field. */
  trouble: string | null
  /** Until another code may be asked for; null where no code was asked for. */
  resendSeconds: number | null
}

const NOT_SENT = 'Не удалось отправить код. Попробуйте позже.'
const NOT_CHANGED = 'Не удалось изменить пароль. Проверьте код.'

export function at(
  step: Step,
  form: RecoveryForm,
  change: Partial<RecoveryAnswer> = {},
): RecoveryAnswer {
  return { step, form, errors: {}, trouble: null, resendSeconds: null, ...change }
}

/** The answer to the first wrong step; null where these checks found nothing. */
function withErrors(form: RecoveryForm, errors: FieldErrors): RecoveryAnswer | null {
  const step = stepOfErrors(errors)
  return step === null ? null : at(step, form, { errors })
}

const loginErrors = (form: RecoveryForm): FieldErrors =>
  brokenFields(() => checkRecoveryLogin(form.usernameOrEmail))

async function sendCode(from: Step, form: RecoveryForm, ask: Caller): Promise<RecoveryAnswer> {
  const wrong = withErrors(form, loginErrors(form))
  if (wrong !== null) return wrong
  const { usernameOrEmail } = form
  try {
    const { resendAfterSeconds } = await ask(api.auth.forgotPassword, { body: { usernameOrEmail } })
    return at(2, { ...form, code: '' }, { resendSeconds: resendAfterSeconds })
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    // A code is on its way already, so there is one to type; only who asked for another hears of the wait.
    if (failure.code === 'RESEND_TOO_SOON') {
      const resendSeconds = failure.retryAfterSeconds ?? RESEND_SECONDS
      return at(2, form, { resendSeconds, trouble: from === 2 ? failure.message : null })
    }
    const named = withErrors(form, ownErrors(failure.fields))
    return named ?? at(from, form, { trouble: saidOr(failure, NOT_SENT) })
  }
}

function giveCode(form: RecoveryForm): RecoveryAnswer {
  const errors = { ...loginErrors(form), ...brokenFields(() => checkRecoveryCode(form.code)) }
  return withErrors(form, errors) ?? at(3, form)
}

/** What a button of the form asks for, but for the last one, which sets the password. */
const TURNS = {
  send: (form, ask) => sendCode(1, form, ask),
  again: (form, ask) => sendCode(2, form, ask),
  code: async (form) => giveCode(form),
  'back-to-1': async (form) => at(1, form),
  'back-to-2': async (form) => at(2, form),
} as const satisfies Record<string, (form: RecoveryForm, ask: Caller) => Promise<RecoveryAnswer>>

export type Turn = keyof typeof TURNS | 'reset'

/** The last button was pressed. */
export function isReset(turn: unknown): boolean {
  return turn === 'reset'
}

/** Takes one step. A turn that is none is the first one. */
export async function takeTurn(
  turn: unknown,
  form: RecoveryForm,
  ask: Caller,
): Promise<RecoveryAnswer> {
  const known = (Object.keys(TURNS) as (keyof typeof TURNS)[]).find((one) => one === turn)
  return TURNS[known ?? 'send'](form, ask)
}

/** The last step: null once the password is set, or where the person must look again. */
export async function resetPassword(
  form: RecoveryForm,
  ask: Caller,
): Promise<RecoveryAnswer | null> {
  const { newPassword, newPasswordConfirm } = form
  const errors = {
    ...loginErrors(form),
    ...brokenFields(() => checkRecoveryCode(form.code)),
    ...brokenFields(() => checkNewPasswordPair(newPassword, newPasswordConfirm, 'recovery')),
  }
  const wrong = withErrors(form, errors)
  if (wrong !== null) return wrong
  try {
    await ask(api.auth.resetPassword, { body: form })
    return null
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    return withErrors(form, ownErrors(failure.fields)) ?? notChanged(form, failure)
  }
}

/** Nobody answered, or not in words. */
export function notChanged(form: RecoveryForm, failure: unknown): RecoveryAnswer {
  return at(3, form, { trouble: saidOr(failure, NOT_CHANGED) })
}

/** The token of a login with the new password; null where the person has to log in by hand. */
export async function loginWith(
  { usernameOrEmail, newPassword }: RecoveryForm,
  ask: Caller,
): Promise<string | null> {
  const body = { username: usernameOrEmail, password: newPassword }
  const login = await orWhenUnavailable(ask(api.auth.login, { body }), null)
  return login?.token || null
}
