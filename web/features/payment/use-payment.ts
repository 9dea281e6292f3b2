import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import { api } from '#contract/index.ts'
import type { PaymentShown } from '#contract/payment.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import type { MyOrder } from '#contract/songs.ts'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { useLiveConcert } from '#web/lib/live/live-concert.ts'
import { endPaymentTab } from '#web/lib/payments/payment-return.ts'
import type { PaymentWatch, Watched } from '#web/lib/payments/payment-watch.ts'
import { LATE_MS, openPaymentWatch } from '#web/lib/payments/payment-watch.ts'
import { useLastValue } from '#web/lib/value-hooks.ts'
import { mergeOrders } from '#web/features/ordering/index.ts'
import type { MergedOrder } from '#web/features/ordering/index.ts'
import type { Back } from './bank-wait.ts'
import { turnsAfter } from './bank-wait.ts'

export type PaymentView = {
  id: string
  /** Null: the server could not return it. */
  payment: PaymentShown | null
  /** The status of the song's concert; null where there is none, or where it is unknown. */
  concert: ConcertStatus | null
  /** The server's time of this response, in ms since 1970: the viewer's clock may be wrong. */
  at: number
  /** When the wait began, for a page that waits without scripts. */
  since: number
}

/** All listeners are notified of a change at once; their phones' requests are spread over this time (ms). */
const SPREAD_MS = 1000

const NOTHING: readonly QueueEntry[] = []
/** As of a page without an outbox. */
const OWN = { sent: [], dismissed: new Set<string>(), paused: null }

/** The concert where the paid song waits, or null when there is nothing to wait for. */
function concertOf({ kind, state, sessionId, artistUsername }: PaymentShown) {
  const waits = kind === 'song' && (state === 'secured' || state === 'releasing')
  if (!waits || sessionId === undefined) return null
  return { artistUsername, sessionId, queue: NOTHING }
}

type SongNews = {
  /** The concert's, once it is known. */
  status: ConcertStatus | null
  /** As the channel tells it; null before it does. */
  queue: readonly QueueEntry[] | null
}

/** Watches the song's concert, and calls `onNews` after every change that may concern the song. */
export function useSongNews(payment: PaymentShown | null, onNews: () => void): SongNews {
  const concert = payment && concertOf(payment)
  const { queue, session } = useLiveConcert(concert)
  const places = queue
    .filter(({ title }) => title === payment?.songTitle)
    .map(({ id, status }) => `${id} ${status}`)
  const news = [session?.sessionStatus, ...places].join(', ')

  const shownNews = useRef(news)
  const notify = useEffectEvent(onNews)
  useEffect(() => {
    if (shownNews.current === news) return undefined
    shownNews.current = news
    const timer = setTimeout(() => notify(), Math.random() * SPREAD_MS)
    return () => clearTimeout(timer)
  }, [news])

  const status = useLastValue(session?.sessionStatus ?? null)
  return { status, queue: session && queue }
}

type PaymentNow = Watched & {
  /** «Check» was pressed. */
  check: () => void
  /** A hint that something may have changed. */
  look: () => void
}

/** The current payment, for a component of this payment alone: first the page's, then the server's later responses. */
export function usePayment({ id, payment, at, since }: PaymentView): PaymentNow {
  const [watched, setWatched] = useState<Watched>({
    payment,
    checking: false,
    checked: null,
    late: at - since >= LATE_MS,
  })
  const watch = useRef<PaymentWatch>(null)

  const start = useEffectEvent(() => openPaymentWatch({ id, first: watched, onChange: setWatched }))
  useEffect(() => {
    const made = start()
    watch.current = made
    return made.close
  }, [])

  return {
    ...watched,
    check: () => watch.current?.check(),
    look: () => watch.current?.look(),
  }
}

/** How long the bank is waited for by now (ms): exact only to the moments that change the words. */
export function useWaited(back: Back, { at, since }: PaymentView): number {
  const [waited, setWaited] = useState(at - since)
  useEffect(() => {
    const left = turnsAfter(back) - (at - since)
    if (left <= 0) return undefined
    const timer = setTimeout(() => setWaited(turnsAfter(back)), left)
    return () => clearTimeout(timer)
  }, [back, at, since])
  return waited
}

/** Leaves the page for the concert, in the tab that it came from where that is still open. */
export function useWayBack(id: string, artistUsername: string | undefined) {
  return async (href: string, event?: MouseEvent) => {
    if (artistUsername === undefined) return
    event?.preventDefault()
    // Some browsers open only one tab: it goes on here.
    if ((await endPaymentTab({ id, artistUsername, href })) !== 'none' && event === undefined)
      return
    window.location.assign(href)
  }
}

/** What the listener of this device waits for, where `queue` has it now; null until it is known, and once it is over. */
export function useMyOrder(
  payment: PaymentShown | null,
  id: string,
  queue: readonly QueueEntry[] | null,
): MergedOrder | null {
  const [order, setOrder] = useState<MyOrder | null>(null)
  const sessionId =
    payment?.kind === 'song' && payment.state === 'secured' ? payment.sessionId : undefined
  useEffect(() => {
    if (sessionId === undefined) return
    void orWhenUnavailable(call(api.songs.myOrders, { query: { sessionId } }), []).then((orders) =>
      setOrder(orders.find(({ orderId }) => orderId === id) ?? null),
    )
  }, [sessionId, id])
  if (order === null || sessionId === undefined) return null
  if (queue !== null && !queue.some((entry) => entry.id === order.entryId)) return null
  return mergeOrders({ ...OWN, listed: [order], queue: queue ?? NOTHING })[0] ?? null
}
