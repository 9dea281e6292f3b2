import { ArrowLeft } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { CarriedFields } from './carried-fields.tsx'
import type { Step } from '#web/parts/step-progress.tsx'
import type { SignupForm } from './signup-form.ts'
import type { Turn } from './signup-turn.ts'

const BACK: Record<2 | 3, Turn> = { 2: 'back-to-1', 3: 'back-to-2' }

type StepBackProps = {
  step: Step
  form: SignupForm
  /** Where the first step leaves to. */
  exit: string
  onBack: () => void
}

/** The arrow: one step back, and from the first one out of the page. */
export function StepBack({ step, form, exit, onBack }: StepBackProps) {
  const hydrated = useHydrated()
  const arrow = <ArrowLeft className="ico" />
  if (step === 1) {
    return (
      <IconButton label="Назад" href={exit}>
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
      <CarriedFields form={form} shown={[]} />
      <IconButton label="Назад" type="submit" name="turn" value={BACK[step]}>
        {arrow}
      </IconButton>
    </form>
  )
}
