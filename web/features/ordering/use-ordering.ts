import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import { freeLimitText } from '#domain/queue/order.ts'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
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
import { openPaymentTab } from '#web/lib/payments/payment-tab.ts'
import type { PostedRefusal } from './load.ts'
import type { ConcertName, OrderCommand } from './order-outbox.ts'
import { isOfAmount, isRefusal, nextOrder, PASSING, withOrder } from './order-outbox.ts'
import type { OrderRequest } from './order-request.ts'
import { tableIn } from './order-request.ts'

/** The key of the order that is being sent, and whether the last try got no response. */
export type Sending = { key: string | null; failing: boolean }

export type Ordering = {
  sending: Sending
  /** Milliseconds since 1970 of the last change of `sending`. */
  asOf: number
  /** Why the song cannot be added, in the server's words. */
  rejected: string | null
  /** Why its sum is refused. */
  wrongAmount: WrongAmount | null
  /** The response came without a press, so that no tab could be opened for the payment. */
  toPay: { wish: OrderRequest; paymentURL: string } | null
  /** A sheet for this song has opened: creates the request's key. */
  prepare: (songId: string | null) => void
  /** Call it within the press itself; false: the order was refused here already. */
  order: (wish: OrderRequest) => boolean
  /** Sends an order without a response at once, however old it is. */
  again: (key: string) => void
  giveUp: (key: string) => void
  dismiss: () => void
}

export type WrongAmount = { wish: OrderRequest; words: string }

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
  onAnswer: (answer: OrderOutcome, wish: OrderRequest) => void
}

/** `ordered`: the song is in the queue; `paying`: it will be once it is paid for; `wrong amount`: the page has an old price. */
type OrderOutcome = 'ordered' | 'paying' | 'rejected' | 'wrong amount'

/** The storage name of a song's key until it is sent. */
const requestOf = ({ sessionId }: ConcertName, songId: string | null) =>
  `order ${sessionId} ${songId ?? 'own'}`

