import { useSiteFacts } from '#web/lib/site-facts.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import type { Signup } from './use-signup.ts'

/** The address and the two consents; locked once a code is on its way. */
export function EmailFields({ signup }: { signup: Signup }) {
  const { form, errors, checking } = signup
  const locked = form.codeSent
  const { privacyUrl } = useSiteFacts()
  return (
    <>
      <Field
        label="Почта"
        name="email"
        type="email"
        inputMode="email"
        defaultValue={form.email}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        locked={locked}
        busy={checking === 'email'}
        error={errors.email}
      />
      <div>
        <Checkbox
          name="consentEmail"
          defaultChecked={form.consentEmail}
          required
          locked={locked}
          error={errors.consentEmail}
        >
          Согласен на{' '}
          <Anchor href={privacyUrl} target="_blank" rel="noopener" className="link">
            обработку персональных данных
          </Anchor>{' '}
          <span className="muted">(обязательно)</span>
        </Checkbox>
        <Checkbox
          name="consentNotifications"
          defaultChecked={form.consentNotifications}
          locked={locked}
        >
          Согласен получать уведомления о заказах и выплатах{' '}
          <span className="muted">(обязательно)</span>
        </Checkbox>
      </div>
    </>
  )
}
