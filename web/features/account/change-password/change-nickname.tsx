import { useState } from 'react'
import { api } from '#contract/index.ts'
import { errorMessage } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { useForm } from '#web/lib/use-saving.ts'
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
  const [done, setDone] = useState('')
  const saving = useForm({ wordsOf: (failure) => errorMessage(failure, FAILED) })
  const { errors, failed, correct } = saving

  const save = () => {
    setDone('')
    return saving.save(async () => {
      const changed = await call(api.auth.changeUsername, { body: { username, currentPassword } })
      setNow(changed.username)
      setUsername('')
      setCurrentPassword('')
      setDone(`Готово. Теперь вы ${changed.username}.`)
    })
  }
  const type = (name: string, value: string, set: (value: string) => void) => {
    set(value)
    correct([name])
    setDone('')
  }

  return (
    <Section title="Никнейм" id="nickname">
      <p className="muted">
        Сейчас: {now}. Прежние ссылки, QR-коды и календари будут вести на новый адрес.
      </p>
      <form {...saving.formOf(save)} aria-label="Смена никнейма" className={css.form}>
        <Field
          label="Новый никнейм"
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          help="Не чаще трёх раз за 30 дней. Прежний никнейм год никто, кроме вас, не займёт."
          value={username}
          error={errors['username']}
          onChange={({ target }) => type('username', target.value, setUsername)}
        />
        <Field
          label="Ваш пароль"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          error={errors['currentPassword']}
          onChange={({ target }) => type('currentPassword', target.value, setCurrentPassword)}
        />
        <output className={classes(css.result, failed !== null && 'danger-c')}>
          {failed ?? done}
        </output>
        <Button type="submit" variant="primary" block loading={saving.saving}>
          Сменить никнейм
        </Button>
      </form>
    </Section>
  )
}
