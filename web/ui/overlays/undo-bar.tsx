import { useEffect, useEffectEvent, useState } from 'react'
import css from './undo-bar.module.css'

/** What was just done and can still be taken back. */
export type Undoable = {
  /** Another id is another thing: the bar of the former one is completed. */
  id: string
  title: string
  text: string
  /** The button: «Вернуть». */
  label: string
  onUndo: () => void
  /** It can no longer be taken back. */
  onDone?: () => void
}

const SHOWN_MS = 5000
/** Long enough to reach the bar by the keyboard. */
const BY_KEYBOARD_MS = 30_000

const byKeyboard = () => document.activeElement?.matches(':focus-visible') === true

type UndoBarProps = {
  undoable: Undoable
  /** Undone, or too late for that. */
  onGone: (id: string) => void
}

/** A dark bar at the bottom edge whose line runs out in five seconds; Ctrl+Z works while it is there. */
export function UndoBar({ undoable, onGone }: UndoBarProps) {
  const { id, title, text, label } = undoable
  const [held, setHeld] = useState(false)
  const [slow] = useState(byKeyboard)
  const done = useEffectEvent(() => {
    undoable.onDone?.()
    onGone(id)
  })
  const undo = useEffectEvent(() => {
    undoable.onUndo()
    onGone(id)
  })
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => done(), slow ? BY_KEYBOARD_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [held, slow])
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    // A page that is left may not come back.
    const leave = () => document.hidden && done()
    document.addEventListener('visibilitychange', leave, { signal })
    addEventListener('pagehide', () => done(), { signal })
    addEventListener(
      'keydown',
      (event) => {
        if (event.code !== 'KeyZ' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
        if (event.target instanceof Element && event.target.matches('input, textarea')) return
        event.preventDefault()
        undo()
      },
      { signal },
    )
    return () => listeners.abort()
  }, [])
  return (
    <div
      className={css.bar}
      data-slow={slow || held || undefined}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span aria-hidden="true" className={css.time}>
        <i />
      </span>
      <output>
        <b>{title}</b>
        <br />
        {text}
        <span className="sr">{label}</span>
      </output>
      <button
        type="button"
        className={css.undo}
        onClick={() => {
          undoable.onUndo()
          onGone(id)
        }}
      >
        {label}
      </button>
    </div>
  )
}
