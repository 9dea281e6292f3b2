import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useActionData, useNavigate, useRevalidator, useSearchParams } from 'react-router'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import { useMountedAt } from '#web/lib/value-hooks.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { useViewerZone } from '#web/lib/format.ts'
import type { AccountPrice, ConcertRules, RulesOfSession } from './concert-rules.ts'
import { concertRules, NEW_SHARE } from './concert-rules.ts'
import type { HrefOf, OrderSheet } from './address.ts'
import { useOrderSheet } from './address.ts'
import type { OrderView, PostedRefusal } from './load.ts'
import type { MergedOrder } from './mine/merge-orders.ts'
import { comingOrders, countWaiting, joinedEntries, ownEntries } from './mine/merge-orders.ts'
import type { ConcertName } from './mine/order-outbox.ts'
import { openOrderOutbox } from './mine/order-outbox.ts'
import type { OrderRequest } from './sheets/order-request.ts'
import { hasAnswer } from './ordering-state.ts'
import type { MyOrdersState } from './mine/use-my-orders.ts'
import { useMyOrders } from './mine/use-my-orders.ts'
import type { Ordering } from './use-ordering.ts'
import { useOrdering } from './use-ordering.ts'

type OrdersOptions = {
  concert: ConcertName
  live: LiveConcert
  /** All entries of the queue are on the screen. */
  whole: boolean
  /** The concert is on and not paused. */
  running: boolean
  account: AccountPrice
  /** The concert's rules that the page was rendered with. */
  sessionRules: RulesOfSession
  /** The data in the rendered page; null where it is missing. */
  order: OrderView | null
  hrefOf: HrefOf
  /** The page has an old price. */
  onStale?: () => void
}

export type Orders = Pick<OrdersOptions, 'concert' | 'live' | 'order' | 'hrefOf'> & {
  rules: ConcertRules
  sheet: OrderSheet
  ordering: Ordering
  mine: MyOrdersState
  /** The ids of the entries of the queue that this device ordered. */
  own: ReadonlySet<string | undefined>
  /** Those of them that it supports without an order of its own. */
  joined: ReadonlySet<string | undefined>
  /** Orders made here since the page was rendered that the queue does not show yet. */
  coming: readonly MergedOrder[]
  /** A sheet is open over the page, or is about to be. */
  asks: boolean
}

/** The orders of this device in a concert: sends them and tracks their state. */
export function useOrders(options: OrdersOptions): Orders {
  const { concert, live, whole, running, account, sessionRules, order, hrefOf, onStale } = options
  const rules = concertRules(live, sessionRules, account, useViewerZone('Europe/Moscow'))
  const { artistUsername, sessionId } = concert
  const { queue, connection } = live
  const [params] = useSearchParams()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const toast = useToast()
  const cameAt = useMountedAt()
  const sheet = useOrderSheet(hrefOf)
  const outbox = useMemo(
    () => openOrderOutbox({ artistUsername, sessionId }),
    [artistUsername, sessionId],
  )
  const mine = useMyOrders({
    sessionId,
    outbox,
    queue,
    connection,
    answers: live.session?.answers,
    first: order?.mine ?? null,
    paused: running ? null : rules.paused,
  })
  const ordering = useOrdering({
    concert,
    outbox,
    waiting: () => (whole ? countWaiting(mine.orders, queue, Date.now()) : 0),
    connection,
    paid: rules.paidFrom !== null,
    freeWaiting: rules.freeWaiting,
    refusedAtFirst: useActionData<PostedRefusal>(),
    onAnswer(answer, wish) {
      if (answer === 'ordered')
        toast(`${wish.supports === undefined ? 'Заказано' : 'Вы поддержали'}: «${wish.title}»`)
      if (answer === 'wrong amount') void askAgain(wish)
    },
    onCancelled: (orderId, done) => (done ? mine.markCancelled(orderId) : mine.look()),
  })
  /** Opens the sheet again, over the page with its present prices. */
  async function askAgain(wish: OrderRequest) {
    await sheet.open(
      wish.songId === null
        ? { suggest: true }
        : { song: wish.songId, share: wish.supports ?? (wish.collect ? NEW_SHARE : '') },
    )
    // Pages do not load again on the way to a sheet, and a revalidation would join that navigation.
    onStale?.()
    await revalidate()
  }
  // A changed rule gives a place another reason, even where no song moves.
  const lookAgain = useEffectEvent(() => mine.look())
  const ruled = useRef(rules.placing)
  useEffect(() => {
    if (ruled.current !== rules.placing) lookAgain()
    ruled.current = rules.placing
  }, [rules.placing])
  // A form that was sent without scripts leaves the order in the address; with scripts the address drops it.
  const clearAddress = useEffectEvent(() => {
    if (!params.has('ordered')) return
    if (order === null || order.mine === null) mine.look()
    void navigate(hrefOf({}), { replace: true, preventScrollReset: true })
  })
  useEffect(() => clearAddress(), [])

  // Its question may have been closed meanwhile.
  const closeQuestion = useEffectEvent((cancelled: string) => {
    if (params.get('cancel') === cancelled) sheet.close()
  })
  useEffect(() => {
    if (ordering.cancelled !== null) closeQuestion(ordering.cancelled)
  }, [ordering.cancelled])

  return {
    concert,
    live,
    rules,
    order,
    hrefOf,
    sheet,
    ordering,
    mine,
    own: ownEntries(mine.orders, queue),
    joined: joinedEntries(mine.orders, queue),
    coming: comingOrders(mine.orders, queue, cameAt),
    asks: hasAnswer(ordering) || params.has('song') || params.has('suggest'),
  }
}
