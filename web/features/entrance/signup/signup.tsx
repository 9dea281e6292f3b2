import type { FocusEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLocation } from 'react-router'
import { checkName, checkPassword } from '#domain/accounts/account.ts'
import { CallFailed, ruleError } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { redirectSignedIn, NO_STORE } from '../signed-in.ts'
import { StepPage } from '../step-form.tsx'
import type { FormStep, StepTurn } from '../step-machine.ts'
import { answerAt } from '../step-machine.ts'
import { useStepForm } from '../use-step-form.ts'
import {
  EMPTY_FORM,
  SIGNUP_DRAFT,
  emailError,
  giveName,
  giveNickname,
  register,
  sendCode,
  usernameError,
} from './signup-steps.ts'
import { EmailStep, NameStep, NicknameStep, SignupCodeStep } from './signup-fields.tsx'
import type { SignupForm } from './signup-steps.ts'

/** The press that took the focus must land before an error under the field moves its target. */
const PAUSE_MS = 200

type Check = (value: string, signal: AbortSignal) => Promise<string | null>

const CHECKS = {
  username: (value, signal) => usernameError(call, value, { signal }),
  password: async (value) => ruleError(() => checkPassword(value, 'signup')),
  name: async (value) => ruleError(() => checkName(value)),
  email: (value, signal) => emailError(call, value, { signal }),
} as const satisfies Record<string, Check>

type Checked = keyof typeof CHECKS

const isChecked = (name: string): name is Checked => name in CHECKS
const ASKS_SERVER: ReadonlySet<Checked> = new Set(['username', 'email'])

/** Validates each field when it loses focus, and shows its error. */
function useFieldChecks(onWrong: (field: Checked, sentence: string) => void) {
  const [checking, setChecking] = useState<string | null>(null)
  const [freeUsername, setFreeUsername] = useState<string | null>(null)
  const running = useRef(new Map<string, AbortController>())

  useEffect(() => {
    const checks = running.current
    return () => {
      for (const check of checks.values()) check.abort()
    }
  }, [])

  const stop = (name: string) => {
    running.current.get(name)?.abort()
    setChecking((now) => (now === name ? null : now))
  }

  const judge = async (name: Checked, value: string, signal: AbortSignal) => {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    if (signal.aborted) return
    if (ASKS_SERVER.has(name)) setChecking(name)
    try {
      const wrong = await CHECKS[name](value, signal)
      if (signal.aborted) return
      if (wrong !== null) onWrong(name, wrong)
      else if (name === 'username') setFreeUsername(value)
    } catch (failure) {
      // The check failed, or the field is being changed; the step itself checks again.
      if (!(failure instanceof CallFailed)) throw failure
    } finally {
      if (!signal.aborted) setChecking((now) => (now === name ? null : now))
    }
  }

  return {
    /** The field that the server is checking now. */
    checking,
    freeUsername,
    onBlur({ target, relatedTarget }: FocusEvent<HTMLFormElement>) {
      const leaving = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit'
      if (leaving || !(target instanceof HTMLInputElement)) return
      const { name, value } = target
      if (!isChecked(name) || value === '' || (name === 'username' && value === freeUsername))
        return
      stop(name)
      const controller = new AbortController()
      running.current.set(name, controller)
      void judge(name, value, controller.signal)
    },
    /** The field is being changed: its pending check no longer counts. */
    forget(name: string) {
      stop(name)
      if (name === 'username') setFreeUsername(null)
    },
  }
}

const PARTNER_ID_LENGTH = 100
const OPENED = answerAt(1, EMPTY_FORM)

export const headers = () => NO_STORE

export const meta: MetaFunction = () => [{ title: 'Регистрация — Бис' }]

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  redirectSignedIn(request, context)

/** No step changes the loaded data. */
export const shouldRevalidate = () => false

function partnerIn(search: string): string | null {
  const id = new URLSearchParams(search).get('partner_id')
  return id === null || id === '' ? null : id.slice(0, PARTNER_ID_LENGTH)
}

const registerHere: StepTurn<SignupForm> = (form, ask) =>
  register(form, partnerIn(window.location.search), ask)

const mainOf = (step: FormStep, { codeSent }: SignupForm): StepTurn<SignupForm> =>
  step === 1 ? giveNickname : step === 2 ? giveName : codeSent ? registerHere : sendCode

type Words = { heading: string; intro: string }

const WORDS: Record<FormStep, Words> = {
  1: {
    heading: 'Придумайте никнейм и пароль',
    intro: 'С ними вы будете входить в «Бис».',
  },
  2: {
    heading: 'Кто выходит на сцену?',
    intro: 'Так вас увидят слушатели. Имя можно поменять в настройках.',
  },
  3: {
    heading: 'Куда прислать код?',
    intro: 'Почта нужна для входа и писем о выплатах.',
  },
}

/** The texts of a step. */
function wordsOf(step: FormStep, { codeSent, email }: SignupForm): Words {
  if (step < 3 || !codeSent) return WORDS[step]
  return {
    heading: 'Введите код из письма',
    intro: `Отправили на ${email.trim()}. Проверьте и папку «Спам».`,
  }
}

export default function Signup() {
  const { search } = useLocation()
  const state = useStepForm(OPENED, mainOf, SIGNUP_DRAFT)
  const { checking, freeUsername, onBlur, forget } = useFieldChecks(state.setError)
  const { step, form, errors } = state
  const usernameFree = freeUsername === form.username && errors.username === undefined
  return (
    <StepPage
      state={state}
      title="Регистрация"
      exit={`/${search}`}
      headingId="signup-heading"
      {...wordsOf(step, form)}
      onFieldChange={forget}
      onBlur={onBlur}
    >
      {step === 1 && (
        <NicknameStep
          state={state}
          checking={checking}
          usernameFree={usernameFree}
          loginHref={`/login${search}`}
        />
      )}
      {step === 2 && <NameStep state={state} />}
      {step === 3 && !form.codeSent && <EmailStep state={state} checking={checking} />}
      {step === 3 && form.codeSent && <SignupCodeStep state={state} checking={checking} />}
    </StepPage>
  )
}
