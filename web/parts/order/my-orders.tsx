import { useSearchParams } from 'react-router'
import { Section } from '#web/ui/section.tsx'
import type { ConcertName } from '../../lib/device-orders.ts'
import type { PostedRefusal } from '../../lib/posted-order.ts'
import { putAway } from '../../lib/put-away.ts'
import { isAlive } from '../../lib/shown-orders.ts'
import { useCancelOrder } from '../../lib/use-cancel-order.ts'
import { useLast } from '../../lib/use-last.ts'
import type { MyOrders as Known } from '../../lib/use-my-orders.ts'
import type { Ordering } from '../../lib/use-order.ts'
import { CancelButton } from './cancel-button.tsx'
import { CancelSheet } from './cancel-sheet.tsx'
import { MyOrderCard } from './my-order-card.tsx'
import type { HrefOf } from './order-address.ts'
import { sendingTrouble } from './order-state.ts'
import { UnsentWays } from './unsent-ways.tsx'
import type { OrderSheet } from './use-order-sheet.ts'
import css from './my-orders.module.css'

export type MyOrdersProps = {
  concert: ConcertName
  mine: Known
  /** How an order can still be sent, or taken off; without it the concert is over. */
  open?: {
    ordering: Pick<Ordering, 'sending' | 'asOf' | 'again' | 'giveUp'>
    hrefOf: HrefOf
    sheet: OrderSheet
    refused: PostedRefusal | undefined
  }
  className?: string | undefined
}

/** The last ones that are over are enough; every payment has a page of its own. */
const MOST_OVER = 3

/** What was ordered on this device: where each song stands, how long it waits, and where its money is. */
export function MyOrders({ concert, mine, open, className }: MyOrdersProps) {
  const [search] = useSearchParams()
  const cancelling = useCancelOrder(
    open?.refused?.notCancelled ?? null,
    (orderId) => {
      mine.markCancelled(orderId)
      if (search.get('cancel') === orderId) open?.sheet.close()
    },
    mine.look,
  )
  const { orders } = mine
  const asked = orders.find((one) => one.mayCancel && one.orderId === search.get('cancel')) ?? null
  const lastAsked = useLast(asked)
  const shown = [
    ...orders.filter(
      (order) => isAlive(order) && (open !== undefined || order.state !== 'SENDING'),
    ),
    ...orders.filter((order) => !isAlive(order)).slice(0, MOST_OVER),
  ]
  if (shown.length === 0) return null
  return (
    <Section title={shown.length === 1 ? 'Мой заказ' : 'Мои заказы'} className={className}>
      <ul className={css.cards}>
        {shown.map((order) => {
          const { orderId, key, state, mayCancel } = order
          const unsent = state === 'SENDING' && open !== undefined
          const failed = orderId !== null && cancelling.failed?.orderId === orderId
          const trouble = unsent ? sendingTrouble(order, open.ordering) : null
          return (
            <MyOrderCard
              key={key}
              order={order}
              trouble={trouble}
              onMove={mine.look}
              onDismiss={() => orderId !== null && putAway(concert.sessionId, orderId)}
            >
              {trouble !== null && open && <UnsentWays order={order} ordering={open.ordering} />}
              {mayCancel && open && (
                <CancelButton order={order} cancelling={cancelling} {...open} />
              )}
              {failed && <p role="alert">{cancelling.failed?.words}</p>}
            </MyOrderCard>
          )
        })}
      </ul>
      {open && lastAsked && (
        <CancelSheet order={lastAsked} open={asked !== null} cancelling={cancelling} {...open} />
      )}
    </Section>
  )
}
