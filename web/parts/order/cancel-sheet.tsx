import type { FormEvent, MouseEvent } from 'react'
import { formatRubles, kopecks } from '#domain/money.ts'
import { ActionRow } from '#web/ui/action-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field-note.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import type { ShownOrder } from '../../lib/shown-orders.ts'
import type { Cancelling } from '../../lib/use-cancel-order.ts'
import type { HrefOf } from './order-address.ts'
import type { OrderSheet } from './use-order-sheet.ts'

export type CancelSheetProps = {
  order: ShownOrder
  open: boolean
  cancelling: Cancelling
  hrefOf: HrefOf
  sheet: OrderSheet
}

/** Asks before an order is taken off that was paid for, and says what becomes of the money. */
export function CancelSheet({ order, open, cancelling, hrefOf, sheet }: CancelSheetProps) {
  const { orderId, title, amount, state } = order
  const failed = cancelling.failed?.orderId === orderId ? cancelling.failed : null
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (orderId !== null) cancelling.cancel(orderId)
  }
  const keep = (event: MouseEvent) => {
    event.preventDefault()
    sheet.close()
  }
  return (
    <Sheet open={open} onClose={sheet.close} title="Отменить заказ?" subtitle={title} cross={false}>
      <p className="t-l">
        {state === 'PAYING'
          ? 'Песня не встанет в очередь. Если деньги уже списаны, они вернутся полностью.'
          : `Песня уйдёт из очереди, а деньги вернутся полностью: ${formatRubles(kopecks(amount ?? 0))}.`}
      </p>
      <form method="post" action={hrefOf({})} onSubmit={send}>
        <input type="hidden" name="cancelOrder" value={orderId ?? ''} />
        {failed && <FieldNote id="cancel-trouble" error={failed.words} />}
        <ActionRow>
          <Button
            type="submit"
            size="stage"
            variant="dangerLine"
            loading={cancelling.pending === orderId}
          >
            Отменить заказ
          </Button>
          <Button data-autofocus size="stage" variant="primary" href={hrefOf({})} onClick={keep}>
            Оставить
          </Button>
        </ActionRow>
      </form>
    </Sheet>
  )
}
