import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import type { MyOrder } from '#contract/songs.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import type { LiveConcert } from '#web/lib/live-concert.ts'
import type { Outbox } from '#web/lib/outbox.ts'
import { useCommands } from '#web/lib/outbox.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { MergedOrder } from './merge-orders.ts'
import { isAlive, mergeOrders, tidied } from './merge-orders.ts'
import type { OrderCommand } from './order-outbox.ts'
import { useDismissedOrders } from './order-outbox.ts'
import type { ThrottledPoll } from './throttled-poll.ts'
import { openThrottledPoll } from './throttled-poll.ts'

export type MyOrdersState = {
  /** The newest first. */
  orders: readonly MergedOrder[]
  /** One of them has just changed: asks the server soon. */
  look: () => void
  /** The server has taken an order off. */
  markCancelled: (orderId: string) => void
}

type MyOrdersOptions = {
  sessionId: string
  outbox: Outbox<OrderCommand>
  queue: readonly QueueEntry[]
  connection: LiveConcert['connection']
  /** How many thanks the artist has answered, as the channel told last. */
  answers?: number | undefined
  /** What the page came with; null where it did not come. */
  first: readonly MyOrder[] | null
  /** What is said of the concert where it stands still; null while it runs. */
  paused: string | null
}

const NONE: readonly MyOrder[] = []

/**
 * The orders of this device in a concert. Only a page that has orders polls the server: when the
 * queue moves, throttled, and when the listener comes back to the page.
 */
export function useMyOrders(options: MyOrdersOptions): MyOrdersState {
  const { sessionId, outbox, queue, connection, first, paused, answers } = options
  const sent = useCommands(outbox)
  const [came, setCame] = useState(first)
  const [listed, setListed] = useState(first ?? NONE)
  if (first !== came) {
    setCame(first)
    if (first !== null) setListed(first)
  }
  const dismissed = useDismissedOrders(sessionId)
  const orders = useMemo(
    () => mergeOrders({ listed, sent, queue, dismissed, paused }),
    [listed, sent, queue, dismissed, paused],
  )
  const poll = useRef<ThrottledPoll>(null)
  // Whoever has thanked waits for the answer.
  const alive = orders.some(
    (order) => isAlive(order) || (order.thanked === true && order.answer === undefined),
  )
  const moved = useEffectEvent(() => {
    if (alive) poll.current?.soon()
  })

  useEffect(() => {
    const opened = openThrottledPoll({
      async ask() {
        try {
          setListed(await call(api.songs.myOrders, { query: { sessionId } }))
          return true
        } catch (failure) {
          if (!(failure instanceof CallFailed)) throw failure
          return false
        }
      },
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

  const standing = [paused, answers, ...queue.map(({ id, status }) => `${id}${status}`)].join()
  // Only what the server has just rendered is up to date: a page of the browser's own cache is older.
  const [hydrating] = useState(!useHydrated())
  const stood = useRef(hydrating ? standing : null)
  useEffect(() => {
    if (stood.current !== standing) moved()
    stood.current = standing
  }, [standing])

  const wasLost = useRef(false)
  useEffect(() => {
    if (connection === 'lost') wasLost.current = true
    if (connection === 'live' && wasLost.current) moved()
  }, [connection])

  // The answer to an order says little of it, and a page that came from a cache says nothing.
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
