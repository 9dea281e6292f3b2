import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import { LINK_LIFE_MINUTES } from '#domain/money.ts'
import { freeLimitText } from '#domain/queue/admission.ts'
import type { CallFailed } from '#web/lib/calls/call-failed.ts'
import { orElse, sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import {
  dropRequestKey,
  readPass,
  readTable,
  requestKey,
  storeRequestKey,
  watchStored,
} from '#web/lib/device/device-memory.ts'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import type { Outbox, Sender } from '#web/lib/device/outbox.ts'
import { openSender } from '#web/lib/device/outbox.ts'
import type { PaymentTab } from '#web/lib/payments/payment-tab.ts'
import { openPaymentTab, payHref } from '#web/lib/payments/payment-tab.ts'
import type { PostedRefusal } from './load.ts'
import type { ConcertName, OrderCommand } from './mine/order-outbox.ts'
import { isAnswer, isOfAmount, nextOrder, PASSING, withOrder } from './mine/order-outbox.ts'
import type { OrderRequest } from './sheets/order-request.ts'
import { tableIn } from './sheets/order-request.ts'
import type { OrderScreenState } from './ordering-state.ts'
import { orderingAfter, orderingAtFirst } from './ordering-state.ts'

export type Ordering = OrderScreenState & {
  /** Call it within the press itself; returns the key of what was sent, null where no more may wait. */
  order: (wish: OrderRequest) => string | null
  /** Tells that no more may wait, without asking for a song. */
  refuseMore: () => void
  /** Sends an order without a response at once, however old it is. */
  again: (key: string) => void
  /** Takes it back, whether or not its answer has come; false: it was never sent. */
  giveUp: (key: string) => boolean
  /** While its call is pending another press is ignored. */
  cancel: (orderId: string) => void
  dismiss: () => void
}

type OrderingOptions = {
  concert: ConcertName
  outbox: Outbox<OrderCommand>
  /** The number of this device's free orders that are known to wait. */
  waiting: () => number
  connection: LiveConcert['connection']
  paid: boolean
  /** The limit of waiting free orders of this device. */
  freeWaiting: number
  /** The refusal that the page was rendered with. */
  refusedAtFirst: PostedRefusal | undefined
  /** The page has an old price. */
  onWrongAmount: (wish: OrderRequest) => void
  /** The server has answered a cancellation. */
  onCancelled: (orderId: string, failure: CallFailed | null) => void
}

/** The storage name of the key of an order that may be tried again: the server takes it for the same wish only. */
const requestOf = ({ sessionId }: ConcertName, wish: OrderRequest) =>
  `order ${sessionId} ${JSON.stringify(wish)}`

/** Orders songs through the outbox: a retry sends the same order until its response is known. */
export function useOrdering(options: OrderingOptions): Ordering {
  const { concert, outbox, connection, paid, refusedAtFirst } = options
  const { artistUsername, sessionId } = concert
  const [state, tell] = useReducer(orderingAfter, refusedAtFirst, (refused) =>
    orderingAtFirst(refused, Date.now()),
  )
  const sender = useRef<Sender>(null)
  const [tabs] = useState(() => new Map<string, PaymentTab>())
  const cancelling = useRef<Promise<CallFailed | null>>(null)

  const put = (order: OrderCommand) => outbox.change((orders) => withOrder(orders, order))
  const drop = (key: string) => outbox.change((orders) => orders.filter((one) => one.key !== key))
  const find = (key: string) => outbox.commands().find((one) => one.key === key)

  /** Removes the tab from the map: it is used only once. */
  function takeTab(key: string): PaymentTab | undefined {
    const tab = tabs.get(key)
    tabs.delete(key)
    return tab
  }

  const answered = useEffectEvent(
    (order: OrderCommand & { orderId: string }, paymentURL: string | undefined) => {
      const { wish, key, orderId } = order
      const tab = takeTab(key)
      put(order)
      if (paymentURL === undefined || order.unwanted) tab?.close()
      else if (tab === undefined) tell({ kind: 'answered late', wish, orderId })
      else tab.go(paymentURL)
    },
  )

  const refused = useEffectEvent(({ wish, key }: OrderCommand, failure: CallFailed) => {
    const unwanted = find(key)?.unwanted
    takeTab(key)?.close()
    drop(key)
    if (unwanted) return
    // Pressing the same again reuses the idempotency key.
    if (PASSING.has(failure.code)) storeRequestKey(requestOf(concert, wish), key)
    tell({ kind: 'refused', wish, failure })
    if (isOfAmount(failure)) options.onWrongAmount(wish)
  })

  /** A cancellation is answered. */
  function closed(orderId: string, failure: CallFailed | null) {
    if (failure === null) tell({ kind: 'cancelled', orderId })
    else tell({ kind: 'not cancelled', orderId, words: sentenceOf(failure) })
    options.onCancelled(orderId, failure)
  }

  /** Cancels what was given up; resolves as `send` does. */
  const callOff = useEffectEvent(async (key: string, orderId: string): Promise<number | null> => {
    // The same song may have been ordered once more since.
    const wanted = outbox.commands().some((one) => one.orderId === orderId && !one.unwanted)
    const failure = wanted ? null : await cancelled(orderId)
    if (failure !== null && !isAnswer(failure, true)) return restOf(failure)
    if (!wanted) closed(orderId, failure)
    drop(key)
    return null
  })

  /** Resolves with null once there is a response, or with the ms to wait before a retry. */
  const send = useEffectEvent(async (order: OrderCommand): Promise<number | null> => {
    const { wish, key, orderId } = order
    if (orderId !== null) return callOff(key, orderId)
    // A retry that is sent although the browser is offline changes nothing on the screen.
    if (navigator.onLine) tell({ kind: 'sending', key, at: Date.now() })
    if (order.state !== 'sent' && navigator.onLine) put({ ...order, state: 'sent' })
    const body = { ...wish, artistUsername, sessionId }
    const once = { idempotencyKey: key }
    return orElse(
      call(api.songs.orderSong, { body }, once).then(({ paymentURL, ...answer }) => {
        const known = find(key) ?? order
        answered({ ...known, ...answer, state: 'done', answeredAt: Date.now() }, paymentURL)
        return null
      }),
      (failure) => {
        if (isAnswer(failure, find(key)?.unwanted === true)) {
          refused(order, failure)
          return null
        }
        takeTab(key)?.close()
        return restOf(failure)
      },
    )
  })

  /** Another tab of this browser got the response, or the order was given up: the payment goes on in our own page. */
  const followTabs = useEffectEvent(() => {
    for (const key of tabs.keys()) {
      const order = find(key)
      if (order === undefined) takeTab(key)?.close()
      else if (order.orderId !== null) takeTab(key)?.go(payHref(order.orderId))
    }
  })

  useEffect(() => {
    const next = () => nextOrder(outbox.commands(), Date.now())
    let locked: string | undefined
    const opened = openSender({
      // A lock for each order: the tab where it was pressed sends it, and owns the tab for its payment.
      lock: () => `order:${(locked = next()?.key)}`,
      dueIn: () => (next() === undefined ? null : 0),
      async send() {
        // Until then the server counts what is taken off.
        await cancelling.current
        const order = next()
        return order && order.key === locked ? send(order) : null
      },
      isOnline: () => navigator.onLine,
      onFailing: (failing) => tell({ kind: 'resting', failing, at: Date.now() }),
    })
    sender.current = opened
    const sendNow = () => {
      if (document.visibilityState === 'visible') void opened.sendNow()
    }
    sendNow()
    const unwatch = watchStored(followTabs)
    const listeners = new AbortController()
    const { signal } = listeners
    addEventListener('online', sendNow, { signal })
    addEventListener('pageshow', sendNow, { signal })
    document.addEventListener('visibilitychange', sendNow, { signal })
    return () => {
      unwatch()
      listeners.abort()
      opened.close()
    }
  }, [outbox])

  // On a bad network a browser still reports that it is online: the channel decides.
  useEffect(() => {
    if (connection === 'live') void sender.current?.sendNow()
  }, [connection])

  const refuseMore = () => {
    const message = freeLimitText(options.freeWaiting)
    tell({ kind: 'refused', failure: { code: 'FREE_LIMIT', message } })
  }

  function sendPressed(order: Omit<OrderCommand, 'at'>): string {
    put({ ...order, unwanted: false, at: Date.now() })
    void sender.current?.sendNow()
    return order.key
  }

  /** Returns the key of the order; null: no more may wait. */
  function press(asked: OrderRequest): string | null {
    const pass = readPass(sessionId)
    const wish = {
      ...asked,
      ...(concert.isOn && tableIn(readTable(artistUsername))),
      ...(pass !== null && { pass }),
    }
    const request = requestOf(concert, wish)
    const same = outbox
      .commands()
      .find((one) => one.orderId === null && requestOf(concert, one.wish) === request)
    if (same !== undefined) return sendPressed(same)
    if (!paid && wish.supports === undefined && options.waiting() >= options.freeWaiting)
      return null
    tell({ kind: 'pressed' })
    const key = requestKey(request, LINK_LIFE_MINUTES)
    dropRequestKey(request)
    // A tab that would certainly stay blank would only flash.
    if (paid && navigator.onLine) tabs.set(key, openPaymentTab())
    return sendPressed({ key, wish, state: 'waiting', orderId: null, answeredAt: null })
  }

  function giveUp(key: string): boolean {
    const order = find(key)
    const mayBeThere = order !== undefined && order.state !== 'waiting'
    if (mayBeThere) put({ ...order, unwanted: true })
    else drop(key)
    void sender.current?.sendNow()
    return mayBeThere
  }

  function again(key: string) {
    const order = find(key)
    if (order !== undefined) sendPressed(order)
  }

  async function cancel(orderId: string) {
    if (state.cancelling === orderId) return
    tell({ kind: 'cancelling', orderId })
    cancelling.current = cancelled(orderId)
    closed(orderId, await cancelling.current)
  }

  return {
    ...state,
    order: press,
    refuseMore,
    again,
    giveUp,
    cancel: (orderId) => void cancel(orderId),
    dismiss: () => tell({ kind: 'dismissed' }),
  }
}

/** Cancels it at the server; resolves with why it did not. */
const cancelled = (orderId: string): Promise<CallFailed | null> =>
  orElse(
    call(api.songs.cancelOrder, { body: { orderId } }, { keepalive: true }).then(() => null),
    (failure) => failure,
  )

/** In ms. */
const restOf = ({ retryAfterSeconds }: CallFailed) => (retryAfterSeconds ?? 0) * 1000
