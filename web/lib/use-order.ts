import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { FREE_LIMIT_TEXT, FREE_ORDER_LIMIT } from '#domain/order.ts'
import type { CallFailed } from './call-failed.ts'
import { call } from './call.ts'
import { forgetRequestKey, keepRequestKey, requestKey } from './device-memory.ts'
import type { ConcertName } from './device-orders.ts'
import { pruneOrders, rememberOrder } from './device-orders.ts'
import type { LiveConcert } from './live-concert.ts'
import type { OrderReply, OrderSender, Sending } from './order-sender.ts'
import { makeOrderSender, PASSING } from './order-sender.ts'
import type { Wish } from './order-wish.ts'
import type { PaymentTab } from './payment-tab.ts'
import { openPaymentTab } from './payment-tab.ts'
import type { PostedRefusal } from './posted-order.ts'
import { isOfAmount } from './posted-order.ts'
import type { SentOrder } from './sent-orders.ts'
import { forgetSent, isMeant, keepSent, sentOrders, useSentOrders } from './sent-orders.ts'

export type Ordering = {
  /** What left the sheet on this device, the newest first. */
  sent: readonly SentOrder[]
  sending: Sending
  /** Milliseconds since 1970 when `sending` was told. */
  asOf: number
  /** Why the song cannot be added, in the server's words. */
  rejected: string | null
  /** Why its sum cannot be taken. */
  wrongAmount: WrongAmount | null
  /** Its answer came without a press, so that no tab could be opened for its payment. */
  toPay: { wish: Wish; paymentURL: string } | null
  /** A sheet for this song has opened: its request gets its key. */
  prepare: (songId: string | null) => void
  /** To be called in the press itself; false: it was refused here already. */
  order: (wish: Wish) => boolean
  /** Sends at once what got no answer, however old it is. */
  again: (key: string) => void
  /** It is not meant any more. */
  giveUp: (key: string) => void
  dismiss: () => void
}

export type WrongAmount = { wish: Wish; words: string }

export type OrderingOptions = {
  concert: ConcertName
  /** Null where it is not known yet; then the server counts alone. */
  queue: readonly QueueEntry[] | null
  connection: LiveConcert['connection']
  /** Only free orders are counted on the device. */
  paid: boolean
  /** What the page was rendered with. */
  refusedAtFirst: PostedRefusal | undefined
  onAnswer: (answer: OrderAnswer, wish: Wish) => void
}

/** `ordered`: the song is in the queue; `paying`: it will be once it is paid for; `wrong amount`: the page knows an old price. */
export type OrderAnswer = 'ordered' | 'paying' | 'rejected' | 'wrong amount'

const QUIET: Sending = { key: null, trouble: null }

/** What the request of a song is called until it is sent. */
const whatOf = ({ sessionId }: ConcertName, songId: string | null) =>
  `order ${sessionId} ${songId ?? 'own'}`

const isSame = (one: Wish, other: Wish) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Orders songs: one order however often it is sent, until its answer is known. What was pressed is
 * kept on the device, and goes out when the network is back, also after a reload.
 */
