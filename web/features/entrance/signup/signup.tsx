import type {
  ActionFunctionArgs,
  ClientActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
} from 'react-router'
import { useLocation } from 'react-router'
import { enterWith, passSignedIn } from '../auth-redirects.ts'
import { NO_STORE, takeStep, takeStepInBrowser } from '../step-actions.ts'
import { StepPage } from '../step-form.tsx'
import type { FormStep } from '../step-machine.ts'
import { answerAt } from '../step-machine.ts'
import { useStepForm } from '../use-step-form.ts'
import { EmailStep, NameStep, NicknameStep, SignupCodeStep } from './signup-fields.tsx'
import type { SignupForm } from './signup-steps.ts'
import { EMPTY_FORM, register, SIGNUP } from './signup-steps.ts'
import { useFieldChecks } from './use-field-checks.ts'

const PARTNER_ID_LENGTH = 100
const OPENED = answerAt(1, EMPTY_FORM)

export const headers = () => NO_STORE

export const meta: MetaFunction = () => [{ title: 'Регистрация — Бис' }]

export const loader = ({ request, context }: LoaderFunctionArgs) => passSignedIn(request, context)

/** Nothing that a step answers changes what the page was opened with. */
export const shouldRevalidate = () => false

function partnerOf(request: Request): string | null {
  const id = new URL(request.url).searchParams.get('partner_id')
  return id === null || id === '' ? null : id.slice(0, PARTNER_ID_LENGTH)
}

export const action = (args: ActionFunctionArgs) =>
  takeStep(args, SIGNUP, async (form, ask) => {
    const outcome = await register(form, partnerOf(args.request), ask)
    return 'token' in outcome ? enterWith(outcome.token, args.context) : outcome
  })

export const clientAction = (args: ClientActionFunctionArgs) => takeStepInBrowser(args, SIGNUP)

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
    intro: 'Почта нужна для входа и уведомлений о выплатах.',
  },
}

/** What a step asks. */
function wordsOf(step: FormStep, { codeSent, email }: SignupForm): Words {
  if (step < 3 || !codeSent) return WORDS[step]
  return {
    heading: 'Введите код из письма',
    intro: `Отправили на ${email.trim()}. Проверьте и папку «Спам».`,
  }
}

export default function Signup() {
  const { search } = useLocation()
  const state = useStepForm(SIGNUP, OPENED)
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
