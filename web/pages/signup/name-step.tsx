import { Field } from '#web/ui/field.tsx'
import { AccountTypeChoice } from './account-type-choice.tsx'
import { CarriedFields } from './carried-fields.tsx'
import { TurnButton } from '#web/parts/turn-button.tsx'
import type { Signup } from './use-signup.ts'
import css from './signup.module.css'

/** The second step: how listeners will know the musician. */
export function NameStep({ signup }: { signup: Signup }) {
  const { form, errors, pending } = signup
  return (
    <>
      <CarriedFields form={form} shown={['accountType', 'name']} />
      <div className={css.fields}>
        <AccountTypeChoice chosen={form.accountType} />
        <Field
          label="Имя или название группы"
          name="name"
          defaultValue={form.name}
          autoComplete="name"
          required
          error={errors.name}
        />
      </div>
      <div className={css.foot}>
        <TurnButton turn="name" pending={pending}>
          Далее
        </TurnButton>
      </div>
    </>
  )
}
