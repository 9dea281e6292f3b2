import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useActionData, useNavigate, useRevalidator, useSearchParams } from 'react-router'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import { useMountedAt } from '#web/lib/value-hooks.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { Undoable } from '#web/ui/overlays/undo-bar.tsx'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { rubles, useNow, useViewerZone } from '#web/lib/format.ts'
import type { PlaceAhead } from '#contract/songs.ts'
import type { ConcertRules, PublicAccount, RulesOfSession } from './concert-rules.ts'
import { concertRules, NEW_SHARE } from './concert-rules.ts'
import type { HrefOf, OrderSheet } from './address.ts'
import { useOrderSheet } from './address.ts'
import type { OrderView, PostedRefusal } from './load.ts'
import type { MergedOrder } from './mine/merge-orders.ts'
import {
  comingOrders,
  countLimited,
  countWaiting,
  isWish,
  joinedEntries,
  ownEntries,
} from './mine/merge-orders.ts'
import type { ConcertName } from './mine/order-outbox.ts'
import { dismissOrder, openOrderOutbox } from './mine/order-outbox.ts'
import type { OrderRequest } from './sheets/order-request.ts'
import { hasAnswer } from './ordering-state.ts'
import type { MyOrdersState } from './mine/use-my-orders.ts'
import { useMyOrders } from './mine/use-my-orders.ts'
import { useAhead } from './ahead.ts'
import type { Ahead } from './ahead.ts'
import type { Ordering } from './use-ordering.ts'
import { useOrdering } from './use-ordering.ts'

type OrdersOptions = {
  concert: ConcertName
  live: LiveConcert
  /** All entries of the queue are on the screen. */
  whole: boolean
  /** The concert is on and not paused. */
  running: boolean
  account: PublicAccount
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
  /** What the next order would get; null where it is unknown. */
  ahead: PlaceAhead | null
  /** Keeps the pace of the server's newer answer. */
  learn: Ahead['learn']
  /** How many of this device's orders wait, of how many that may. */
  left: PlaceAhead['left']
  /** What was done last and can be taken back. */
  undoable: Undoable | null
  onGone: (id: string) => void
  /** Something is done that can be taken back for some seconds. */
  offerUndo: (next: Undoable) => void
  /** One press: wants a song that waits, too. */
  wish: (wish: OrderRequest) => void
  /** Takes a free order off, unless that is undone. */
  cancelLater: (order: MergedOrder) => void
}

