import { useHydrated } from '#web/ui/use-hydrated.ts'
import { CarriedFields } from './carried-fields.tsx'
import { EmailFields } from './email-fields.tsx'
import { TurnButton } from '#web/parts/turn-button.tsx'
import type { Signup } from './use-signup.ts'
import css from './signup.module.css'

/** The third step: where the code goes. */
export function EmailStep({ signup }: { signup: Signup }) {
  const { form, pending } = signup
  const hydrated = useHydrated()
  const ready = form.email.trim() !== '' && form.consentEmail
  return (
    <>
      <CarriedFields form={form} shown={['email', 'consentEmail', 'consentNotifications']} />
      <div className={css.fields}>
        <EmailFields signup={signup} />
      </div>
      <div className={css.foot}>
        {/* Without scripts nobody would enable it again: there the server judges. */}
        <TurnButton turn="code" pending={pending} disabled={hydrated && !ready}>
          Отправить код
        </TurnButton>
      </div>
    </>
  )
}
