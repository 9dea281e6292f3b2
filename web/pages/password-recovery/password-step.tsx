import { TurnButton } from '#web/parts/turn-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { CarriedFields } from './carried-fields.tsx'
import type { Turn } from './recovery-turn.ts'
import type { Recovery } from './use-recovery.ts'
import css from './password-recovery.module.css'

const RESET: Turn = 'reset'

/** The third step: the new password, typed twice. */
export function PasswordStep({ recovery: { form, errors, pending } }: { recovery: Recovery }) {
  return (
    <>
      <CarriedFields form={form} shown={3} />
      <div className={css.fields}>
        <Field
          label="Новый пароль"
          name="newPassword"
          type="password"
          defaultValue={form.newPassword}
          autoComplete="new-password"
          required
          error={errors.newPassword}
          help="Минимум 8 символов: заглавная и строчная буквы и цифра."
        />
        <Field
          label="Новый пароль ещё раз"
          name="newPasswordConfirm"
          type="password"
          defaultValue={form.newPasswordConfirm}
          autoComplete="new-password"
          required
          error={errors.newPasswordConfirm}
        />
      </div>
      <TurnButton turn={RESET} pending={pending}>
        Сохранить пароль
      </TurnButton>
    </>
  )
}
