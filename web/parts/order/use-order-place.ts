import { useEffect } from 'react'
import { useActionData, useRevalidator, useSearchParams } from 'react-router'
import type { QueueEntry } from '#contract/shapes.ts'
import { useToast } from '#web/ui/toast-context.ts'
import type { ConcertName, DeviceOrder } from '../../lib/device-orders.ts'
import { entryOf, pruneOrders, useDeviceOrders } from '../../lib/device-orders.ts'
import type { LiveConcert } from '../../lib/live-concert.ts'
import type { OrderView } from '../../lib/order-view.ts'
import type { PostedRefusal } from '../../lib/posted-order.ts'
import { ownEntries } from '../../lib/shown-orders.ts'
import type { MyOrders } from '../../lib/use-my-orders.ts'
import { useMyOrders } from '../../lib/use-my-orders.ts'
import type { Ordering } from '../../lib/use-order.ts'
import { useOrder } from '../../lib/use-order.ts'
import type { HrefOf } from './order-address.ts'
import { useFormOrder } from './use-form-order.ts'
import type { OrderSheet } from './use-order-sheet.ts'
import { useOrderSheet } from './use-order-sheet.ts'

export type OrderPlaceOptions = {
  concert: ConcertName
  live: LiveConcert
  /** Everything that stands in the queue is on the screen. */
  whole: boolean
  /** The concert is on and not paused. */
  running: boolean
  /** Rubles that an order costs at least; null: orders are free. */
  paidFrom: number | null
  order: OrderView | null
  hrefOf: HrefOf
  /** The page knows an old price. */
  onStale?: () => void
}

export type OrderPlace = {
  sheet: OrderSheet
  ordering: Ordering
  mine: MyOrders
  refused: PostedRefusal | undefined
  /** What was ordered for free on this device. */
  deviceOrders: readonly DeviceOrder[]
  /** The ids of the entries that this device ordered. */
  own: ReadonlySet<string | undefined>
  /** Something lies over the page, or is about to. */
  asks: boolean
}

/** Everything that a place of orders does by itself: sends, remembers, asks what became of it. */
export function useOrderPlace(options: OrderPlaceOptions): OrderPlace {
  const { concert, live, whole, running, paidFrom, order, hrefOf, onStale } = options
  const { artistUsername, sessionId } = concert
  const { queue, connection } = live
  const [params] = useSearchParams()
  const refused = useActionData<PostedRefusal>()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const sheet = useOrderSheet(hrefOf)
  const deviceOrders = useDeviceOrders(concert)
  const ordering = useOrder({
    concert,
    queue: whole ? queue : null,
    connection,
    paid: paidFrom !== null,
    refusedAtFirst: refused,
    onAnswer(answer, wish) {
      if (answer === 'ordered') toast(`Заказано: «${wish.title}»`)
      if (answer !== 'wrong amount') return
      sheet.open(wish.songId === null ? { suggest: true } : { song: wish.songId })
      onStale?.()
      void revalidate()
    },
  })
  const mine = useMyOrders({
    concert,
    queue,
    connection,
    sent: ordering.sent,
    first: order?.mine ?? null,
    running,
  })
  useFormOrder(params.get('ordered'), concert, queue, hrefOf)

  useEffect(() => {
    if (whole && deviceOrders.length > 0)
      pruneOrders({ artistUsername, sessionId }, queue, Date.now())
  }, [whole, queue, deviceOrders.length, artistUsername, sessionId])

  const own = new Set([...ownEntries(mine.orders, queue), ...entriesOf(deviceOrders, queue)])
  const { rejected, wrongAmount, toPay } = ordering
  const answered = rejected !== null || wrongAmount !== null || toPay !== null
  const asks = answered || params.has('song') || params.has('suggest')
  return { sheet, ordering, mine, refused, deviceOrders, own, asks }
}

function entriesOf(orders: readonly DeviceOrder[], queue: readonly QueueEntry[]) {
  return orders.map((one) => entryOf(one, queue)?.id)
}
