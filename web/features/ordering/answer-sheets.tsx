import type { MouseEvent } from 'react'
import { messageParts } from '../../lib/call-failed.ts'
import { useLastValue } from '#web/lib/value-hooks.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import css from './order-sheets.module.css'

type RejectionSheetProps = {
  /** Why, in the server's words; null closes the sheet. */
  message: string | null
  closeHref: string
  onClose: () => void
}

/** The song was not taken. A link closes it, so that it also closes without scripts. */
export function RejectionSheet({ message, closeHref, onClose }: RejectionSheetProps) {
  const words = useLastValue(message)
  return (
    <Sheet
      open={message !== null}
      onClose={onClose}
      title="К сожалению песня не может быть добавлена"
      cross={false}
    >
      <p className={css.message}>
        {messageParts(words ?? '').map(({ at, text, bold, href }) => {
          if (href)
            return (
              <a key={at} className="link" href={href}>
                {text}
              </a>
            )
          return bold ? <b key={at}>{text}</b> : text
        })}
      </p>
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

type PaySheetProps = {
  /** What was ordered, and the bank's page for it; null closes the sheet. */
  toPay: { title: string; paymentURL: string } | null
  onClose: () => void
}

/** An order went out by itself when the network came back: its payment needs a press of its own. */
export function PaySheet({ toPay, onClose }: PaySheetProps) {
  const shown = useLastValue(toPay)
  return (
    <Sheet open={toPay !== null} onClose={onClose} title="Осталось оплатить">
      <p className="t-l">
        Связь вернулась, заказ «{shown?.title}» принят. Песня встанет в очередь после оплаты.
      </p>
      <Button
        data-autofocus
        href={shown?.paymentURL ?? ''}
        target="_blank"
        rel="noopener"
        block
        variant="primary"
        size="l"
        onClick={onClose}
      >
        Перейти к оплате
      </Button>
    </Sheet>
  )
}
