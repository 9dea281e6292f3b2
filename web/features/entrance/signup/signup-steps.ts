import { api } from '#contract/index.ts'
import { CODE_LIFE_MS, checkName, checkPassword, checkUsername } from '#domain/accounts/account.ts'
import type { AccountType } from '#domain/accounts/account.ts'
import { checkEmail } from '#domain/fields.ts'
import { guessedBy, wordsOfAccount } from '#domain/accounts/guessable.ts'
import {
  CallFailed,
  errorMessage,
  orElse,
  ruleError,
  wasAborted,
} from '#web/lib/calls/call-failed.ts'
import type { CallOptions, Caller } from '#web/lib/calls/call.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import type { StepAnswer, StepOf } from '../step-machine.ts'
import { answerAt, refusedAt, requestCode, withErrors } from '../step-machine.ts'
import type { StepDraft } from '../use-step-form.ts'

/** All values that a sign-up collects. */
export type SignupForm = {
  username: string
  password: string
  accountType: AccountType
  name: string
  email: string
  /** Consent to the processing of personal data. */
  consentEmail: boolean
  consentNotifications: boolean
  /** A code was sent to `email`, which is locked since. */
  codeSent: boolean
  verificationCode: string
}

type SignupAnswer = StepAnswer<SignupForm>

export const EMPTY_FORM: SignupForm = {
  username: '',
  password: '',
  accountType: 'ARTIST',
  name: '',
  email: '',
  consentEmail: false,
  consentNotifications: false,
  codeSent: false,
  verificationCode: '',
}

const STEP_OF: StepOf<SignupForm> = {
  username: 1,
  password: 1,
  accountType: 2,
  name: 2,
  email: 3,
  consentEmail: 3,
  consentNotifications: 3,
  codeSent: 3,
  verificationCode: 3,
}

const NAME = 'signup-draft'
const NO_CODE = 'Не удалось отправить код подтверждения.'
const NO_ACCOUNT = 'Произошла ошибка при регистрации.'

/** Returns the error of a nickname; null when it is free. Throws only when it was aborted. */
export async function usernameError(
  ask: Caller,
  username: string,
  options: CallOptions = {},
): Promise<string | null> {
  const broken = ruleError(() => checkUsername(username))
  if (broken !== null) return broken
  try {
    const free = await ask(api.auth.isUsernameFree, { body: { username } }, options)
    return free ? null : 'Никнейм занят'
  } catch (failure) {
    if (wasAborted(failure) || !(failure instanceof CallFailed)) throw failure
    return errorMessage(failure, 'Не удалось проверить никнейм')
  }
}

/** Returns the error of an e-mail address; null when a code may be sent to it. Throws CallFailed when the check failed. */
export async function emailError(
  ask: Caller,
  email: string,
  options: CallOptions = {},
): Promise<string | null> {
  const broken = ruleError(() => checkEmail(email))
  if (broken !== null) return broken
  const free = await ask(api.auth.isEmailFree, { body: { email } }, options)
  return free ? null : 'email уже используется'
}

/** Returns the error of a password, given the account's public names; null for a good one. The server checks a longer list. */
function passwordError(form: Pick<SignupForm, 'password'> & Partial<SignupForm>): string | null {
  const broken = ruleError(() => checkPassword(form.password, 'signup'))
  if (broken !== null) return broken
  return guessedBy(form.password, { common: new Set(), own: wordsOfAccount(form) })
}

export async function giveNickname(form: SignupForm, ask: Caller): Promise<SignupAnswer> {
  const wrong = withErrors(STEP_OF, form, {
    username: await usernameError(ask, form.username),
    password: passwordError({ username: form.username, password: form.password }),
  })
  return wrong ?? answerAt(2, form)
}

export function giveName(form: SignupForm): SignupAnswer {
  const wrong = withErrors(STEP_OF, form, {
    password: passwordError(form),
    name: ruleError(() => checkName(form.name)),
  })
  return wrong ?? answerAt(3, form)
}

