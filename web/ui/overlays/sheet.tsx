import { useId } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { X } from '../icons/icons.tsx'
import { classes } from '../classes.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { Rule } from '../layout/section.tsx'
import { useModal } from './use-modal.ts'
import ground from './modal.module.css'

export type SheetProps = {
  open: boolean
  onClose: () => void
  title: string
  subtitle?: ReactNode
  /** A square picture of 88 px before the title. */
  cover?: ReactNode
  /** Without the cross the content must offer the way out itself. */
  cross?: boolean
  /** The focus goes to the title, where Enter does nothing, and not to the first thing that can be pressed. */
  focusTitle?: boolean
  className?: string | undefined
  children: ReactNode
}

/** The step of display type at which a title neither fills a phone nor breaks its words, beside a picture or without. */
function stepOf(title: string, beside: boolean): string {
  const word = Math.max(...title.split(/[\s-]+/u).map((part) => part.length))
  if (title.length > 48 || word > (beside ? 12 : 16)) return 'd-xs'
  return beside && (title.length > 24 || word > 8) ? 'd-s' : 'd-m'
}

/** A panel from the bottom edge, a centred one on a wide screen. Opened by the server it works without scripts. */
export function Sheet(props: SheetProps) {
  const { open, onClose, title, subtitle, cover, cross = true, className, children } = props
  const { focusTitle = false } = props
  const titleId = useId()
  const { ref, openAtFirst } = useModal(open, onClose)

  const close = (event: FormEvent) => {
    event.preventDefault()
    onClose()
  }

  return (
    <dialog ref={ref} open={openAtFirst} aria-labelledby={titleId} className={ground.ground}>
      <div className={classes(ground.panel, ground.sheetPanel, className)}>
        <Rule tone="lamp" />
        <div className={ground.head}>
          {cover && <div className={ground.cover}>{cover}</div>}
          <div className={ground.titles}>
            <h2
              id={titleId}
              {...(focusTitle && { tabIndex: -1, 'data-autofocus': '' })}
              className={stepOf(title, Boolean(cover))}
            >
              {title}
            </h2>
            {subtitle && (
              <p className={classes('t-l muted', cover ? ground.underCover : ground.under)}>
                {subtitle}
              </p>
            )}
          </div>
          {cross && (
            <form method="dialog" onSubmit={close}>
              <IconButton type="submit" label="Закрыть" variant="tonal">
                <X />
              </IconButton>
            </form>
          )}
        </div>
        <div className={classes(ground.body, Boolean(cover) && ground.afterCover)}>{children}</div>
      </div>
    </dialog>
  )
}
