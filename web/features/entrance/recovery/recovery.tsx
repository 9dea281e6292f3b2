import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData } from 'react-router'
import { CODE_LIFE_MS, PASSWORD_HELP } from '#domain/accounts/account.ts'
import { ENDED_WITH_LOGINS } from '#domain/accounts/ended-with-logins.ts'
import { readRecoveryToken } from '#domain/accounts/recovery.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { NO_STORE } from '../signed-in.ts'
import { CodeStep, MainButton, StepFields, StepPage } from '../step-form.tsx'
import type { FormStep, StepTurn } from '../step-machine.ts'
import { answerAt } from '../step-machine.ts'
import type { StepDraft, StepFormState } from '../use-step-form.ts'
import { useStepForm } from '../use-step-form.ts'
import type { RecoveryAnswer, RecoveryForm } from './recovery-steps.ts'
import {
  EMPTY_FORM,
  giveCode,
  resetPassword,
  sendAgain,
  sendCode,
  WRONG_LINK,
} from './recovery-steps.ts'

const NAME = 'recovery-code-asked'

/** The login for which this tab requested a code that may still be valid; null when there is none. */
function askedFor(): string | null {
  const text = readStored(NAME, 'sessionStorage')
  if (text === null) return null
  try {
    const [usernameOrEmail, askedAt] = JSON.parse(text) as [unknown, unknown]
    if (typeof usernameOrEmail !== 'string' || typeof askedAt !== 'number') return null
    const age = Date.now() - askedAt
    return age >= 0 && age < CODE_LIFE_MS ? usernameOrEmail : null
  } catch {
    return null
  }
}

/** A phone discards the tab while its owner reads the e-mail: then the page opens at the field for the code. */
const ASKED_CODE: StepDraft<RecoveryForm> = {
  restore(typed) {
    const usernameOrEmail = typed.usernameOrEmail === '' ? askedFor() : null
    return usernameOrEmail === null ? null : { step: 2, form: { ...typed, usernameOrEmail } }
  },
  save({ resendSeconds, form: { usernameOrEmail } }) {
    if (resendSeconds !== null)
      writeStored(NAME, JSON.stringify([usernameOrEmail, Date.now()]), 'sessionStorage')
  },
  onBack(step) {
    if (step === 2) writeStored(NAME, null, 'sessionStorage')
  },
}

export const headers = () => NO_STORE

export const meta: MetaFunction = () => [
  { title: 'Новый пароль — Бис' },
  { name: 'robots', content: 'noindex' },
  // The URL may hold a code.
  { name: 'referrer', content: 'same-origin' },
]

/** A link from the e-mail needs no code and opens the third step; an invalid one opens the first. */
export function loader({ params: { token } }: LoaderFunctionArgs): RecoveryAnswer {
  if (token === undefined) return answerAt(1, EMPTY_FORM)
  const tokenParts = readRecoveryToken(token)
  if (tokenParts === null) return answerAt(1, EMPTY_FORM, { errorText: WRONG_LINK })
  return answerAt(3, { ...EMPTY_FORM, usernameOrEmail: tokenParts.username, code: tokenParts.code })
}

/** No step changes the loaded data. */
export const shouldRevalidate = () => false

const MAIN: Record<FormStep, StepTurn<RecoveryForm>> = {
  1: sendCode,
  2: giveCode,
  3: resetPassword,
}

const AT_LAST_DIGIT = {
  help: 'После шестой цифры спросим новый пароль.',
  sending: 'Проверяем код…',
}

/** The texts of each step; the second must not reveal whether the account exists. */
const WORDS: Record<FormStep, { heading: string; intro: string }> = {
  1: {
    heading: 'Забыли пароль?',
    intro: 'Пришлём код на почту, с которой вы регистрировались.',
  },
  2: {
    heading: 'Введите код из письма',
    intro: 'Если такая страница есть, письмо уже в пути. Проверьте и папку «Спам».',
  },
  3: {
    heading: 'Придумайте новый пароль',
    intro: `На всех устройствах нужно будет войти заново, а ${ENDED_WITH_LOGINS} отключатся.`,
  },
}

type RecoveryStepProps = { state: StepFormState<RecoveryForm> }

/** The first step: the account. */
function LoginStep({ state }: RecoveryStepProps) {
  const { form, errors } = state
  return (
    <>
      <Field
        label="Никнейм или email"
        name="usernameOrEmail"
        defaultValue={form.usernameOrEmail}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        error={errors.usernameOrEmail}
      />
      <MainButton state={state}>Отправить код</MainButton>
    </>
  )
}

/** The third step: the new password, typed twice. */
function PasswordStep({ state }: RecoveryStepProps) {
  const { form, errors } = state
  return (
    <>
      <StepFields>
        <Field
          label="Новый пароль"
          name="newPassword"
          type="password"
          defaultValue={form.newPassword}
          autoComplete="new-password"
          required
          error={errors.newPassword}
          help={PASSWORD_HELP}
        />
        <Field
          label="Новый пароль ещё раз"
          name="newPasswordConfirm"
          type="password"
          defaultValue={form.newPasswordConfirm}
          autoComplete="new-password"
          required
          error={errors.newPasswordConfirm}
        />
      </StepFields>
      <MainButton state={state}>Сохранить пароль</MainButton>
    </>
  )
}

export default function PasswordRecovery() {
  const state = useStepForm(useLoaderData<typeof loader>(), (at) => MAIN[at], ASKED_CODE)
  const { step } = state
  return (
    <StepPage
      state={state}
      title="Новый пароль"
      exit="/login"
      headingId="recovery-heading"
      {...WORDS[step]}
    >
      {step === 1 && <LoginStep state={state} />}
      {/* The code is checked together with the new password, because it works only once. */}
      {step === 2 && (
        <CodeStep
          state={state}
          field="code"
          label="Код из письма"
          send="Далее"
          again={sendAgain}
          atLastDigit={AT_LAST_DIGIT}
        />
      )}
      {step === 3 && <PasswordStep state={state} />}
    </StepPage>
  )
}
