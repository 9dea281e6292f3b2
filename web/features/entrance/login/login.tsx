import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLocation } from 'react-router'
import { errorMessage } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { postedText } from '#web/lib/calls/server-api.ts'
import { knowsKeys, logInByKey } from '#web/lib/device/passkeys.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { AuthFrame, OtherWay } from '#web/parts/frame/auth-frame.tsx'
import { NeedsScripts } from '#web/parts/needs-scripts.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { ArrowLeft } from '#web/ui/icons/icons.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { NO_STORE, redirectSignedIn, readLoginParams, useSignIn } from '../signed-in.ts'
import { SubmitButton } from '../step-form.tsx'
import { useStepFocus } from '../use-step-form.ts'
import type { LoginAnswer } from './ask-login.ts'
import { askLogin } from './ask-login.ts'
import css from '../entrance.module.css'

export const headers = () => NO_STORE

export const meta: MetaFunction = () => [{ title: 'Вход — Бис' }]

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  redirectSignedIn(request, context)

const KEY_FAILED = 'Не удалось войти ключом. Попробуйте ещё раз.'

export default function Login() {
  const { search } = useLocation()
  const { newPassword, ended, rest } = readLoginParams(search)
  const signIn = useSignIn()
  const [answer, setAnswer] = useState<LoginAnswer | null>(null)
  const [busy, setBusy] = useState(false)
  const byKey = useSaving({ wordsOf: (failure) => errorMessage(failure, KEY_FAILED) })
  const keys = !useHydrated() || knowsKeys()
  const formRef = useRef<HTMLFormElement>(null)
  const named = new URLSearchParams(search).get('username') ?? ''
  const { errors = {}, errorText = null } = answer ?? {}

  useStepFocus(formRef, 'login', answer ?? undefined)

  async function send(form: HTMLFormElement) {
    const typed = new FormData(form)
    const [username, password] = [postedText(typed, 'username'), postedText(typed, 'password')]
    setBusy(true)
    const outcome = await askLogin({ username, password }, call)
    if ('token' in outcome) await signIn(outcome)
    else setAnswer(outcome)
    setBusy(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) void send(event.currentTarget)
  }

  return (
    <AuthFrame
      title="Вход"
      back={
        <IconButton label="Назад" href={`/${rest}`}>
          <ArrowLeft />
        </IconButton>
      }
      heading="С возвращением"
      headingId="login-heading"
      intro={
        (newPassword && 'Пароль обновлён. Войдите используя новый пароль.') ||
        (ended && 'Вход на этом устройстве закончился. Войдите ещё раз.')
      }
      errorText={errorText ?? byKey.failed}
    >
      <NeedsScripts />
      <form
        ref={formRef}
        noValidate
        aria-labelledby="login-heading"
        onSubmit={submit}
        className={css.fields}
      >
        <Field
          label="Никнейм или email"
          name="username"
          defaultValue={named}
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
          <SubmitButton loading={busy}>Войти</SubmitButton>
          {keys && (
            <Button
              block
              className="only-scripted"
              loading={byKey.saving}
              onClick={() => void byKey.save(async () => signIn(await logInByKey()))}
            >
              Войти ключом
            </Button>
          )}
          <OtherWay href="/passwordRecovery">Забыли пароль?</OtherWay>
          <OtherWay question="Ещё нет страницы?" href={`/signup${rest}`}>
            Зарегистрироваться
          </OtherWay>
        </div>
      </form>
    </AuthFrame>
  )
}
