import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { ActionRow } from '../buttons/action-row.tsx'
import { Button } from '../buttons/button.tsx'
import { classes } from '../classes.ts'
import { Rule } from '../layout/section.tsx'
import { useModal } from './use-modal.ts'
import css from './dialog.module.css'
import ground from './modal.module.css'

type DialogProps = {
  open: boolean
  /** Called on Esc, a press outside, and the safe answer. */
  onClose: () => void
  title: string
  children?: ReactNode
  /** `danger`: something cannot be undone, or went wrong. */
  tone?: 'plain' | 'danger'
  /** The safe answer; highlighted unless `wanted` is set. */
  safe: string
  /** The answer with consequences is harmless and is the highlighted one. */
  wanted?: boolean
  /** A third answer, between the two of a stack. */
  other?: { label: string; isDanger?: boolean; onPress: () => void } | undefined
  /** The answer with consequences; without it the dialog only informs. */
  confirm?: string
  onConfirm?: () => void
  confirming?: boolean
  /** Long answers: one above the other, taller, under a larger title. */
  stacked?: boolean
}

/** A small question over the screen. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, tone = 'plain', safe, confirm, onConfirm } = props
  const { confirming = false, stacked = false, wanted = false, other } = props
  const titleId = useId()
  const { ref, openAtFirst } = useModal(open, onClose)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The focus of an answer below may have scrolled the question away.
    if (open) panel.current?.scrollTo({ top: 0, behavior: 'instant' })
  }, [open])
  const size = stacked ? 'stage' : 'm'
  const isNotice = confirm === undefined

  const safeButton = (
    <Button
      data-autofocus
      block
      size={size}
      variant={isNotice && tone === 'danger' ? 'invert' : wanted ? 'line' : 'primary'}
      onClick={onClose}
    >
      {safe}
    </Button>
  )
  const confirmButton = !isNotice && (
    <Button
      block
      size={size}
      variant={tone === 'danger' ? 'dangerLine' : wanted ? 'primary' : 'line'}
      loading={confirming}
      onClick={onConfirm}
    >
      {confirm}
    </Button>
  )

  return (
    <dialog
      ref={ref}
      open={openAtFirst}
      role={isNotice ? undefined : 'alertdialog'}
      aria-labelledby={titleId}
      className={classes(ground.ground, ground.dialogGround)}
    >
      <div
        ref={panel}
        className={classes(ground.panel, ground.dialogPanel, css.panel, stacked && css.stacked)}
      >
        <Rule tone={tone === 'danger' ? 'danger' : 'ink'} />
        <div className={classes(ground.dialogIn, css.in)}>
          <h2 id={titleId} className={classes(stacked ? 'd-m' : 'd-s', css.title)}>
            {title}
          </h2>
          {children && <div className={classes(stacked && 't-l', css.words)}>{children}</div>}
          {isNotice && safeButton}
          {!isNotice && (
            <ActionRow
              stacked={stacked}
              className={stacked ? classes(ground.apart, css.answers) : undefined}
            >
              {stacked && safeButton}
              {other && (
                <Button
                  block
                  size={size}
                  variant={other.isDanger === true ? 'danger' : 'line'}
                  loading={confirming}
                  onClick={other.onPress}
                >
                  {other.label}
                </Button>
              )}
              {confirmButton}
              {!stacked && safeButton}
            </ActionRow>
          )}
        </div>
      </div>
    </dialog>
  )
}
