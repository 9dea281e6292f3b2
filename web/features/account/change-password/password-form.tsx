import { useRef } from 'react'
import { useWrongFocus } from '#web/lib/use-wrong-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { FieldProps } from '#web/ui/field.tsx'
import { Field } from '#web/ui/field.tsx'
import { CircleAlert, CircleCheck } from '#web/ui/icons.tsx'
import css from './change-password.module.css'
import type { PasswordFields } from './use-change-password.ts'
import { useChangePassword } from './use-change-password.ts'

export type PasswordFormProps = {
  /** For password managers: whose password it is. */
  username: string
}

/** The new password, typed twice; and the current one, where the login is not fresh. */
export function PasswordForm({ username }: PasswordFormProps) {
  const form = useChangePassword()
  const box = useRef<HTMLFormElement>(null)
  useWrongFocus(box, form.refused)
  const field = (name: keyof PasswordFields): Partial<FieldProps> => ({
    name,
    type: 'password',
    value: form.fields[name],
    onChange: (event) => form.change(name, event.target.value),
    required: true,
    error: form.errorOf(name),
  })
  return (
    <form
      ref={box}
      noValidate
      aria-label="Смена пароля"
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      {form.asksCurrent && (
        <Field
          label="Текущий пароль"
          autoComplete="current-password"
          help="Вы вошли давно, поэтому нужен и прежний пароль."
          {...field('currentPassword')}
        />
      )}
      <Field
        label="Новый пароль"
        autoComplete="new-password"
        help="Минимум 8 символов: заглавная и строчная буквы и цифра."
        {...field('password')}
      />
      <Field
        label="Новый пароль ещё раз"
        autoComplete="new-password"
        {...field('passwordConfirm')}
      />
      <output className={classes(css.said, form.said?.tone === 'bad' && css.bad)}>
        {form.said && !form.saving && (
          <>
            {form.said.tone === 'bad' ? (
              <CircleAlert className="ico ico-s" />
            ) : (
              <CircleCheck className="ico ico-s" />
            )}
            <span>{form.said.words}</span>
          </>
        )}
      </output>
      <Button type="submit" variant="primary" block loading={form.saving}>
        Сохранить пароль
      </Button>
    </form>
  )
}
