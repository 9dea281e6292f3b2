import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import type { MyOrder } from '#contract/songs.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import type { Outbox } from '#web/lib/device/outbox.ts'
import { useCommands } from '#web/lib/device/outbox.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { WaitOf } from '../ahead.ts'
import type { MergedOrder } from './merge-orders.ts'
import { isAwaited, mergeOrders, tidied } from './merge-orders.ts'
import type { OrderCommand } from './order-outbox.ts'
import { useDismissedOrders } from './order-outbox.ts'
import type { ThrottledPoll } from './throttled-poll.ts'
import { openThrottledPoll } from './throttled-poll.ts'

export type MyOrdersState = {
  /** The newest first. */
  orders: readonly MergedOrder[]
  /** One of the orders has just changed: polls the server soon. */
  look: () => void
  /** Marks an order that the server has cancelled. */
  markCancelled: (orderId: string) => void
}

type MyOrdersOptions = {
  sessionId: string
  outbox: Outbox<OrderCommand>
  queue: readonly QueueEntry[]
  connection: LiveConcert['connection']
  /** How many thanks the artist has replied to, by the latest message of the channel. */
  answers?: number | undefined
  /** The list in the rendered page; null where it is missing. */
  first: readonly MyOrder[] | null
  /** The text of a paused concert; null while it runs. */
  paused: string | null
  waitOf?: WaitOf | undefined
}

const NONE: readonly MyOrder[] = []

// Browser only: what was learnt since a rendering outlives the tab that shows it, and wins over that rendering.
let learnt: Pick<MyOrdersOptions, 'sessionId' | 'first'> & { listed: readonly MyOrder[] } = {
  sessionId: '',
  first: null,
  listed: NONE,
}

/**
 * The orders of this device in a concert. Only a page with orders polls the server: when the queue changes, throttled,
 * and when the page becomes visible again.
 */
export function useMyOrders(options: MyOrdersOptions): MyOrdersState {
  const { sessionId, outbox, queue, connection, first, paused, waitOf, answers } = options
  const sent = useCommands(outbox)
  const [came, setCame] = useState(first)
  const [listed, setListed] = useState(() =>
    learnt.sessionId === sessionId && (first === null || first === learnt.first)
      ? learnt.listed
      : (first ?? NONE),
  )
  if (first !== came) {
    setCame(first)
    if (first !== null) setListed(first)
  }
  useEffect(() => {
    learnt = { sessionId, first, listed }
  }, [sessionId, first, listed])
  const dismissed = useDismissedOrders(sessionId)
  const orders = useMemo(
    () => mergeOrders({ listed, sent, queue, dismissed, paused, waitOf }),
    [listed, sent, queue, dismissed, paused, waitOf],
  )
  const poll = useRef<ThrottledPoll>(null)
  const alive = orders.some(isAwaited)
  const moved = useEffectEvent(() => {
    if (alive) poll.current?.soon()
  })

  useEffect(() => {
    const opened = openThrottledPoll({
      ask: () =>
        orWhenUnavailable(
          call(api.songs.myOrders, { query: { sessionId } }).then((known) => {
            setListed(known)
            return true
          }),
          false,
        ),
      hidden: () => document.hidden,
      now: () => performance.now(),
      setTimeout: (run, ms) => window.setTimeout(run, ms),
      clearTimeout: (timer) => window.clearTimeout(timer),
      random: () => Math.random(),
    })
    poll.current = opened
    const back = () => {
      if (!document.hidden) moved()
    }
    document.addEventListener('visibilitychange', back)
    window.addEventListener('pageshow', back)
    return () => {
      document.removeEventListener('visibilitychange', back)
      window.removeEventListener('pageshow', back)
      opened.close()
    }
  }, [sessionId])

  const queueKey = [paused, answers, ...queue.map(({ id, status }) => `${id}${status}`)].join()
  // Only a page that the server has just rendered is up to date: one from the browser's cache is older.
  const [hydrating] = useState(!useHydrated())
  const lastQueueKey = useRef(hydrating ? queueKey : null)
  useEffect(() => {
    if (lastQueueKey.current !== queueKey) moved()
    lastQueueKey.current = queueKey
  }, [queueKey])

  const wasLost = useRef(false)
  useEffect(() => {
    if (connection === 'lost') wasLost.current = true
    if (connection === 'live' && wasLost.current) moved()
  }, [connection])

  // The response to an order has few of its fields, and a page from a cache has none.
  const unlisted = sent.filter(({ orderId }) => !listed.some((one) => one.orderId === orderId))
  const news = unlisted.map(({ orderId }) => orderId ?? '').join('')
  const unknown = first === null && sent.length > 0
  useEffect(() => {
    if (news !== '' || unknown) poll.current?.now()
  }, [news, unknown])

  useEffect(() => {
    const known = { listed, queue, live: connection === 'live', now: Date.now() }
    if (tidied(sent, known) !== sent) outbox.change((stored) => tidied(stored, known))
  }, [outbox, sent, listed, queue, connection])

  return {
    orders,
    look: () => poll.current?.soon(),
    markCancelled(orderId) {
      setListed((before) =>
        before.map((one) =>
          one.orderId === orderId
            ? { ...one, state: 'CANCELLED', place: null, waitMinutes: null, mayCancel: false }
            : one,
        ),
      )
      poll.current?.soon()
    },
  }
}
