import { useEffect, useEffectEvent, useRef } from 'react'
import type { PaymentShown } from '#contract/payment.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import type { ConcertStatus } from '#domain/concert.ts'
import { useLiveConcert } from '#web/lib/live-concert.ts'
import { useLast } from '#web/lib/use-last.ts'

/** A whole hall hears of a change at once; its telephones ask within this time of each other (ms). */
const SPREAD_MS = 1000

const NOTHING: readonly QueueEntry[] = []

/** The concert where the paid song waits, or null when there is nothing to wait for. */
function concertOf({ kind, state, sessionId, artistUsername }: PaymentShown) {
  const waits = kind === 'song' && (state === 'secured' || state === 'releasing')
  if (!waits || sessionId === undefined) return null
  return { artistUsername, sessionId, queue: NOTHING }
}

/** Listens to the song's concert, and calls `onNews` after every change that may concern the song. Gives where the concert stands, once it is heard. */
export function useSongNews(
  payment: PaymentShown | null,
  onNews: () => void,
): ConcertStatus | null {
  const concert = payment && concertOf(payment)
  const { queue, session } = useLiveConcert(concert)
  const places = queue
    .filter(({ title }) => title === payment?.songTitle)
    .map(({ id, status }) => `${id} ${status}`)
  const news = [session?.sessionStatus, ...places].join(', ')

  const heard = useRef(news)
  const tell = useEffectEvent(onNews)
  useEffect(() => {
    if (heard.current === news) return undefined
    heard.current = news
    const timer = setTimeout(() => tell(), Math.random() * SPREAD_MS)
    return () => clearTimeout(timer)
  }, [news])

  return useLast(session?.sessionStatus ?? null)
}
