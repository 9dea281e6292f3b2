import { Button } from '#web/ui/button.tsx'

export type TurnButtonProps = {
  turn: string
  /** The turn whose answer is on its way; empty where none is. */
  pending: string
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