/** The orders of this device in a concert: sends them and tracks their state. */
export function useOrders(options: OrdersOptions): Orders {
  const { concert, live, whole, running, account, sessionRules, order, hrefOf, onStale } = options
  const rules = concertRules(live, sessionRules, account, { zone: useViewerZone(), now: useNow() })
  const { artistUsername, sessionId } = concert
  const { queue, connection } = live
  const [params] = useSearchParams()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const cameAt = useMountedAt()
  const sheet = useOrderSheet(hrefOf)
  const outbox = useMemo(
    () => openOrderOutbox({ artistUsername, sessionId }),
    [artistUsername, sessionId],
  )
  const [undoable, setUndoable] = useState<Undoable | null>(null)
  const [leaving, setLeaving] = useState<readonly string[]>([])
  const putBack = (orderId: string) => setLeaving((now) => now.filter((one) => one !== orderId))
  const toast = useToast()
  const { ahead, waitOf, learn } = useAhead({ told: order?.ahead ?? null, queue, whole, running })
  const known = useMyOrders({
    waitOf,
    sessionId,
    outbox,
    queue,
    connection,
    answers: live.session?.answers,
    first: order?.mine ?? null,
    paused: running ? null : rules.paused,
  })
  // An order that is being taken off is gone from the screen while that can be undone.
  const mine =
    leaving.length === 0
      ? known
      : { ...known, orders: known.orders.filter(({ orderId }) => !leaving.includes(orderId ?? '')) }
  const isPaid = rules.paidFrom !== null
  const ordering = useOrdering({
    concert,
    outbox,
    waiting: () => (whole ? countWaiting(mine.orders, queue, Date.now()) : 0),
    connection,
    paid: isPaid,
    freeWaiting: rules.freeWaiting,
    refusedAtFirst: useActionData<PostedRefusal>(),
    onWrongAmount: (wish) => void askAgain(wish),
    onCancelled(orderId, failure) {
      putBack(orderId)
      const gone = known.orders.find((one) => one.orderId === orderId)
      if (failure !== null) {
        // A «+1» has no line of its own to tell it.
        if (gone && isWish(gone)) toast({ text: sentenceOf(failure), tone: 'error' })
        return mine.look()
      }
      mine.markCancelled(orderId)
      // Who takes it off himself knows; only what comes of money is told.
      if (gone?.amount === null && !(gone.command?.unwanted && gone.share !== true))
        dismissOrder(sessionId, orderId)
    },
  })
  /** A new thing to undo completes the former one. */
  const offerUndo = (next: Undoable | null) => {
    if (undoable?.id !== next?.id) undoable?.onDone?.()
    setUndoable(next)
  }
  // A change of the page's tab unmounts the bar with its timer.
  const complete = useEffectEvent(() => undoable?.onDone?.())
  useEffect(() => () => complete(), [])
  /** Until its order is taken off, a song counts at the server, and is not ordered anew. */
  const orderNow = (asked: OrderRequest) => {
    if (undoable?.onDone) offerUndo(null)
    return ordering.order(asked)
  }
  const want = (asked: OrderRequest) => {
    const key = orderNow(asked)
    if (key === null) return ordering.refuseMore()
    setUndoable({
      id: key,
      title: 'Вы тоже хотите',
      text: asked.title,
      label: 'Вернуть',
      onUndo: () => void ordering.giveUp(key),
    })
  }
  const cancelLater = ({ orderId, title }: MergedOrder) => {
    if (orderId === null) return
    setLeaving((now) => [...now, orderId])
    offerUndo({
      id: orderId,
      title: 'Заказ отменён',
      text: `${title}, место ждёт 5 секунд`,
      label: 'Вернуть',
      onUndo: () => putBack(orderId),
      // Its place is truly kept until then.
      onDone: () => ordering.cancel(orderId),
    })
  }
  // A share that has just been paid for.
  const paying = useRef<readonly string[]>([])
  const tellShared = useEffectEvent((orders: readonly MergedOrder[]) => {
    const paid = orders.find(
      ({ key, place, vote }) => place !== null && !vote && paying.current.includes(key),
    )
    paying.current = orders
      .filter(({ share, state }) => share === true && state === 'PAYING')
      .map(({ key }) => key)
    if (paid === undefined) return
    offerUndo({
      id: paid.key,
      title: 'Спасибо! Вы в доле',
      text: `${paid.title}, ${rubles(paid.amount ?? 0)}`,
      label: 'Передумать',
      onUndo: () => void sheet.open({ cancel: paid.orderId ?? '' }),
    })
  })
  useEffect(() => tellShared(known.orders), [known.orders])
  /** Opens the sheet again, over the page with its present prices. */
  async function askAgain(wish: OrderRequest) {
    await sheet.open(
      wish.songId === null
        ? { suggest: true }
        : {
            song: wish.songId,
            share: wish.supports ?? wish.battle ?? (wish.collect ? NEW_SHARE : ''),
          },
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
    if (order?.mine == null) mine.look()
    void navigate(hrefOf({}), { replace: true, preventScrollReset: true })
  })
  useEffect(() => clearAddress(), [])

  // Its question may have been closed meanwhile.
  const closeQuestion = useEffectEvent(() => sheet.close())
  const asked = params.get('cancel')
  const answered = known.orders.some(
    ({ orderId, state }) => orderId === asked && state === 'CANCELLED',
  )
  useEffect(() => {
    if (answered) closeQuestion()
  }, [answered])

  const ordered = countLimited(mine.orders, isPaid)
  const told = ahead?.left
  // The server has counted the paid orders of the rendered page, with the shares among them: their change is added.
  const since = ordered - countLimited(order?.mine ?? mine.orders, isPaid)

  return {
    concert,
    live,
    rules,
    order,
    hrefOf,
    sheet,
    ordering: { ...ordering, order: orderNow },
    mine,
    ahead,
    learn,
    left: isPaid
      ? told && { ordered: told.ordered + since, most: told.most }
      : { ordered, most: rules.freeWaiting },
    undoable,
    onGone: (id) => setUndoable((now) => (now?.id === id ? null : now)),
    offerUndo,
    wish: want,
    cancelLater,
    own: ownEntries(mine.orders, queue),
    joined: joinedEntries(mine.orders, queue),
    coming: comingOrders(mine.orders, queue, cameAt),
    asks: hasAnswer(ordering) || params.has('song') || params.has('suggest'),
  }
}
