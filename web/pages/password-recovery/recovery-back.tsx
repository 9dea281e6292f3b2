import { ArrowLeft } from 'lucide-react'
import type { Step } from '#web/parts/step-progress.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { CarriedFields } from './carried-fields.tsx'
import type { RecoveryForm } from './recovery-form.ts'
import type { Turn } from './recovery-turn.ts'

const BACK: Record<2 | 3, Turn> = { 2: 'back-to-1', 3: 'back-to-2' }

export type RecoveryBackProps = { step: Step; form: RecoveryForm; onBack: () => void }

/** The arrow: one step back, and from the first one to the login. */
export function RecoveryBack({ step, form, onBack }: RecoveryBackProps) {
  const hydrated = useHydrated()
  const arrow = <ArrowLeft className="ico" />
  if (step === 1) {
    return (
      <IconButton label="Назад" href="/login">
        {arrow}
      </IconButton>
    )
  }
  if (hydrated) {
    return (
      <IconButton label="Назад" onClick={onBack}>
        {arrow}
      </IconButton>
    )
  }
  // A form of its own: as the first button of the main one it would answer to the Enter key.
  return (
    <form method="post">
      <CarriedFields form={form} shown={1} />
      <input type="hidden" name="usernameOrEmail" value={form.usernameOrEmail} />
      <IconButton label="Назад" type="submit" name="turn" value={BACK[step]}>
        {arrow}
      </IconButton>
    </form>
  )
}
