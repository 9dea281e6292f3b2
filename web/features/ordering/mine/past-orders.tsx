import { useEffect, useEffectEvent, useMemo } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import type { MyOrder } from '#contract/songs.ts'
import { isAwaited } from './merge-orders.ts'
import { MyOrders } from './my-orders.tsx'
import type { ConcertName } from './order-outbox.ts'
import { openOrderOutbox } from './order-outbox.ts'
import { useMyOrders } from './use-my-orders.ts'

const NO_QUEUE: readonly QueueEntry[] = []
/** After a concert's end nobody is told of a reply to his thanks: ten minutes of asking, then only at a return to the page. */
const UNHEARD_MS = 12_000
const UNHEARD_MOST = 50

const OVER = 'Концерт окончен'

type PastOrdersProps = { concert: ConcertName; first: readonly MyOrder[] | null }

/** The orders of this device in a concert that is over. */
export function PastOrders({ concert: { artistUsername, sessionId }, first }: PastOrdersProps) {
  const outbox = useMemo(
    () => openOrderOutbox({ artistUsername, sessionId }),
    [artistUsername, sessionId],
  )
  const connection = 'live'
  const mine = useMyOrders({
    sessionId,
    outbox,
    queue: NO_QUEUE,
    connection,
    first,
    paused: OVER,
  })
  const awaits = mine.orders.some(isAwaited)
  const look = useEffectEvent(() => mine.look())
  useEffect(() => {
    if (!awaits) return undefined
    let left = UNHEARD_MOST
    const timer = window.setInterval(() => {
      left -= 1
      if (left === 0) window.clearInterval(timer)
      look()
    }, UNHEARD_MS)
    return () => window.clearInterval(timer)
  }, [awaits])
  return mine.orders.length > 0 && <MyOrders sessionId={sessionId} mine={mine} />
}
