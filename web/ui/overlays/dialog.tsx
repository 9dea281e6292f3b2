import { useId } from 'react'
import type { ReactNode } from 'react'
import { ActionRow } from '../buttons/action-row.tsx'
import { Button } from '../buttons/button.tsx'
import { classes } from '../classes.ts'
import { Rule } from '../layout/section.tsx'
import { useModal } from './use-modal.ts'
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
      <div className={classes(ground.panel, ground.dialogPanel)}>
        <Rule tone={tone === 'danger' ? 'danger' : 'ink'} />
        <div className={ground.dialogIn}>
          <h2 id={titleId} className={stacked ? 'd-m' : 'd-s'}>
            {title}
          </h2>
          {children && <div className={stacked ? 't-l' : undefined}>{children}</div>}
          {isNotice && safeButton}
          {!isNotice && (
            <ActionRow stacked={stacked} className={stacked ? ground.apart : undefined}>
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
