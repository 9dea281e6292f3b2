import { api } from '#contract/index.ts'
import { checkEmail, checkName, checkPassword } from '#domain/account.ts'
import { RESEND_SECONDS } from '#domain/account.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import { brokenRule, saidOr } from '#web/lib/said-or.ts'
import { usernameTrouble } from './signup-checks.ts'
import type { Step } from '#web/parts/step-progress.tsx'
import type { FieldErrors, SignupForm } from './signup-form.ts'
import { ownErrors, stepOfErrors } from './signup-form.ts'

/** Where a form that was sent leaves the person. */
export type SignupAnswer = {
  step: Step
  form: SignupForm
  errors: FieldErrors
  /** What went wrong that belongs to no field. */
  trouble: string | null
  /** Until another code may be asked for; null where no code was asked for. */
  resendSeconds: number | null
}

const NO_CODE = 'Не удалось отправить код подтверждения.'
const NO_ACCOUNT = 'Произошла ошибка при регистрации.'

function at(step: Step, form: SignupForm, change: Partial<SignupAnswer> = {}): SignupAnswer {
  return { step, form, errors: {}, trouble: null, resendSeconds: null, ...change }
}

function withErrors(step: Step, form: SignupForm, found: Record<string, string | null>) {
  const errors = Object.entries(found).filter(([, sentence]) => sentence !== null)
  return errors.length === 0 ? null : at(step, form, { errors: Object.fromEntries(errors) })
}

async function giveNickname(form: SignupForm, ask: Caller): Promise<SignupAnswer> {
  const wrong = withErrors(1, form, {
    username: await usernameTrouble(ask, form.username),
    password: brokenRule(() => checkPassword(form.password, 'signup')),
  })
  return wrong ?? at(2, form)
}

function giveName(form: SignupForm): SignupAnswer {
  return withErrors(2, form, { name: brokenRule(() => checkName(form.name)) }) ?? at(3, form)
}

async function sendCode(form: SignupForm, ask: Caller): Promise<SignupAnswer> {
  const { email, consentEmail } = form
  const wrong = withErrors(3, form, { email: brokenRule(() => checkEmail(email)) })
  if (wrong !== null) return wrong
  const sent = { ...form, codeSent: true }
  try {
    const answer = await ask(api.auth.verificationCode, { body: { email, consentEmail } })
    const fresh = { ...sent, verificationCode: '' }
    return at(3, fresh, { resendSeconds: answer.resendAfterSeconds })
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    // A code is on its way already, so there is one to type; only who asked for another hears of the wait.
    if (failure.code === 'RESEND_TOO_SOON') {
      const resendSeconds = failure.retryAfterSeconds ?? RESEND_SECONDS
      return at(3, sent, { resendSeconds, trouble: form.codeSent ? failure.message : null })
    }
    const errors = ownErrors(failure.fields)
    if (stepOfErrors(errors) !== null) return at(3, { ...form, codeSent: false }, { errors })
    return at(3, form, { trouble: saidOr(failure, NO_CODE) })
  }
}

const changeEmail = (form: SignupForm) => at(3, { ...form, codeSent: false, verificationCode: '' })

/** What a button of the form asks for, but for the last one, which opens the account. */
const TURNS = {
  nickname: giveNickname,
  name: giveName,
  code: sendCode,
  'change-email': changeEmail,
  'back-to-1': (form) => at(1, form),
  'back-to-2': (form) => at(2, form),
} as const satisfies Record<
  string,
  (form: SignupForm, ask: Caller) => SignupAnswer | Promise<SignupAnswer>
>

/** The values of the buttons. */
export type Turn = keyof typeof TURNS | 'register'

export const isRegister = (turn: unknown) => turn === 'register'

/** Any step but the last; a button that is not ours begins anew. */
export async function takeTurn(
  turn: unknown,
  form: SignupForm,
  ask: Caller,
): Promise<SignupAnswer> {
  const known = Object.keys(TURNS).find((name) => name === turn)
  return TURNS[(known ?? 'back-to-1') as keyof typeof TURNS](form, ask)
}

/** The last step: gives the token of the new account, or where the person must look again. */
export async function register(
  form: SignupForm,
  partnerId: string | null,
  ask: Caller,
): Promise<{ token: string } | SignupAnswer> {
  if (form.verificationCode === '') {
    return at(3, form, { errors: { verificationCode: 'Введите код подтверждения.' } })
  }
  const { username, name, email, password, accountType, verificationCode } = form
  const account = { username, name, email, password, accountType, verificationCode }
  try {
    return await ask(api.auth.signup, {
      body: { ...account, passwordConfirm: password, partnerId },
    })
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    const errors = ownErrors(failure.fields)
    const step = stepOfErrors(errors)
    if (step === null) return registrationFailed(form, failure)
    return at(step, { ...form, codeSent: errors.email === undefined }, { errors })
  }
}

/** Nobody answered, or not in words. */
export function registrationFailed(form: SignupForm, failure: unknown): SignupAnswer {
  return at(3, form, { trouble: saidOr(failure, NO_ACCOUNT) })
}
