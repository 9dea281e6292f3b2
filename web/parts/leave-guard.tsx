import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { readToken } from '../lib/calls/token.ts'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { BackSheet } from './back-sheet.tsx'
import type { SheetProps } from '../ui/overlays/sheet.tsx'

/** The state of a navigation after which nothing is left to save. */
export const NOTHING_TO_SAVE = 'nothing to save'

type LeaveGuardProps = {
  /** Some typed text is not saved yet. */
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
    // A person whose login has ended is on the way to a new one: staying would save nothing.
    if (changed && readToken() !== null) event.preventDefault()
  })
  return (
    <LeaveQuestion
      open={blocker.state === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    >
      {children}
    </LeaveQuestion>
  )
}

type TypingSheetProps = Omit<SheetProps, 'open'> & {
  /** Some text typed in it is not saved yet. */
  changed: boolean
  /** What would be lost. */
  lost: ReactNode
}

/** A sheet that asks before what was typed in it is lost. */
export function TypingSheet({ changed, lost, onClose, ...sheet }: TypingSheetProps) {
  const [asking, setAsking] = useState(false)
  useFocusBack()
  return (
    <>
      <BackSheet
        {...sheet}
        open={!asking}
        onClose={() => (changed ? setAsking(true) : onClose())}
      />
      <LeaveQuestion open={asking} onStay={() => setAsking(false)} onLeave={onClose}>
        {lost}
      </LeaveQuestion>
      <LeaveGuard changed={changed}>{lost}</LeaveGuard>
    </>
  )
}

/** When the component goes, the focus returns to where it was before: the question opens from a sheet that has gone by then. */
function useFocusBack(): void {
  const before = useRef<Element | null>(null)
  // Before the sheet opens, which takes the focus in an effect.
  useLayoutEffect(() => {
    before.current = document.activeElement
  }, [])
  useEffect(
    () => () => {
      if (before.current instanceof HTMLElement) before.current.focus()
    },
    [],
  )
}

type LeaveQuestionProps = {
  open: boolean
  onStay: () => void
  onLeave: () => void
  children: ReactNode
}

function LeaveQuestion({ open, onStay, onLeave, children }: LeaveQuestionProps) {
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title="Уйти без сохранения?"
      safe="Остаться"
      confirm="Уйти"
      onConfirm={onLeave}
    >
      {children}
    </Dialog>
  )
}

const TYPED =
  'textarea, input:not([type="hidden"], [type="radio"], [type="checkbox"], [type="search"], [readonly], :disabled)'

/** Enter in a field focuses the next empty one, after the last it submits the form, and the first is focused when the form opens. */
export function useTypingFlow(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = form.current
    const emptyAfter = (at: number) =>
      [...(box?.querySelectorAll<HTMLInputElement>(TYPED) ?? [])]
        .slice(at + 1)
        .find(({ value }) => value === '')
    const onKeyDown = (event: KeyboardEvent) => {
      const fields = [...(box?.querySelectorAll(TYPED) ?? [])]
      const at = fields.findIndex((field) => field === event.target)
      if (event.key !== 'Enter' || event.isComposing || at === -1) return
      // In an open list Enter chooses an option, in a text area it starts a line.
      if (fields[at]?.matches('textarea, [aria-expanded="true"]')) return
      const next = emptyAfter(at)
      if (next === undefined) return
      event.preventDefault()
      next.focus()
    }
    if (document.activeElement === document.body) emptyAfter(-1)?.focus()
    box?.addEventListener('keydown', onKeyDown)
    return () => box?.removeEventListener('keydown', onKeyDown)
  }, [form])
}
