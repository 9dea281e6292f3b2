import { TurnButton } from '#web/parts/turn-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { CarriedFields } from './carried-fields.tsx'
import type { Turn } from './recovery-turn.ts'
import type { Recovery } from './use-recovery.ts'

const SEND: Turn = 'send'

/** The first step: whose password it is. */
export function LoginStep({ recovery: { form, errors, pending } }: { recovery: Recovery }) {
  return (
    <>
      <CarriedFields form={form} shown={1} />
      <Field
        label="Никнейм или email"
        name="usernameOrEmail"
        defaultValue={form.usernameOrEmail}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        error={errors.usernameOrEmail}
      />
      <TurnButton turn={SEND} pending={pending}>
        Отправить код
      </TurnButton>
    </>
  )
}
