import { useRef } from 'react'
import { CODE_LIFE_MS } from '#domain/account.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeInput } from '#web/ui/code-input.tsx'
import { LoadingWords } from '#web/ui/loading-words.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { CarriedFields } from './carried-fields.tsx'
import { EmailFields } from './email-fields.tsx'
import { ResendButton } from '#web/parts/resend-button.tsx'
import type { Turn } from './signup-turn.ts'
import type { Signup } from './use-signup.ts'
import css from './signup.module.css'

const LIFE = `Код действует ${CODE_LIFE_MS / 60_000} минут.`
const SHOWN = ['email', 'consentEmail', 'consentNotifications', 'verificationCode'] as const
const TURNS = {
  register: 'register',
  again: 'code',
  changeEmail: 'change-email',
} as const satisfies Record<string, Turn>

/** The third step once a letter left: the code from it opens the account. */
export function CodeStep({ signup }: { signup: Signup }) {
  const { form, errors, pending, resendSeconds } = signup
  const hydrated = useHydrated()
  const registering = pending === TURNS.register
  const button = useRef<HTMLButtonElement>(null)
  const finish = () => {
    if (pending === '') button.current?.form?.requestSubmit(button.current)
  }
  const ending = hydrated ? ' После шестой цифры регистрация завершится сама.' : ''
  return (
    <>
      <CarriedFields form={form} shown={SHOWN} />
      <CodeInput
        label="Код подтверждения"
        name="verificationCode"
        value={form.verificationCode}
        onValue={signup.setCode}
        onComplete={finish}
        required
        error={errors.verificationCode}
        help={LIFE + ending}
      />
      {registering && <LoadingWords text="Проверяем код…" />}
      <div className={css.ways}>
        <Button
          ref={button}
          type="submit"
          name="turn"
          value={TURNS.register}
          variant="primary"
          block
          loading={registering}
        >
          Завершить регистрацию
        </Button>
        <ResendButton
          turn={TURNS.again}
          secondsLeft={resendSeconds}
          sending={pending === TURNS.again}
        />
      </div>
      <hr className="hair" />
      <div className={css.fields}>
        <EmailFields signup={signup} />
        <Button
          type="submit"
          name="turn"
          value={TURNS.changeEmail}
          variant="text"
          size="s"
          className={css.change}
        >
          Указать другую почту
        </Button>
      </div>
    </>
  )
}
