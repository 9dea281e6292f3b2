import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { FREE_LIMIT_TEXT, FREE_ORDER_LIMIT } from '#domain/order.ts'
import { CallFailed, sentenceOf } from './call-failed.ts'
import { call } from './call.ts'
import { forgetRequestKey, requestKey } from './device-memory.ts'
import type { ConcertName } from './device-orders.ts'
import { pruneOrders, rememberOrder } from './device-orders.ts'
import type { Wish } from './order-wish.ts'
import { rememberPaidOrder } from './paid-orders.ts'
import type { PaymentTab } from './payment-tab.ts'
import { openPaymentTab } from './payment-tab.ts'
import type { PostedRefusal } from './posted-order.ts'
import { isOfAmount } from './posted-order.ts'

export type Ordering = {
  sending: boolean
  /** The wish that got no answer; sent again it is still one order. */
  unanswered: { wish: Wish; words: string } | null
  /** Why the song cannot be added, in the server's words. */
  rejected: string | null
  /** Why its sum cannot be taken. */
  wrongAmount: WrongAmount | null
  /** It was ordered without a press, so that no tab could be opened for its payment. */
  toPay: { wish: Wish; paymentURL: string } | null
  /** To be called in the press itself. */
  order: (wish: Wish) => void
  dismiss: () => void
}

export type WrongAmount = { wish: Wish; words: string }

export type OrderingOptions = {
  concert: ConcertName
  /** Null where it is not known yet; then the server counts alone. */
  queue: readonly QueueEntry[] | null
  /** Only free orders are counted on the device. */
  paid: boolean
  /** What the page was rendered with. */
  refusedAtFirst: PostedRefusal | undefined
  onAnswer: (answer: OrderAnswer, wish: Wish) => void
}

/**
 * `ordered`: the song is in the queue; `paying`: it will be once it is paid for; `wrong amount`: the
 * page knows an old price; `none`: nobody knows whether the order arrived.
 */
export type OrderAnswer = 'ordered' | 'paying' | 'rejected' | 'wrong amount' | 'none'

/** Refusals that another try may not meet: the same order goes out again under its old key. */
const PASSING = new Set(['TOO_MANY', 'PAYMENTS_DOWN'])

/** A refusal is an answer; silence and a broken server are not. */
function isAnswer(failure: unknown): failure is CallFailed {
  if (!(failure instanceof CallFailed)) return false
  return (failure.status >= 400 && failure.status < 500) || PASSING.has(failure.code)
}

/** Orders a song: one order however often it is sent, until the answer is known. */
export function useOrder({
  concert,
  queue,
  paid,
  refusedAtFirst,
  onAnswer,
}: OrderingOptions): Ordering {
  const [sending, setSending] = useState(false)
  const [unanswered, setUnanswered] = useState<Ordering['unanswered']>(null)
  const [rejected, setRejected] = useState(refusedAtFirst?.rejected ?? null)
  const [wrongAmount, setWrongAmount] = useState(refusedAtFirst?.wrongAmount ?? null)
  const [toPay, setToPay] = useState<Ordering['toPay']>(null)
  // The answer comes to the page as it then is, not as it was when the song was ordered.
  const tell = useRef(onAnswer)
  useEffect(() => {
    tell.current = onAnswer
  })

  function reject(wish: Wish, words: string) {
    setRejected(words)
    tell.current('rejected', wish)
  }

  function refuse(wish: Wish, failure: CallFailed) {
    if (!isOfAmount(failure)) return reject(wish, failure.message)
    setWrongAmount({ wish, words: failure.message })
    tell.current('wrong amount', wish)
  }

  /** In this tab the bank's page comes in the place of the sheet, so that the way back is one step. */
  function leadToBank(wish: Wish, paymentURL: string, tab: PaymentTab | null) {
    if (tab?.go(paymentURL, 'replace') === 'here') return 'leaving'
    if (tab === null) setToPay({ wish, paymentURL })
    tell.current('paying', wish)
    return 'staying'
  }

  async function send(wish: Wish, tab: PaymentTab | null) {
    const what = `order ${concert.sessionId} ${JSON.stringify(wish)}`
    setSending(true)
    setUnanswered(null)
    setWrongAmount(null)
    let leaving = false
    try {
      const { orderId, paymentURL } = await call(
        api.songs.orderSong,
        { body: { ...wish, ...concert } },
        { idempotencyKey: requestKey(what) },
      )
      forgetRequestKey(what)
      const { songId, title, artistName, amount = 0 } = wish
      if (paymentURL === undefined) {
        tab?.close()
        rememberOrder(concert, { songId, title, artistName, at: Date.now() })
        tell.current('ordered', wish)
      } else {
        rememberPaidOrder(concert, { orderId, songId, title, artistName, amount })
        leaving = leadToBank(wish, paymentURL, tab) === 'leaving'
      }
    } catch (failure) {
      tab?.close()
      if (isAnswer(failure)) {
        if (!PASSING.has(failure.code)) forgetRequestKey(what)
        refuse(wish, failure)
      } else {
        setUnanswered({ wish, words: sentenceOf(failure) })
        tell.current('none', wish)
      }
    } finally {
      // A press while the page is leaving would be another order.
      if (!leaving) setSending(false)
    }
  }

  function order(wish: Wish) {
    if (sending) return
    const counted = !paid && queue !== null
    const waiting = counted ? pruneOrders(concert, queue, Date.now()).length : 0
    if (waiting >= FREE_ORDER_LIMIT) reject(wish, FREE_LIMIT_TEXT)
    // A tab that is known to stay blank would only flash.
    else void send(wish, paid && navigator.onLine ? openPaymentTab() : null)
  }

  // Who pressed «Да» in a dead spot has said what he wants.
  const resend = useEffectEvent(() => {
    if (unanswered !== null && !sending) void send(unanswered.wish, null)
  })
  useEffect(() => {
    const back = () => setSending(false)
    window.addEventListener('online', resend)
    window.addEventListener('pageshow', back)
    return () => {
      window.removeEventListener('online', resend)
      window.removeEventListener('pageshow', back)
    }
  }, [])

  return {
    sending,
    unanswered,
    rejected,
    wrongAmount,
    toPay,
    order,
    dismiss() {
      setRejected(null)
      setUnanswered(null)
      setWrongAmount(null)
      setToPay(null)
    },
  }
}
