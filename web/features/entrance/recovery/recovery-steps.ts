import { api } from '#contract/index.ts'
import { checkNewPasswordPair } from '#domain/accounts/account.ts'
import { checkRecoveryCode, checkRecoveryLogin, isRecoveryLink } from '#domain/accounts/recovery.ts'
import { fieldErrors, orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import type { Entered, FormStep, StepAnswer, StepOf, StepTurn } from '../step-machine.ts'
import { answerAt, refusedAt, requestCode, withErrors } from '../step-machine.ts'

/** All values that a recovery collects. */
export type RecoveryForm = {
  usernameOrEmail: string
  code: string
  newPassword: string
  newPasswordConfirm: string
}

export type RecoveryAnswer = StepAnswer<RecoveryForm>

export const EMPTY_FORM: RecoveryForm = {
  usernameOrEmail: '',
  code: '',
  newPassword: '',
  newPasswordConfirm: '',
}

const STEP_OF: StepOf<RecoveryForm> = {
  usernameOrEmail: 1,
  code: 2,
  newPassword: 3,
  newPasswordConfirm: 3,
}

export const WRONG_LINK = 'Ссылка не подошла. Запросите новый код.'
const NOT_SENT = 'Не удалось отправить код. Попробуйте позже.'
const NOT_CHANGED = 'Не удалось изменить пароль. Проверьте код.'

const loginErrors = (form: RecoveryForm) =>
  fieldErrors(() => checkRecoveryLogin(form.usernameOrEmail))

async function requestFrom(
  from: FormStep,
  form: RecoveryForm,
  ask: Caller,
): Promise<RecoveryAnswer> {
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

export const sendCode: StepTurn<RecoveryForm> = (form, ask) => requestFrom(1, form, ask)

/** The same from the second step. */
export const sendAgain: StepTurn<RecoveryForm> = (form, ask) => requestFrom(2, form, ask)

export function giveCode(form: RecoveryForm): RecoveryAnswer {
  const errors = { ...loginErrors(form), ...fieldErrors(() => checkRecoveryCode(form.code)) }
  return withErrors(STEP_OF, form, errors) ?? answerAt(3, form)
}

/** The last step: sets the password and logs in with it. */
export async function resetPassword(
  form: RecoveryForm,
  ask: Caller,
): Promise<Entered | RecoveryAnswer> {
  const { usernameOrEmail, newPassword, newPasswordConfirm } = form
  const errors = {
    ...loginErrors(form),
    ...fieldErrors(() => checkRecoveryCode(form.code)),
    ...fieldErrors(() => checkNewPasswordPair(newPassword, newPasswordConfirm, 'recovery')),
  }
  const wrong = withErrors(STEP_OF, form, errors)
  if (wrong !== null) return wrong
  try {
    await ask(api.auth.resetPassword, { body: form })
  } catch (failure) {
    const refused = refusedAt(STEP_OF, 3, form, failure, NOT_CHANGED)
    if (refused.errorText === NOT_CHANGED) unanswered = form.code
    if (refused.step !== STEP_OF.code) return refused
    // That try has spent the code: the password that it set opens the account.
    const entered = unanswered === form.code ? await enter(form, ask) : null
    if (entered?.token) return entered
    if (!isRecoveryLink(form.code)) return refused
    return answerAt(1, { ...EMPTY_FORM, usernameOrEmail }, { errorText: WRONG_LINK })
  }
  return enter(form, ask)
}

/** The code of the last try that ended without an answer. */
let unanswered: string | null = null

async function enter(
  { usernameOrEmail: username, newPassword: password }: RecoveryForm,
  ask: Caller,
): Promise<Entered> {
  const login = await orWhenUnavailable(ask(api.auth.login, { body: { username, password } }), null)
  return { ...login, token: login?.token || null, newPassword: true }
}
