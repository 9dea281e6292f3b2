import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PaymentShown } from '#contract/payment.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import type { ConcertName } from './device-orders.ts'
import { entryOf } from './device-orders.ts'
import { openPaymentWatch } from './open-payment-watch.ts'
import type { PaidOrder } from './paid-orders.ts'
import { forgetPaidOrder, usePaidOrders } from './paid-orders.ts'
import type { PaymentWatch, Watched } from './payment-watch.ts'

/** A paid order of this device with what became of its money; null until the server has said. */
export type MyOrder = { order: PaidOrder; payment: PaymentShown | null }

const NOTHING_KNOWN: Watched = { payment: null, checking: false, checked: null, late: false }

/** Where a song stands, in a text that changes with it. */
function placeOf(order: PaidOrder, queue: readonly QueueEntry[]): string {
  const entry = entryOf(order, queue)
  return entry === undefined ? '' : `${entry.id} ${entry.status} ${entry.backers}`
}

/**
 * The paid orders of this device in a concert, the newest first, and what became of each: asked again
 * when its song moves in the queue, when somebody comes back to the page, and while it is on its way.
 */
export function useMyOrders(
  concert: ConcertName,
  queue: readonly QueueEntry[],
): readonly MyOrder[] {
  const orders = usePaidOrders(concert)
  const [payments, setPayments] = useState<ReadonlyMap<string, PaymentShown>>(new Map())
  const [watches] = useState(() => new Map<string, PaymentWatch>())
  const places = useRef(new Map<string, string>())

  const open = useEffectEvent((id: string) => {
    const watch = openPaymentWatch({
      id,
      first: NOTHING_KNOWN,
      onChange({ payment }) {
        if (payment !== null) setPayments((before) => new Map(before).set(id, payment))
      },
      onGone: () => forgetPaidOrder(concert, id),
    })
    watch.look()
    return watch
  })

  useEffect(() => {
    const ids = new Set(orders.map(({ orderId }) => orderId))
    for (const [id, watch] of watches) {
      if (ids.has(id)) continue
      watch.close()
      watches.delete(id)
    }
    for (const id of ids) if (!watches.has(id)) watches.set(id, open(id))
  }, [orders, watches])

  useEffect(() => {
    for (const order of orders) {
      const place = placeOf(order, queue)
      const before = places.current.get(order.orderId)
      places.current.set(order.orderId, place)
      if (before !== undefined && before !== place) watches.get(order.orderId)?.look()
    }
  }, [orders, queue, watches])

  useEffect(
    () => () => {
      for (const watch of watches.values()) watch.close()
      watches.clear()
    },
    [watches],
  )

  return orders.map((order) => ({ order, payment: payments.get(order.orderId) ?? null }))
}

/** The entries of the queue that stand there for this device's money. */
export function paidEntries(
  orders: readonly MyOrder[],
  queue: readonly QueueEntry[],
): readonly QueueEntry[] {
  return orders.flatMap(({ order, payment }) => {
    const status = payment?.songStatus
    const alive = status === 'SCHEDULED' || status === 'QUEUED' || status === 'NOW'
    return (alive && entryOf(order, queue)) || []
  })
}
