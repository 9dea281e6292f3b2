import { useRef } from 'react'
import type {
  ActionFunctionArgs,
  ClientActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
} from 'react-router'
import { data, Form, useActionData, useLocation, useNavigation } from 'react-router'
import { CallFailed } from '#web/lib/call-failed.ts'
import { callFrom } from '#web/lib/call.ts'
import { postedText } from '#web/lib/server-api.ts'
import { AuthFrame, OtherWay } from '#web/parts/auth-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ArrowLeft } from '#web/ui/icons.tsx'
import { signedInResponse, redirectSignedIn, readLoginParams } from '../auth-redirects.ts'
import { useStepFocus } from '../use-step-form.ts'
import type { LoginAnswer } from './ask-login.ts'
import { askLogin } from './ask-login.ts'
import css from '../entrance.module.css'

export const headers = () => ({ 'Cache-Control': 'no-store' })

export const meta: MetaFunction = () => [{ title: 'Вход — Бис' }]

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  redirectSignedIn(request, context)

/** A refused login does not change the loaded data, and offline no server can be asked. */
export const shouldRevalidate = () => false

export async function action({ request, context }: ActionFunctionArgs) {
  const outcome = await askLogin(await request.formData(), callFrom(context))
  if ('token' in outcome) return signedInResponse(outcome.token, context)
  return data(outcome, { status: 400 })
}

/** Without a network the typed values stay on the screen. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const username = postedText(await request.clone().formData(), 'username')
  try {
    return await serverAction<LoginAnswer>()
  } catch (failure) {
    if (failure instanceof Response) throw failure
    return { username, errors: {}, errorText: CallFailed.noNetwork().message } satisfies LoginAnswer
  }
}

export default function Login() {
  const { search } = useLocation()
  const { newPassword, ended, rest } = readLoginParams(search)
  const answer = useActionData<LoginAnswer>()
  const busy = useNavigation().formMethod === 'POST'
  const formRef = useRef<HTMLFormElement>(null)
  const named = new URLSearchParams(search).get('username') ?? ''
  const { username = named, errors = {}, errorText = null } = answer ?? {}

  useStepFocus(formRef, 'login', answer)

  return (
    <AuthFrame
      title="Вход"
      back={
        <IconButton label="Назад" href={`/${rest}`}>
          <ArrowLeft className="ico" />
        </IconButton>
      }
      heading="С возвращением"
      headingId="login-heading"
      intro={
        (newPassword && 'Пароль обновлён. Войдите используя новый пароль.') ||
        (ended && 'Вход на этом устройстве закончился. Войдите ещё раз.')
      }
      errorText={errorText}
    >
      <Form
        method="post"
        ref={formRef}
        noValidate
        aria-labelledby="login-heading"
        className={css.fields}
      >
        <Field
          label="Никнейм или email"
          name="username"
          defaultValue={username}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          error={errors['username']}
        />
        <Field
          label="Пароль"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={errors['password']}
        />
        <div className={css.loginFoot}>
          <Button type="submit" variant="primary" block loading={busy}>
            Войти
          </Button>
          <OtherWay href="/passwordRecovery">Забыли пароль?</OtherWay>
          <OtherWay question="Ещё нет страницы?" href={`/signup${rest}`}>
            Зарегистрироваться
          </OtherWay>
        </div>
      </Form>
    </AuthFrame>
  )
}