const isSame = (one: OrderRequest, other: OrderRequest) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Orders songs through the outbox: a retry sends the same order until its response is known. */
export function useOrdering(options: OrderingOptions): Ordering {
  const { concert, outbox, connection, paid, refusedAtFirst, onAnswer } = options
  const { artistUsername, sessionId } = concert
  const [{ sending, asOf }, setSending] = useState(() => sendingNow(null, false))
  const [rejected, setRejected] = useState(refusedAtFirst?.rejected ?? null)
  const [wrongAmount, setWrongAmount] = useState(refusedAtFirst?.wrongAmount ?? null)
  const [toPay, setToPay] = useState<Ordering['toPay']>(null)
  const sender = useRef<Sender>(null)
  const [tabs] = useState(() => new Map<string, PaymentTab>())

  const put = (order: OrderCommand) => outbox.change((orders) => withOrder(orders, order))
  const drop = (key: string) => outbox.change((orders) => orders.filter((one) => one.key !== key))
  const find = (key: string) => outbox.commands().find((one) => one.key === key)

  /** Removes the tab from the map: it is used only once. */
  function takeTab(key: string): PaymentTab | undefined {
    const tab = tabs.get(key)
    tabs.delete(key)
    return tab
  }

  const answered = useEffectEvent((order: OrderCommand, paymentURL: string | undefined) => {
    const { wish, key } = order
    const tab = takeTab(key)
    put(order)
    if (paymentURL === undefined) tab?.close()
    else if (tab === undefined) setToPay({ wish, paymentURL })
    else tab.go(paymentURL)
    onAnswer(paymentURL === undefined ? 'ordered' : 'paying', wish)
  })

  const refused = useEffectEvent(({ wish, key }: OrderCommand, failure: CallFailed) => {
    takeTab(key)?.close()
    drop(key)
    // Pressing the same song again reuses the idempotency key.
    if (PASSING.has(failure.code)) storeRequestKey(requestOf(concert, wish.songId), key)
    if (isOfAmount(failure)) {
      setWrongAmount({ wish, words: failure.message })
      onAnswer('wrong amount', wish)
    } else {
      setRejected(failure.message)
      onAnswer('rejected', wish)
    }
  })

  /** Resolves with null once there is a response, or with the ms to wait before a retry. */
  const send = useEffectEvent(async (order: OrderCommand): Promise<number | null> => {
    const { wish, key } = order
    // A retry that is sent although the browser is offline changes nothing on the screen.
    if (navigator.onLine) setSending(sendingNow(key, false))
    if (order.state !== 'sent') put({ ...order, state: 'sent' })
    const body = { ...wish, artistUsername, sessionId }
    try {
      const { orderId, paymentURL } = await call(
        api.songs.orderSong,
        { body },
        { idempotencyKey: key, waitedMs: Date.now() - order.at },
      )
      answered({ ...order, state: 'done', orderId, answeredAt: Date.now() }, paymentURL)
      return null
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      if (isRefusal(failure)) {
        refused(order, failure)
        return null
      }
      takeTab(key)?.close()
      return (failure.retryAfterSeconds ?? 0) * 1000
    }
  })

  /** Another tab of this browser got the response, or the order was given up: the payment goes on in our own page. */
  const followTabs = useEffectEvent(() => {
    for (const key of tabs.keys()) {
      const order = find(key)
      if (order === undefined) takeTab(key)?.close()
      else if (order.orderId !== null) takeTab(key)?.go(`/payment/${order.orderId}`)
    }
  })

  useEffect(() => {
    const next = () => nextOrder(outbox.commands(), Date.now())
    let locked: string | undefined
    const opened = openSender({
      // A lock for each order: the tab where it was pressed sends it, and owns the tab for its payment.
      lock: () => `order:${(locked = next()?.key)}`,
      dueIn: () => (next() === undefined ? null : 0),
      send() {
        const order = next()
        return order === undefined || order.key !== locked ? Promise.resolve(null) : send(order)
      },
      isOnline: () => navigator.onLine,
      onFailing: (failing) => setSending(sendingNow(null, failing)),
    })
    sender.current = opened
    const sendNow = () => {
      if (document.visibilityState === 'visible') void opened.sendNow()
    }
    sendNow()
    const unwatch = watchStored(followTabs)
    window.addEventListener('online', sendNow)
    window.addEventListener('pageshow', sendNow)
    document.addEventListener('visibilitychange', sendNow)
    return () => {
      unwatch()
      window.removeEventListener('online', sendNow)
      window.removeEventListener('pageshow', sendNow)
      document.removeEventListener('visibilitychange', sendNow)
      opened.close()
    }
  }, [outbox])

  // On a bad network a browser still reports that it is online: the channel decides.
  useEffect(() => {
    if (connection === 'live') void sender.current?.sendNow()
  }, [connection])

  function press(asked: OrderRequest): boolean {
    const pass = readPass(sessionId)
    const wish = {
      ...asked,
      ...(concert.isOn && tableIn(readTable(artistUsername))),
      ...(pass !== null && { pass }),
    }
    const same = outbox.commands().find((one) => one.orderId === null && isSame(one.wish, wish))
    if (same !== undefined) {
      again(same.key)
      return true
    }
    if (!paid && wish.supports === undefined && options.waiting() >= options.freeWaiting) {
      setRejected(freeLimitText(options.freeWaiting))
      onAnswer('rejected', wish)
      return false
    }
    setWrongAmount(null)
    const request = requestOf(concert, wish.songId)
    const key = requestKey(request)
    dropRequestKey(request)
    // A tab that would certainly stay blank would only flash.
    if (paid && navigator.onLine) tabs.set(key, openPaymentTab())
    put(pressedNow({ key, wish, state: 'waiting', orderId: null, answeredAt: null }))
    void sender.current?.sendNow()
    return true
  }

  function again(key: string) {
    const order = find(key)
    if (order !== undefined) put(pressedNow(order))
    void sender.current?.sendNow()
  }

  return {
    sending,
    asOf,
    rejected,
    wrongAmount,
    toPay,
    prepare: (songId) => void requestKey(requestOf(concert, songId)),
    order: press,
    again,
    giveUp: drop,
    dismiss() {
      setRejected(null)
      setWrongAmount(null)
      setToPay(null)
    },
  }
}

function sendingNow(key: string | null, failing: boolean): { sending: Sending; asOf: number } {
  return { sending: { key, failing }, asOf: Date.now() }
}

function pressedNow(order: Omit<OrderCommand, 'at'>): OrderCommand {
  return { ...order, at: Date.now() }
}
