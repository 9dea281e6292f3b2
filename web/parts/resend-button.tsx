import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

export type ResendButtonProps = {
  /** What the form is told when it is pressed. */
  turn: string
  secondsLeft: number
  sending: boolean
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Another letter, once the wait is over. */
export function ResendButton({ turn, secondsLeft, sending }: ResendButtonProps) {
  // Without scripts nothing counts down, so the server says how long to wait.
  const waits = useHydrated() && secondsLeft > 0
  return (
    <Button type="submit" name="turn" value={turn} block disabled={waits} loading={sending}>
      {waits ? (
        <span>
          Отправить ещё раз через <span className="tnum">{clock(secondsLeft)}</span>
        </span>
      ) : (
        'Отправить ещё раз'
      )}
    </Button>
  )
}
