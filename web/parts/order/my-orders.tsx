import type { QueueEntry } from '#contract/shapes.ts'
import { Section } from '#web/ui/section.tsx'
import type { ConcertName } from '../../lib/device-orders.ts'
import { entryOf } from '../../lib/device-orders.ts'
import { forgetPaidOrder } from '../../lib/paid-orders.ts'
import type { MyOrder } from '../../lib/use-my-orders.ts'
import { MyOrderCard } from './my-order-card.tsx'
import css from './my-orders.module.css'

export type MyOrdersProps = {
  concert: ConcertName
  orders: readonly MyOrder[]
  queue: readonly QueueEntry[]
  className?: string | undefined
}

/** What was ordered for money on this device: where each song stands, and where its money is. */
export function MyOrders({ concert, orders, queue, className }: MyOrdersProps) {
  if (orders.length === 0) return null
  return (
    <Section title={orders.length === 1 ? 'Мой заказ' : 'Мои заказы'} className={className}>
      <ul className={css.cards}>
        {orders.map(({ order, payment }) => (
          <MyOrderCard
            key={order.orderId}
            order={order}
            payment={payment}
            entry={entryOf(order, queue)}
            onDismiss={() => forgetPaidOrder(concert, order.orderId)}
          />
        ))}
      </ul>
    </Section>
  )
}
