import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import css from './cancel-edit.module.css'

export type CancelEditProps = {
  /** There is something to lose. */
  changed: boolean
  onCancel: () => void
}

/** The way out of the edit that saves nothing. */
export function CancelEdit({ changed, onCancel }: CancelEditProps) {
  const [asking, setAsking] = useState(false)
  return (
    <div className={css.edge}>
      <Button
        variant="text"
        size="s"
        className={css.cancel}
        onClick={() => (changed ? setAsking(true) : onCancel())}
      >
        Отменить
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Отменить правки?"
        safe="Править дальше"
        confirm="Отменить"
        onConfirm={onCancel}
      >
        <p>Очередь останется такой, какой была.</p>
      </Dialog>
    </div>
  )
}
