import type { FormEvent, MouseEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { ShownOrder } from '../../lib/shown-orders.ts'
import type { Cancelling } from '../../lib/use-cancel-order.ts'
import type { HrefOf } from './order-address.ts'
import type { OrderSheet } from './use-order-sheet.ts'

export type CancelButtonProps = {
  order: Pick<ShownOrder, 'orderId' | 'title' | 'amount'>
  cancelling: Cancelling
  hrefOf: HrefOf
  sheet: OrderSheet
}

/** Takes a free order off at once, by a form before the scripts come; about money it asks first. */
export function CancelButton({ order, cancelling, hrefOf, sheet }: CancelButtonProps) {
  const { orderId, title, amount } = order
  if (orderId === null) return null
  const words = (
    <>
      Отменить заказ<span className="sr">: {title}</span>
    </>
  )
  if (amount !== null) {
    const ask = (event: MouseEvent) => {
      event.preventDefault()
      sheet.open({ cancel: orderId })
    }
    return (
      <Button size="s" variant="text" href={hrefOf({ cancel: orderId })} onClick={ask}>
        {words}
      </Button>
    )
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    cancelling.cancel(orderId)
  }
  return (
    <form method="post" action={hrefOf({})} onSubmit={send}>
      <input type="hidden" name="cancelOrder" value={orderId} />
      <Button type="submit" size="s" variant="text" loading={cancelling.pending === orderId}>
        {words}
      </Button>
    </form>
  )
}
