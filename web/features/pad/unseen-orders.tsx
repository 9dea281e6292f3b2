import { ArrowDown } from 'lucide-react'
import css from './unseen-orders.module.css'
import type { OrderCue } from './use-order-cue.ts'

export type UnseenOrdersProps = { cue: Pick<OrderCue, 'unseen' | 'show'> }

/** The way to orders that came below the edge of the screen. */
export function UnseenOrders({ cue: { unseen, show } }: UnseenOrdersProps) {
  if (unseen === 0) return null
  return (
    <button type="button" className={css.orders} onClick={show}>
      Новых заказов: {unseen}
      <ArrowDown className="ico" />
    </button>
  )
}
