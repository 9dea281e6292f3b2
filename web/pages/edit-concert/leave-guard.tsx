import { useBeforeUnload, useBlocker } from 'react-router'
import { Dialog } from '#web/ui/dialog.tsx'

/** Goes along as the state of a navigation away from a deleted concert: nothing is left to save. */
export const CONCERT_IS_GONE = 'concert is gone'

export type LeaveGuardProps = {
  /** Something typed is not saved yet. */
  changed: boolean
}

/** Asks before what was typed is lost. */
export function LeaveGuard({ changed }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.state !== CONCERT_IS_GONE,
  )
  useBeforeUnload((event) => {
    if (changed) event.preventDefault()
  })
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Уйти без сохранения?"
      safe="Остаться"
      confirm="Уйти"
      onConfirm={() => blocker.proceed?.()}
    >
      <p>Изменения в концерте ещё не сохранены.</p>
    </Dialog>
  )
}
