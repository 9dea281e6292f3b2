import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/calls/call.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { CodeInput } from '#web/ui/fields/code-input.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Mail } from '#web/ui/icons/account-icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { SecurityLine } from './security-line.tsx'
import account from '../account.module.css'
import css from './security.module.css'

type Step = 'closed' | 'address' | 'code'

/** The address of letters, and another one in its place: the code comes to the new one. */
export function EmailSection({ email }: { email: string }) {
  // The address whose code is awaited: one reads the letter elsewhere and comes back.
  const name = `other-email:${email}`
  const awaited = readStored(name, 'sessionStorage')
  const [step, setStep] = useState<Step>(awaited === null ? 'closed' : 'code')
  const go = (next: Step, address: string | null = null) => {
    writeStored(name, address, 'sessionStorage')
    setStep(next)
  }
  const toast = useToast()
  const { revalidate } = useRevalidator()
  return (
    <Section title="Почта" id="email">
      <ul className={css.rows}>
        <SecurityLine icon={<Mail />} name={email} detail="сюда приходят коды и чеки">
          {step === 'closed' && (
            <Button size="s" onClick={() => go('address')}>
              Другая
            </Button>
          )}
        </SecurityLine>
      </ul>
      {step !== 'closed' && (
        <EmailForm
          step={step}
          awaited={awaited ?? ''}
          onStep={go}
          onDone={() => {
            go('closed')
            toast('Почта изменена')
            void revalidate()
          }}
        />
      )}
      <p className="muted">
        Код придёт на новую. На старую — письмо, по нему 72 часа можно всё отменить. Выплаты это
        время подождут.
      </p>
    </Section>
  )
}

type EmailFormProps = {
  step: 'address' | 'code'
  awaited: string
  /** `address`: the one whose code is awaited. */
  onStep: (step: Step, address?: string) => void
  onDone: () => void
}

function EmailForm({ step, awaited, onStep, onDone }: EmailFormProps) {
  const [email, setEmail] = useState(awaited)
  const [currentPassword, setCurrentPassword] = useState('')
  const [code, setCode] = useState('')
  const saving = useForm()
  const { errors, failed, correct } = saving

  const send = () =>
    saving.save(async () => {
      await call(api.security.emailCode, { body: { email, currentPassword } })
      onStep('code', email)
    })
  const change = (verificationCode: string) =>
    saving.save(async () => {
      await call(api.security.changeEmail, { body: { email, verificationCode } })
      onDone()
    })
  const type = (name: string, value: string, set: (value: string) => void) => {
    set(value)
    correct([name])
  }

  return (
    <form
      {...saving.formOf(() => (step === 'address' ? send() : change(code)))}
      aria-label="Другая почта"
      className={account.form}
    >
      <Field
        label="Новая почта"
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        error={errors['email']}
        locked={step === 'code'}
        onChange={({ target }) => type('email', target.value, setEmail)}
      />
      {step === 'address' ? (
        <Field
          label="Ваш пароль"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          error={errors['currentPassword']}
          onChange={({ target }) => type('currentPassword', target.value, setCurrentPassword)}
        />
      ) : (
        <CodeInput
          label="Код из письма"
          value={code}
          error={errors['verificationCode']}
          onValue={(typed) => type('verificationCode', typed, setCode)}
          onComplete={(full) => void change(full)}
        />
      )}
      <FieldNote id="another-email-error" error={failed} />
      <Button type="submit" variant="primary" block loading={saving.saving}>
        {step === 'address' ? 'Прислать код' : 'Сменить почту'}
      </Button>
      <Button block onClick={() => onStep(step === 'code' ? 'address' : 'closed')}>
        {step === 'code' ? 'Ещё письмо или другой адрес' : 'Отмена'}
      </Button>
    </form>
  )
}
