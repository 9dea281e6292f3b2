import { api } from '#contract/index.ts'
import { checkNewPasswordPair, CODE_LENGTH } from '#domain/accounts/account.ts'
import { checkRecoveryCode, checkRecoveryLogin } from '#domain/accounts/recovery.ts'
import { errorMessage, fieldErrors, orWhenUnavailable } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import { postedText } from '#web/lib/server-api.ts'
import type { BackTurn, FormStep, StepAnswer, StepField, StepForm } from '../step-machine.ts'
import { answerAt, BACK_TURNS, refusedAt, requestCode, withErrors } from '../step-machine.ts'

/** All values that a recovery collects; each step's form carries all of them, visible or hidden. */
export type RecoveryForm = {
  usernameOrEmail: string
  code: string
  newPassword: string
  newPasswordConfirm: string
}

export type RecoveryAnswer = StepAnswer<RecoveryForm>

export type RecoveryTurn = BackTurn | 'send' | 'again' | 'code' | 'reset'

export const EMPTY_FORM: RecoveryForm = {
  usernameOrEmail: '',
  code: '',
  newPassword: '',
  newPasswordConfirm: '',
}

const STEP_OF: StepForm<RecoveryForm, RecoveryTurn>['stepOf'] = {
  usernameOrEmail: 1,
  code: 2,
  newPassword: 3,
  newPasswordConfirm: 3,
}

const NOT_SENT = 'Не удалось отправить код. Попробуйте позже.'
const NOT_CHANGED = 'Не удалось изменить пароль. Проверьте код.'

function readForm(posted: FormData): RecoveryForm {
  const text = (name: StepField<RecoveryForm>) => postedText(posted, name)
  return {
    usernameOrEmail: text('usernameOrEmail'),
    code: text('code').replace(/\D/g, '').slice(0, CODE_LENGTH),
    newPassword: text('newPassword'),
    newPasswordConfirm: text('newPasswordConfirm'),
  }
}

const loginErrors = (form: RecoveryForm) =>
  fieldErrors(() => checkRecoveryLogin(form.usernameOrEmail))

async function sendCode(from: FormStep, form: RecoveryForm, ask: Caller): Promise<RecoveryAnswer> {
  const wrong = withErrors(STEP_OF, form, loginErrors(form))
  if (wrong !== null) return wrong
  const { usernameOrEmail } = form
  return requestCode({
    send: () => ask(api.auth.forgotPassword, { body: { usernameOrEmail } }),
    step: 2,
    sent: { ...form, code: '' },
    waiting: form,
    again: from === 2,
    failed: (failure) => refusedAt(STEP_OF, from, form, failure, NOT_SENT),
  })
}

function giveCode(form: RecoveryForm): RecoveryAnswer {
  const errors = { ...loginErrors(form), ...fieldErrors(() => checkRecoveryCode(form.code)) }
  return withErrors(STEP_OF, form, errors) ?? answerAt(3, form)
}

export const RECOVERY: StepForm<RecoveryForm, RecoveryTurn> = {
  stepOf: STEP_OF,
  read: readForm,
  turns: {
    send: (form, ask) => sendCode(1, form, ask),
    again: (form, ask) => sendCode(2, form, ask),
    code: giveCode,
    reset: null,
    ...BACK_TURNS,
  },
  otherwise: 'send',
  failed: (form, failure) => answerAt(3, form, { errorText: errorMessage(failure, NOT_CHANGED) }),
  answered: ['code'],
}

/** The last step: null once the password is set, else the step with the errors to correct. */
export async function resetPassword(
  form: RecoveryForm,
  ask: Caller,
): Promise<RecoveryAnswer | null> {
  const { newPassword, newPasswordConfirm } = form
  const errors = {
    ...loginErrors(form),
    ...fieldErrors(() => checkRecoveryCode(form.code)),
    ...fieldErrors(() => checkNewPasswordPair(newPassword, newPasswordConfirm, 'recovery')),
  }
  const wrong = withErrors(STEP_OF, form, errors)
  if (wrong !== null) return wrong
  try {
    await ask(api.auth.resetPassword, { body: form })
    return null
  } catch (failure) {
    return refusedAt(STEP_OF, 3, form, failure, NOT_CHANGED)
  }
}

/** Logs in with the new password and returns the token; null when the person has to log in by hand. */
export async function loginWith(
  { usernameOrEmail, newPassword }: RecoveryForm,
  ask: Caller,
): Promise<string | null> {
  const body = { username: usernameOrEmail, password: newPassword }
  const login = await orWhenUnavailable(ask(api.auth.login, { body }), null)
  return login?.token || null
}
