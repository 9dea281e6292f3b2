import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import { checkNewPasswordPair, PASSWORD_HELP } from '#domain/accounts/account.ts'
import { ENDED_WITH_LOGINS } from '#domain/accounts/ended-with-logins.ts'
import { errorMessage } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { storeToken } from '#web/lib/calls/token.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { TO_SECURITY } from '#web/parts/frame/cabinet-places.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { FieldProps } from '#web/ui/fields/field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { CircleAlert, CircleCheck } from '#web/ui/icons/icons.tsx'
import { ChangeNickname } from './change-nickname.tsx'
import css from '../account.module.css'

type PasswordFields = {
  currentPassword: string
  password: string
  passwordConfirm: string
}

const EMPTY: PasswordFields = { currentPassword: '', password: '', passwordConfirm: '' }
const SAVED = 'Пароль изменён. На других устройствах нужно войти заново.'
const CHANGE_FAILED = 'Не удалось изменить пароль. Попробуйте ещё раз.'

/** The form's values, its errors and the result of the last save. */
function useChangePassword() {
  const [fields, setFields] = useState(EMPTY)
  // The server asks for the current password where the login is not fresh.
  const [asksCurrent, setAsksCurrent] = useState(false)
  const [done, setDone] = useState(false)
  const saving = useForm({ wordsOf: (failure) => errorMessage(failure, CHANGE_FAILED) })

  return {
    ...saving,
    fields,
    asksCurrent,
    done,
    change(name: keyof PasswordFields, value: string) {
      setFields((before) => ({ ...before, [name]: value }))
      saving.correct([name])
      setDone(false)
    },
    save() {
      const { password, passwordConfirm, currentPassword } = fields
      setDone(false)
      return saving.save(
        async () => {
          checkNewPasswordPair(password, passwordConfirm)
          const body = { password, passwordConfirm, ...(asksCurrent && { currentPassword }) }
          const { token } = await call(api.auth.update, { body })
          if (token !== undefined) storeToken(token)
          setFields(EMPTY)
          setAsksCurrent(false)
          setDone(true)
        },
        (failure) => {
          if (failure.fields['currentPassword'] !== undefined) setAsksCurrent(true)
        },
      )
    },
  }
}

type PasswordFormProps = {
  /** For password managers: the account that the password belongs to. */
  username: string
}

/** The new password, typed twice; and the current one, where the login is not fresh. */
function PasswordForm({ username }: PasswordFormProps) {
  const form = useChangePassword()
  const field = (name: keyof PasswordFields): Partial<FieldProps> => ({
    name,
    type: 'password',
    value: form.fields[name],
    onChange: (event) => form.change(name, event.target.value),
    required: true,
    error: form.errors[name],
  })
  return (
    <form {...form.formOf(form.save)} aria-label="Смена пароля" className={css.form}>
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      {form.asksCurrent && (
        <Field
          label="Текущий пароль"
          autoComplete="current-password"
          help="Вы вошли давно, поэтому нужен и текущий пароль."
          {...field('currentPassword')}
        />
      )}
      <Field
        label="Новый пароль"
        autoComplete="new-password"
        help={PASSWORD_HELP}
        {...field('password')}
      />
      <Field
        label="Новый пароль ещё раз"
        autoComplete="new-password"
        {...field('passwordConfirm')}
      />
      <output className={classes(css.result, form.failed !== null && 'danger-c')}>
        {(form.failed !== null || form.done) && !form.saving && (
          <>
            {form.done ? (
              <CircleCheck className="ico ico-s" />
            ) : (
              <CircleAlert className="ico ico-s" />
            )}
            <span>{form.failed ?? SAVED}</span>
          </>
        )}
      </output>
      <Button type="submit" variant="primary" block loading={form.saving}>
        Сохранить пароль
      </Button>
    </form>
  )
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage('Смена пароля')

/** The page for the password and the nickname. */
export default function ChangePassword() {
  const { username } = useLoaderData<SignedIn>()
  return (
    <ArtistFrame
      title="Смена пароля"
      back={TO_SECURITY}
      lead={`После смены на других устройствах нужно войти заново, а ${ENDED_WITH_LOGINS} отключатся.`}
    >
      <PasswordForm username={username} />
      <ChangeNickname username={username} />
    </ArtistFrame>
  )
}
