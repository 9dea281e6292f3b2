import { api } from '#contract/index.ts'
import type { AccountType } from '#domain/account.ts'
import {
  ACCOUNT_TYPES,
  checkEmail,
  checkName,
  checkPassword,
  checkUsername,
  CODE_LENGTH,
  TOO_WEAK,
} from '#domain/account.ts'
import { isGuessable, wordsOfAccount } from '#domain/guessable.ts'
import { CallFailed, wasAborted } from '#web/lib/call-failed.ts'
import type { Caller, CallOptions } from '#web/lib/call.ts'
import { postedText } from '../../../lib/posted-text.ts'
import { ruleError, errorMessage } from '../../../lib/error-message.ts'
import type { BackTurn, StepAnswer, StepField, StepForm } from '../step-machine.ts'
import { answerAt, BACK_TURNS, refusedAt, requestCode, withErrors } from '../step-machine.ts'

/** Everything that a sign-up gathers on its way; each step's form carries all of it, seen or hidden. */
export type SignupForm = {
  username: string
  password: string
  accountType: AccountType
  name: string
  email: string
  /** To the processing of personal data. */
  consentEmail: boolean
  consentNotifications: boolean
  /** A code went to `email`, which is locked since. */
  codeSent: boolean
  verificationCode: string
}

export type SignupAnswer = StepAnswer<SignupForm>

export type SignupTurn = BackTurn | 'nickname' | 'name' | 'code' | 'change-email' | 'register'

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

const STEP_OF: StepForm<SignupForm, SignupTurn>['stepOf'] = {
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

const NO_CODE = 'Не удалось отправить код подтверждения.'
const NO_ACCOUNT = 'Произошла ошибка при регистрации.'

/** What is wrong with a nickname; null where it can be had. Throws only when it was aborted. */
export async function usernameTrouble(
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

/** What is wrong with an address; null where a code may be sent to it. Throws CallFailed where nobody could say. */
export async function emailTrouble(
  ask: Caller,
  email: string,
  options: CallOptions = {},
): Promise<string | null> {
  const broken = ruleError(() => checkEmail(email))
  if (broken !== null) return broken
  const free = await ask(api.auth.isEmailFree, { body: { email } }, options)
  return free ? null : 'email уже используется'
}

function readForm(posted: FormData): SignupForm {
  const text = (name: StepField<SignupForm>) => postedText(posted, name)
  const type = text('accountType')
  return {
    username: text('username'),
    password: text('password'),
    accountType: ACCOUNT_TYPES.find((known) => known === type) ?? EMPTY_FORM.accountType,
    name: text('name'),
    email: text('email'),
    consentEmail: posted.has('consentEmail'),
    consentNotifications: posted.has('consentNotifications'),
    codeSent: posted.has('codeSent'),
    verificationCode: text('verificationCode').replace(/\D/g, '').slice(0, CODE_LENGTH),
  }
}

/** What is wrong with the password of an account that strangers know by these words; null for a good one. The server looks through a longer list. */
function passwordTrouble(form: Pick<SignupForm, 'password'> & Partial<SignupForm>): string | null {
  const broken = ruleError(() => checkPassword(form.password, 'signup'))
  if (broken !== null) return broken
  const own = wordsOfAccount(form)
  return isGuessable(form.password, { common: new Set(), own }) ? TOO_WEAK : null
}

async function giveNickname(form: SignupForm, ask: Caller): Promise<SignupAnswer> {
  const wrong = withErrors(STEP_OF, form, {
    username: await usernameTrouble(ask, form.username),
    password: passwordTrouble({ username: form.username, password: form.password }),
  })
  return wrong ?? answerAt(2, form)
}

function giveName(form: SignupForm): SignupAnswer {
  const wrong = withErrors(STEP_OF, form, {
    password: passwordTrouble(form),
    name: ruleError(() => checkName(form.name)),
  })
  return wrong ?? answerAt(3, form)
}

/** A refused address is open to be changed; anything else leaves it as it is. */
function refused(form: SignupForm, failure: unknown, otherwise: string): SignupAnswer {
  const answer = refusedAt(STEP_OF, 3, form, failure, otherwise)
  const { email, consentEmail } = answer.errors
  const codeSent = form.codeSent && email === undefined && consentEmail === undefined
  return { ...answer, form: { ...form, codeSent } }
}

async function sendCode(form: SignupForm, ask: Caller): Promise<SignupAnswer> {
  const { email, consentEmail, codeSent } = form
  const wrong = withErrors(STEP_OF, form, {
    password: passwordTrouble(form),
    email: ruleError(() => checkEmail(email)),
  })
  if (wrong !== null) return wrong
  const waiting = { ...form, codeSent: true }
  return requestCode({
    send: () => ask(api.auth.verificationCode, { body: { email, consentEmail } }),
    step: 3,
    sent: { ...waiting, verificationCode: '' },
    waiting,
    again: codeSent,
    failed: (failure) => refused(form, failure, NO_CODE),
  })
}

const changeEmail = (form: SignupForm) =>
  answerAt(3, { ...form, codeSent: false, verificationCode: '' })

export const SIGNUP: StepForm<SignupForm, SignupTurn> = {
  stepOf: STEP_OF,
  read: readForm,
  turns: {
    nickname: giveNickname,
    name: giveName,
    code: sendCode,
    'change-email': changeEmail,
    register: null,
    ...BACK_TURNS,
  },
  otherwise: 'back-to-1',
  failed: (form, failure) => answerAt(3, form, { trouble: errorMessage(failure, NO_ACCOUNT) }),
  answered: ['codeSent', 'verificationCode'],
  hidden: ({ codeSent }) => (codeSent ? ['codeSent'] : ['codeSent', 'verificationCode']),
}

/** The last step: gives the token of the new account, or where the person must look again. */
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
    return await ask(api.auth.signup, {
      body: { ...account, passwordConfirm: password, partnerId },
    })
  } catch (failure) {
    return refused(form, failure, NO_ACCOUNT)
  }
}
