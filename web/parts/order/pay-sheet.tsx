import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useLast } from '../../lib/use-last.ts'

export type PaySheetProps = {
  /** What was ordered, and the bank's page for it; null closes the sheet. */
  toPay: { title: string; paymentURL: string } | null
  onClose: () => void
}

/** An order went out by itself when the network came back: its payment needs a press of its own. */
export function PaySheet({ toPay, onClose }: PaySheetProps) {
  const shown = useLast(toPay)
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
