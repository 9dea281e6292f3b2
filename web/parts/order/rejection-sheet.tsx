import type { MouseEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useLast } from '../../lib/use-last.ts'
import css from './rejection-sheet.module.css'

export type RejectionSheetProps = {
  /** Why, in the server's words; null closes the sheet. */
  message: string | null
  closeHref: string
  onClose: () => void
}

/** The song was not taken. A link closes it, so that it also closes without scripts. */
export function RejectionSheet({ message, closeHref, onClose }: RejectionSheetProps) {
  const words = useLast(message)
  return (
    <Sheet
      open={message !== null}
      onClose={onClose}
      title="К сожалению песня не может быть добавлена"
      cross={false}
    >
      <p className={css.message}>{words}</p>
      <Button
        href={closeHref}
        block
        variant="primary"
        size="stage"
        onClick={(event: MouseEvent) => {
          event.preventDefault()
          onClose()
        }}
      >
        Понятно
      </Button>
    </Sheet>
  )
}
