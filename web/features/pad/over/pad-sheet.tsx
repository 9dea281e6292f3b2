import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { useBack } from '#web/parts/use-back.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { X } from '#web/ui/icons/icons.tsx'
import { Rule } from '#web/ui/layout/section.tsx'
import css from './pad-sheet.module.css'

/** What lies over everything, this panel too. */
const MODAL = 'dialog[open]:not([data-beside])'

type PadSheetProps = {
  open: boolean
  onClose: () => void
  title: string
  subtitle?: ReactNode
  /** A square picture before the title. */
  cover?: ReactNode
  children: ReactNode
}

/**
 * A panel over the living pad: the button of the next song stays below it, on a wide stage what sounds stays beside it,
 * and the pedal keeps its meaning, except where a field has the focus.
 */
export function PadSheet({ open, ...sheet }: PadSheetProps) {
  return open ? <Opened {...sheet} /> : null
}

function Opened({ onClose, title, subtitle, cover, children }: Omit<PadSheetProps, 'open'>) {
  const titleId = useId()
  const panel = useRef<HTMLDialogElement>(null)
  useBack(true, onClose)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const opener = document.activeElement
    const element = panel.current
    element?.focus({ preventScroll: true })
    // What it lies over is out of reach of the keyboard too.
    const under = document.getElementById('main')
    if (under !== null) under.inert = true
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector(MODAL) !== null) return
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      if (under !== null) under.inert = false
      const at = document.activeElement
      if ((at === document.body || element?.contains(at)) && opener instanceof HTMLElement)
        opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    <>
      <div aria-hidden="true" className={css.scrim} onClick={onClose} />
      <dialog
        ref={panel}
        open
        data-beside=""
        tabIndex={-1}
        aria-labelledby={titleId}
        className={css.panel}
      >
        <Rule tone="lamp" />
        <div className={css.head}>
          {cover && <div className={css.cover}>{cover}</div>}
          <div className={css.titles}>
            <h2 id={titleId} className={classes(css.title, title.length > 24 && css.long)}>
              {title}
            </h2>
            {subtitle && <p className="muted">{subtitle}</p>}
          </div>
          <IconButton label="Закрыть" variant="tonal" className={css.cross} onClick={onClose}>
            <X />
          </IconButton>
        </div>
        <div className={css.body}>{children}</div>
      </dialog>
    </>
  )
}
