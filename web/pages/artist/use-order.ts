import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { FREE_LIMIT_TEXT, FREE_ORDER_LIMIT } from '#domain/order.ts'
import { CallFailed, sentenceOf } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { forgetRequestKey, requestKey } from '#web/lib/device-memory.ts'
import type { ConcertName } from '#web/lib/device-orders.ts'
import { pruneOrders, rememberOrder } from '#web/lib/device-orders.ts'
import type { Wish } from './order-wish.ts'

export type Ordering = {
  sending: boolean
  /** The wish that got no answer; sent again it is still one order. */
  unanswered: { wish: Wish; words: string } | null
  /** Why the song cannot be added, in the server's words. */
  rejected: string | null
  order: (wish: Wish) => void
  dismiss: () => void
}

export type OrderingOptions = {
  concert: ConcertName
  queue: readonly QueueEntry[]
  /** Only free orders are counted on the device. */
  paid: boolean
  /** What the page was rendered with. */
  rejectedAtFirst: string | null
  onAnswer: (answer: OrderAnswer, wish: Wish) => void
}

/** `none`: nobody knows whether the order arrived. */
export type OrderAnswer = 'ordered' | 'rejected' | 'none'

/** A refusal is an answer; silence, a broken server and «too many» are not. */
function isFinal(failure: unknown): failure is CallFailed {
  if (!(failure instanceof CallFailed)) return false
  return failure.status >= 400 && failure.status < 500 && failure.code !== 'TOO_MANY'
}

/** Orders a song: one order however often it is sent, until the answer is known. */
export function useOrder({
  concert,
  queue,
  paid,
  rejectedAtFirst,
  onAnswer,
}: OrderingOptions): Ordering {
  const [sending, setSending] = useState(false)
  const [unanswered, setUnanswered] = useState<Ordering['unanswered']>(null)
  const [rejected, setRejected] = useState(rejectedAtFirst)
  // The answer comes to the page as it then is, not as it was when the song was ordered.
  const tell = useRef(onAnswer)
  useEffect(() => {
    tell.current = onAnswer
  })

  function reject(wish: Wish, words: string) {
    setRejected(words)
    tell.current('rejected', wish)
  }

  async function send(wish: Wish) {
    const what = `order ${concert.sessionId} ${JSON.stringify(wish)}`
    setSending(true)
    setUnanswered(null)
    try {
      await call(
        api.songs.orderSong,
        { body: { ...wish, ...concert } },
        { idempotencyKey: requestKey(what) },
      )
      forgetRequestKey(what)
      const { songId, title, artistName } = wish
      rememberOrder(concert, { songId, title, artistName, at: Date.now() })
      tell.current('ordered', wish)
    } catch (failure) {
      if (isFinal(failure)) {
        forgetRequestKey(what)
        reject(wish, failure.message)
      } else {
        setUnanswered({ wish, words: sentenceOf(failure) })
        tell.current('none', wish)
      }
    } finally {
      setSending(false)
    }
  }

  function order(wish: Wish) {
    if (sending) return
    const waiting = paid ? 0 : pruneOrders(concert, queue, Date.now()).length
    if (waiting >= FREE_ORDER_LIMIT) reject(wish, FREE_LIMIT_TEXT)
    else void send(wish)
  }

  // Who pressed «Да» in a dead spot has said what he wants.
  const resend = useEffectEvent(() => {
    if (unanswered !== null && !sending) void send(unanswered.wish)
  })
  useEffect(() => {
    window.addEventListener('online', resend)
    return () => window.removeEventListener('online', resend)
  }, [])

  return {
    sending,
    unanswered,
    rejected,
    order,
    dismiss() {
      setRejected(null)
      setUnanswered(null)
    },
  }
}
