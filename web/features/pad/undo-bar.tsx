import { Undo2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import css from './undo-bar.module.css'
import type { Undo } from './use-undo.ts'

export type UndoBarProps = {
  undo: Undo
  /** A block of its own for a music stand, instead of a line inside a bar. */
  block?: boolean
  className?: string | undefined
}

/** The way back from a press that came too early. */
export function UndoBar({ undo, block = false, className }: UndoBarProps) {
  return (
    <div className={classes(css.bar, block && css.block, className)}>
      <p className={css.title}>{undo.title}</p>
      <p className={css.left}>
        {undo.seconds === null ? (
          'Сыграна, ждёт связи'
        ) : (
          <>
            Вернуть можно ещё <span className="tnum">{undo.seconds}</span> с
          </>
        )}
      </p>
      <Button
        size="stage"
        icon={<Undo2 className="ico" />}
        onClick={undo.undo}
        className={css.button}
      >
        Вернуть
      </Button>
    </div>
  )
}
