import { CODE_LIFE_MS } from '#domain/account.ts'
import { counted } from '#domain/russian.ts'
import { ResendButton } from '#web/parts/resend-button.tsx'
import { TurnButton } from '#web/parts/turn-button.tsx'
import { CodeInput } from '#web/ui/code-input.tsx'
import { CarriedFields } from './carried-fields.tsx'
import type { Turn } from './recovery-turn.ts'
import type { Recovery } from './use-recovery.ts'
import css from './password-recovery.module.css'

const LIFE = `Код действует ${counted(CODE_LIFE_MS / 60_000, 'минуту', 'минуты', 'минут')}.`
const TURNS = { next: 'code', again: 'again' } as const satisfies Record<string, Turn>

/** The second step: the code from the letter. It is judged with the new password, for it opens once. */
export function CodeStep({ recovery }: { recovery: Recovery }) {
  const { form, errors, pending, resendSeconds } = recovery
  return (
    <>
      <CarriedFields form={form} shown={2} />
      <CodeInput
        label="Код из письма"
        name="code"
        value={form.code}
        onValue={recovery.setCode}
        required
        error={errors.code}
        help={LIFE}
      />
      <div className={css.ways}>
        <TurnButton turn={TURNS.next} pending={pending}>
          Далее
        </TurnButton>
        <ResendButton
          turn={TURNS.again}
          secondsLeft={resendSeconds}
          sending={pending === TURNS.again}
        />
      </div>
    </>
  )
}
