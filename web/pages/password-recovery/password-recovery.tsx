import { useRef } from 'react'
import type {
  ActionFunctionArgs,
  ClientActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
} from 'react-router'
import { data, redirect, useLoaderData } from 'react-router'
import { readRecoveryToken } from '#domain/recovery.ts'
import { call, callFrom } from '#web/lib/call.ts'
import { enterWith, LOGIN_WITH_NEW_PASSWORD } from '#web/lib/entrance.ts'
import { AuthFrame } from '#web/parts/auth-frame.tsx'
import { StepProgress } from '#web/parts/step-progress.tsx'
import type { Step } from '#web/parts/step-progress.tsx'
import { CodeStep } from './code-step.tsx'
import { LoginStep } from './login-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { RecoveryBack } from './recovery-back.tsx'
import { EMPTY_FORM, readForm } from './recovery-form.ts'
import type { RecoveryAnswer } from './recovery-turn.ts'
import { at, isReset, loginWith, notChanged, resetPassword, takeTurn } from './recovery-turn.ts'
import { useRecovery } from './use-recovery.ts'
import css from './password-recovery.module.css'

/** The steps hold a code and a password on their way: nobody keeps them. */
const NO_STORE = { 'Cache-Control': 'no-store' }

export const headers = () => NO_STORE

export const meta: MetaFunction = () => [
  { title: 'Новый пароль — Бис' },
  { name: 'robots', content: 'noindex' },
  // The address may hold a code.
  { name: 'referrer', content: 'same-origin' },
]

/** A link from the letter opens the second step with its code filled in; a broken one the first. */
export function loader({ params: { token } }: LoaderFunctionArgs): RecoveryAnswer {
  if (token === undefined) return at(1, EMPTY_FORM)
  const held = readRecoveryToken(token)
  if (held === null)
    return at(1, EMPTY_FORM, { trouble: 'Ссылка не подошла. Запросите новый код.' })
  return at(2, { ...EMPTY_FORM, usernameOrEmail: held.username, code: held.code })
}

/** Nothing that a step answers changes what the page was opened with. */
export const shouldRevalidate = () => false

function answered(answer: RecoveryAnswer) {
  const wrong = answer.trouble !== null || Object.keys(answer.errors).length > 0
  return data(answer, { status: wrong ? 400 : 200, headers: NO_STORE })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const posted = await request.formData()
  const form = readForm(posted)
  const ask = callFrom(context)
  if (!isReset(posted.get('turn'))) return answered(await takeTurn(posted.get('turn'), form, ask))
  const wrong = await resetPassword(form, ask)
  if (wrong !== null) return answered(wrong)
  const token = await loginWith(form, ask)
  return token === null ? redirect(LOGIN_WITH_NEW_PASSWORD) : enterWith(token, context)
}

/** With scripts each step asks by itself; only the last one goes through the page's server, which sets the cookie. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const posted = await request.clone().formData()
  const form = readForm(posted)
  if (!isReset(posted.get('turn'))) return takeTurn(posted.get('turn'), form, call)
  try {
    return await serverAction<RecoveryAnswer>()
  } catch (failure) {
    if (failure instanceof Response) throw failure
    return notChanged(form, failure)
  }
}

/** What each step asks; the second must not tell whether there is anybody of that name. */
const WORDS: Record<Step, { heading: string; intro: string }> = {
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
    intro: 'На всех устройствах нужно будет войти заново.',
  },
}

export default function PasswordRecovery() {
  const formRef = useRef<HTMLFormElement>(null)
  const recovery = useRecovery(formRef, useLoaderData<typeof loader>())
  const { step, form, fetcher } = recovery
  const { heading, intro } = WORDS[step]
  return (
    <AuthFrame
      title="Новый пароль"
      back={<RecoveryBack step={step} form={form} onBack={recovery.goBack} />}
      place={`шаг ${step} из 3`}
      progress={<StepProgress step={step} />}
      heading={heading}
      headingId="recovery-heading"
      intro={intro}
      trouble={recovery.trouble}
    >
      <fetcher.Form
        method="post"
        ref={formRef}
        noValidate
        aria-labelledby="recovery-heading"
        onChange={recovery.onChange}
        onSubmit={recovery.onSubmit}
        className={css.form}
      >
        {step === 1 && <LoginStep recovery={recovery} />}
        {step === 2 && <CodeStep recovery={recovery} />}
        {step === 3 && <PasswordStep recovery={recovery} />}
      </fetcher.Form>
    </AuthFrame>
  )
}