export function useOrder(options: OrderingOptions): Ordering {
  const { concert, queue, connection, paid, refusedAtFirst, onAnswer } = options
  const { artistUsername, sessionId } = concert
  const sent = useSentOrders(concert)
  const [{ sending, asOf }, setSending] = useState(() => ({ sending: QUIET, asOf: Date.now() }))
  const [rejected, setRejected] = useState(refusedAtFirst?.rejected ?? null)
  const [wrongAmount, setWrongAmount] = useState(refusedAtFirst?.wrongAmount ?? null)
  const [toPay, setToPay] = useState<Ordering['toPay']>(null)
  const sender = useRef<OrderSender>(null)
  const [tabs] = useState(() => new Map<string, PaymentTab>())

  const reply = useEffectEvent((order: SentOrder, { orderId, paymentURL }: OrderReply) => {
    const { wish, key } = order
    keepSent(concert, { ...order, orderId })
    if (paymentURL === undefined) {
      tabs.get(key)?.close()
      const { songId, title, artistName } = wish
      rememberOrder(concert, { songId, title, artistName, at: Date.now() })
      onAnswer('ordered', wish)
    } else {
      const tab = tabs.get(key)
      if (tab === undefined) setToPay({ wish, paymentURL })
      else tab.go(paymentURL)
      onAnswer('paying', wish)
    }
    tabs.delete(key)
  })

  const refuse = useEffectEvent((order: SentOrder, failure: CallFailed) => {
    const { wish, key } = order
    closeTab(order)
    forgetSent(concert, (one) => one.key === key)
    // The same press on the same song stays the same request.
    if (PASSING.has(failure.code)) keepRequestKey(whatOf(concert, wish.songId), key)
    if (isOfAmount(failure)) {
      setWrongAmount({ wish, words: failure.message })
      onAnswer('wrong amount', wish)
    } else {
      setRejected(failure.message)
      onAnswer('rejected', wish)
    }
  })

  function closeTab({ key }: SentOrder) {
    tabs.get(key)?.close()
    tabs.delete(key)
  }
  const silence = useEffectEvent(closeTab)

  useEffect(() => {
    const name = { artistUsername, sessionId }
    const made = makeOrderSender({
      unanswered: () => sentOrders(name).filter((order) => isMeant(order, Date.now())),
      ask: ({ wish, key }) =>
        call(api.songs.orderSong, { body: { ...wish, ...name } }, { idempotencyKey: key }),
      onReply: reply,
      onRefusal: refuse,
      onSilence: silence,
      onChange: (now) => setSending({ sending: now, asOf: Date.now() }),
      offline: () => !navigator.onLine,
      setTimeout: (run, ms) => window.setTimeout(run, ms),
      clearTimeout: (timer) => window.clearTimeout(timer),
      random: () => Math.random(),
    })
    sender.current = made
    const look = () => {
      if (document.visibilityState === 'visible') made.look()
    }
    look()
    window.addEventListener('online', look)
    window.addEventListener('pageshow', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('online', look)
      window.removeEventListener('pageshow', look)
      document.removeEventListener('visibilitychange', look)
      made.close()
    }
  }, [artistUsername, sessionId])

  // Behind a bad network the browser believes to be online all the time: the channel knows better.
  useEffect(() => {
    if (connection === 'live') sender.current?.look()
  }, [connection])

  function press(wish: Wish): boolean {
    const known = sentOrders(concert)
    const same = known.find((one) => one.orderId === null && isSame(one.wish, wish))
    if (same !== undefined) {
      again(same.key)
      return true
    }
    const unanswered = known.filter((one) => one.orderId === null).length
    const waiting = paid || queue === null ? 0 : countWaiting(concert, queue) + unanswered
    if (waiting >= FREE_ORDER_LIMIT) {
      setRejected(FREE_LIMIT_TEXT)
      onAnswer('rejected', wish)
      return false
    }
    setWrongAmount(null)
    const what = whatOf(concert, wish.songId)
    const key = requestKey(what)
    forgetRequestKey(what)
    // A tab that is known to stay blank would only flash.
    if (paid && navigator.onLine) tabs.set(key, openPaymentTab())
    keepSent(concert, pressedNow({ key, wish, orderId: null }))
    sender.current?.look()
    return true
  }

  function again(key: string) {
    const order = sentOrders(concert).find((one) => one.key === key)
    if (order !== undefined) keepSent(concert, pressedNow(order))
    sender.current?.look()
  }

  return {
    sent,
    sending,
    asOf,
    rejected,
    wrongAmount,
    toPay,
    prepare: (songId) => void requestKey(whatOf(concert, songId)),
    order: press,
    again,
    giveUp: (key) => forgetSent(concert, (one) => one.key === key),
    dismiss() {
      setRejected(null)
      setWrongAmount(null)
      setToPay(null)
    },
  }
}

function pressedNow(order: Omit<SentOrder, 'at'>): SentOrder {
  return { ...order, at: Date.now() }
}

function countWaiting(concert: ConcertName, queue: readonly QueueEntry[]): number {
  return pruneOrders(concert, queue, Date.now()).length
}
