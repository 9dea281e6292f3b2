import { useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import { CallFailed, errorMessage } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { useWrongFocus } from '#web/lib/value-hooks.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import css from '../account.module.css'

const FAILED = 'Не удалось сменить никнейм. Попробуйте ещё раз.'

/** Changes the nickname; links with the old one keep working. */
export function ChangeNickname({ username: before }: { username: string }) {
  const [now, setNow] = useState(before)
  const [username, setUsername] = useState('')
  const [currentPassword, setCurrentPassword] = useState('')
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [result, setResult] = useState<{ bad: boolean; text: string } | null>(null)
  const [saving, setSaving] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  useWrongFocus(box, refused)

  const hideError = (name: string) => {
    const { [name]: _, ...left } = refused
    setRefused(left)
    setResult(null)
  }

  async function save(): Promise<void> {
    if (saving) return
    setRefused({})
    setResult(null)
    setSaving(true)
    try {
      const changed = await call(api.auth.changeUsername, { body: { username, currentPassword } })
      setNow(changed.username)
      setUsername('')
      setCurrentPassword('')
      setResult({ bad: false, text: `Готово. Теперь вы ${changed.username}.` })
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      setRefused(failure.fields)
      if (Object.keys(failure.fields).length === 0)
        setResult({ bad: true, text: errorMessage(failure, FAILED) })
    } finally {
      setSaving(false)
    }
  }

  return (
    <Section title="Никнейм" id="nickname">
      <p className="muted">
        Сейчас: {now}. Прежние ссылки, QR-коды и календари будут вести на новый адрес.
      </p>
      <form
        ref={box}
        noValidate
        aria-label="Смена никнейма"
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field
          label="Новый никнейм"
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          help="Не чаще трёх раз за 30 дней. Прежний никнейм год никто, кроме вас, не займёт."
          value={username}
          error={refused['username']}
          onChange={(event) => {
            setUsername(event.target.value)
            hideError('username')
          }}
        />
        <Field
          label="Ваш пароль"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          error={refused['currentPassword']}
          onChange={(event) => {
            setCurrentPassword(event.target.value)
            hideError('currentPassword')
          }}
        />
        <output className={classes(css.result, result?.bad === true && 'danger-c')}>
          {result?.text}
        </output>
        <Button type="submit" variant="primary" block loading={saving}>
          Сменить никнейм
        </Button>
      </form>
    </Section>
  )
}
