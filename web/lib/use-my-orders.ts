import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import type { MyOrder } from '#contract/songs.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { CallFailed } from './call-failed.ts'
import { call } from './call.ts'
import type { ConcertName } from './device-orders.ts'
import { dropOrders, entryOf, isFor } from './device-orders.ts'
import type { GentleAsks } from './gentle-asks.ts'
import { makeGentleAsks } from './gentle-asks.ts'
import type { LiveConcert } from './live-concert.ts'
import { usePutAway } from './put-away.ts'
import type { SentOrder } from './sent-orders.ts'
import { forgetSent } from './sent-orders.ts'
import type { ShownOrder } from './shown-orders.ts'
import { isAlive, shownOrders } from './shown-orders.ts'

export type MyOrders = {
  /** The newest first. */
  orders: readonly ShownOrder[]
  /** One of them has just changed. */
  look: () => void
  /** The server has taken an order off. */
  markCancelled: (orderId: string) => void
}

export type MyOrdersOptions = {
  concert: ConcertName
  queue: readonly QueueEntry[]
  connection: LiveConcert['connection']
  sent: readonly SentOrder[]
  /** What the page came with; null where it did not come. */
  first: readonly MyOrder[] | null
  /** The concert is on and not paused. */
  running: boolean
}

/** Within this time neither the queue nor the list may have heard of an order yet. */
const ON_ITS_WAY_MS = 20_000

const NONE: readonly MyOrder[] = []

/**
 * The orders of this device in a concert. The server is asked again only for who has ordered: when
 * the queue moves, with a rest between, and when somebody comes back to the page.
 */
export function useMyOrders(options: MyOrdersOptions): MyOrders {
  const { concert, queue, connection, sent, first, running } = options
  const { sessionId } = concert
  const [came, setCame] = useState(first)
  const [listed, setListed] = useState(first ?? NONE)
  if (first !== came) {
    setCame(first)
    if (first !== null) setListed(first)
  }
  const away = usePutAway(sessionId)
  const orders = useMemo(
    () => shownOrders({ listed, sent, queue, away, running }),
    [listed, sent, queue, away, running],
  )
  const asks = useRef<GentleAsks>(null)
  const alive = orders.some(isAlive)

  const hear = useEffectEvent((answer: readonly MyOrder[]) => setListed(answer))

  useEffect(() => {
    const made = makeGentleAsks({
      async ask() {
        try {
          hear(await call(api.songs.myOrders, { query: { sessionId } }))
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
    asks.current = made
    return () => made.close()
  }, [sessionId])

  const moved = useEffectEvent(() => {
    if (alive) asks.current?.soon()
  })
  useEffect(() => {
    const back = () => {
      if (!document.hidden) moved()
    }
    document.addEventListener('visibilitychange', back)
    window.addEventListener('pageshow', back)
    return () => {
      document.removeEventListener('visibilitychange', back)
      window.removeEventListener('pageshow', back)
    }
  }, [])

  const standing = [running, ...queue.map(({ id, status }) => `${id}${status}`)].join()
  const stood = useRef(standing)
  useEffect(() => {
    if (stood.current !== standing) moved()
    stood.current = standing
  }, [standing])
  // Only what the server has just drawn is of this moment: a tab that was open before is older.
  const [drawnByServer] = useState(!useHydrated())
  useEffect(() => {
    if (!drawnByServer) moved()
  }, [drawnByServer])

  const wasLost = useRef(false)
  useEffect(() => {
    if (connection === 'lost') wasLost.current = true
    if (connection === 'live' && wasLost.current) moved()
  }, [connection])

  // The answer to an order says little of it, and a page that the network did not bring says nothing.
  const unlisted = sent.filter(({ orderId }) => !listed.some((one) => one.orderId === orderId))
  const news = unlisted.map(({ orderId }) => orderId ?? '').join('')
  const unknown = first === null && sent.length > 0
  useEffect(() => {
    if (news !== '' || unknown) asks.current?.now()
  }, [news, unknown])

  // What is over counts neither for the two free songs nor as something sent.
  const sync = useEffectEvent((known: readonly MyOrder[], shown: readonly QueueEntry[]) => {
    const over = known.filter((one) => !isAlive(one))
    const living = known.filter(isAlive)
    // A telephone that lost the first answer of its life lost its cookie too: no list holds its order.
    const isLost = ({ orderId, wish, at }: SentOrder) =>
      orderId !== null &&
      wish.amount === undefined &&
      connection === 'live' &&
      Date.now() - at > ON_ITS_WAY_MS &&
      !known.some((one) => one.orderId === orderId) &&
      entryOf(wish, shown) === undefined
    dropOrders(
      concert,
      (order) =>
        over.some((one) => one.amount === null && isFor(order, one)) &&
        !living.some((one) => isFor(order, one)),
    )
    forgetSent(concert, (one) => over.some(({ orderId }) => orderId === one.orderId) || isLost(one))
  })
  useEffect(() => sync(listed, queue), [listed, queue])

  return {
    orders,
    look: () => asks.current?.soon(),
    markCancelled(orderId) {
      setListed((before) =>
        before.map((one) =>
          one.orderId === orderId
            ? { ...one, state: 'CANCELLED', place: null, waitMinutes: null, mayCancel: false }
            : one,
        ),
      )
      asks.current?.soon()
    },
  }
}