/** A refused address is unlocked for a change; any other failure leaves the lock as it is. */
function refused(form: SignupForm, failure: unknown, otherwise: string): SignupAnswer {
  const answer = refusedAt(STEP_OF, 3, form, failure, otherwise)
  const { email, consentEmail } = answer.errors
  const codeSent = form.codeSent && email === undefined && consentEmail === undefined
  return { ...answer, form: { ...form, codeSent } }
}

export async function sendCode(form: SignupForm, ask: Caller): Promise<SignupAnswer> {
  const { email, consentEmail, consentNotifications, codeSent } = form
  const wrong = withErrors(STEP_OF, form, {
    password: passwordError(form),
    email: ruleError(() => checkEmail(email)),
  })
  if (wrong !== null) return wrong
  const waiting = { ...form, codeSent: true }
  return requestCode({
    send: () =>
      ask(api.auth.verificationCode, { body: { email, consentEmail, consentNotifications } }),
    step: 3,
    sent: { ...waiting, verificationCode: '' },
    waiting,
    again: codeSent,
    failed: (failure) => refused(form, failure, NO_CODE),
  })
}

export const changeEmail = (form: SignupForm) =>
  answerAt(3, { ...form, codeSent: false, verificationCode: '' })

/** The last step: returns the token of the new account, or the step with the errors to correct. */
export async function register(
  form: SignupForm,
  partnerId: string | null,
  ask: Caller,
): Promise<{ token: string } | SignupAnswer> {
  if (form.verificationCode === '') {
    return answerAt(3, form, { errors: { verificationCode: 'Введите код подтверждения.' } })
  }
  const { username, name, email, password, accountType, verificationCode } = form
  const account = { username, name, email, password, accountType, verificationCode }
  try {
    const body = { ...account, passwordConfirm: password, partnerId }
    const entered = await orElse(ask(api.auth.signup, { body }), (failure) =>
      loginInstead(form, failure, ask),
    )
    writeStored(NAME, null, 'sessionStorage')
    return { token: entered.token }
  } catch (failure) {
    return refused(form, failure, NO_ACCOUNT)
  }
}

/** Both are taken: an earlier try whose answer was lost has made the account, and its own password opens it. Any other refusal stays. */
async function loginInstead({ username, password }: SignupForm, failure: CallFailed, ask: Caller) {
  if (failure.fields['username'] === undefined || failure.fields['email'] === undefined)
    throw failure
  return orElse(ask(api.auth.login, { body: { username, password } }), () => {
    throw failure
  })
}

/** The draft stored in this tab, unless it is older than a code's lifetime; null when there is none. */
function readStoredDraft(): SignupForm | null {
  try {
    const draft: unknown = JSON.parse(readStored(NAME, 'sessionStorage') ?? 'null')
    if (typeof draft !== 'object' || draft === null) return null
    const { at, form } = draft as { at: unknown; form: unknown }
    const age = typeof at === 'number' ? Date.now() - at : -1
    if (age < 0 || age >= CODE_LIFE_MS || typeof form !== 'object' || form === null) return null
    const known = Object.entries(form).filter(
      ([name, value]) => typeof value === typeof EMPTY_FORM[name as keyof SignupForm],
    )
    return { ...EMPTY_FORM, ...Object.fromEntries(known) }
  } catch {
    return null
  }
}

/** A phone discards the tab while its owner reads the e-mail, so everything but the password and the code is stored. */
export const SIGNUP_DRAFT: StepDraft<SignupForm> = {
  restore(typed) {
    const draft = readStoredDraft()
    if (draft === null || (typed.username !== '' && typed.username !== draft.username)) return null
    const errors =
      typed.password === '' ? { password: 'Введите пароль ещё раз: здесь он не хранится.' } : {}
    return { step: 1, form: { ...draft, password: typed.password }, errors }
  },
  save({ step, form: { password: _password, verificationCode: _code, ...form } }) {
    if (step > 1) writeStored(NAME, JSON.stringify({ at: Date.now(), form }), 'sessionStorage')
  },
  onBack: () => undefined,
}
