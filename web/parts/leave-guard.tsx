import type { ReactNode } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { readToken } from '../lib/token.ts'
import { Dialog } from '../ui/dialog.tsx'

/** Goes along as the state of a navigation after which nothing is left to save. */
export const NOTHING_TO_SAVE = 'nothing to save'

type LeaveGuardProps = {
  /** Something typed is not saved yet. */
  changed: boolean
  /** What would be lost. */
  children: ReactNode
}

/** Asks before what was typed is lost. */
export function LeaveGuard({ changed, children }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.state !== NOTHING_TO_SAVE,
  )
  useBeforeUnload((event) => {
    // Whose login has ended is on the way to a new one: staying would save nothing.
    if (changed && readToken() !== null) event.preventDefault()
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
      {children}
    </Dialog>
  )
}
