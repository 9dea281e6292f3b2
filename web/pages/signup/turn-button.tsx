import { Button } from '#web/ui/button.tsx'
import type { Turn } from './signup-turn.ts'
import type { Signup } from './use-signup.ts'

type TurnButtonProps = {
  turn: Turn
  pending: Signup['pending']
  disabled?: boolean
  children: string
}

/** Sends the step, saying which turn it wants. */
export function TurnButton({ turn, pending, disabled = false, children }: TurnButtonProps) {
  return (
    <Button
      type="submit"
      name="turn"
      value={turn}
      variant="primary"
      block
      disabled={disabled}
      loading={pending === turn}
    >
      {children}
    </Button>
  )
}
