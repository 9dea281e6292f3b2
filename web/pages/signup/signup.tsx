import { useRef } from 'react'
import type {
  ActionFunctionArgs,
  ClientActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
} from 'react-router'
import { data, useLocation } from 'react-router'
import { call, callFrom } from '#web/lib/call.ts'
import { enterWith, passSignedIn } from '#web/lib/entrance.ts'
import { AuthFrame } from '#web/parts/auth-frame.tsx'
import { CodeStep } from './code-step.tsx'
import { EmailStep } from './email-step.tsx'
import { NameStep } from './name-step.tsx'
import { NicknameStep } from './nickname-step.tsx'
import { readForm } from './signup-form.ts'
import type { SignupAnswer } from './signup-turn.ts'
import { isRegister, register, registrationFailed, takeTurn } from './signup-turn.ts'
import { signupWords } from './signup-words.ts'
import { StepBack } from './step-back.tsx'
import { StepProgress } from '#web/parts/step-progress.tsx'
import { useSignup } from './use-signup.ts'
import css from './signup.module.css'

const PARTNER_ID_LENGTH = 100

/** The pages of a sign-up hold a password on their way from step to step: nobody keeps them. */
const NO_STORE = { 'Cache-Control': 'no-store' }

export const headers = () => NO_STORE

export const meta: MetaFunction = () => [{ title: 'Регистрация — Бис' }]

export const loader = ({ request, context }: LoaderFunctionArgs) => passSignedIn(request, context)

/** Nothing that a step answers changes what the page was opened with. */
export const shouldRevalidate = () => false

function partnerOf(request: Request): string | null {
  const id = new URL(request.url).searchParams.get('partner_id')
  return id === null || id === '' ? null : id.slice(0, PARTNER_ID_LENGTH)
}

function answered(answer: SignupAnswer) {
  const wrong = answer.trouble !== null || Object.keys(answer.errors).length > 0
  return data(answer, { status: wrong ? 400 : 200, headers: NO_STORE })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const posted = await request.formData()
  const form = readForm(posted)
  const ask = callFrom(context)
  if (!isRegister(posted.get('turn'))) {
    return answered(await takeTurn(posted.get('turn'), form, ask))
  }
  const outcome = await register(form, partnerOf(request), ask)
  return 'token' in outcome ? enterWith(outcome.token, context) : answered(outcome)
}

/** With scripts each step asks by itself; only the last one goes through the page's server, which sets the cookie. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const posted = await request.clone().formData()
  const form = readForm(posted)
  if (!isRegister(posted.get('turn'))) return takeTurn(posted.get('turn'), form, call)
  try {
    return await serverAction<SignupAnswer>()
  } catch (failure) {
    if (failure instanceof Response) throw failure
    return registrationFailed(form, failure)
  }
}

export default function Signup() {
  const { search } = useLocation()
  const formRef = useRef<HTMLFormElement>(null)
  const signup = useSignup(formRef)
  const { step, form, fetcher } = signup
  const { heading, intro } = signupWords(step, form)
  return (
    <AuthFrame
      title="Регистрация"
      back={<StepBack step={step} form={form} exit={`/${search}`} onBack={signup.goBack} />}
      place={`шаг ${step} из 3`}
      progress={<StepProgress step={step} />}
      heading={heading}
      headingId="signup-heading"
      intro={intro}
      trouble={signup.trouble}
    >
      <fetcher.Form
        method="post"
        ref={formRef}
        noValidate
        aria-labelledby="signup-heading"
        onChange={signup.onChange}
        onBlur={signup.onBlur}
        onSubmit={signup.onSubmit}
        className={css.form}
      >
        {step === 1 && <NicknameStep signup={signup} loginHref={`/login${search}`} />}
        {step === 2 && <NameStep signup={signup} />}
        {step === 3 && !form.codeSent && <EmailStep signup={signup} />}
        {step === 3 && form.codeSent && <CodeStep signup={signup} />}
      </fetcher.Form>
    </AuthFrame>
  )
}
