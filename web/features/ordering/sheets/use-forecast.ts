import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PlaceAhead } from '#contract/songs.ts'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/calls/call.ts'
import { readPass } from '#web/lib/device/device-memory.ts'
import type { ToldPlace } from './forecast.ts'
import { forecastOf, toldAfter } from './forecast.ts'
import type { Ahead } from '../ahead.ts'
import { tableAsked } from './order-request.ts'

/** After the last change of the sum (ms). */
const REST_MS = 300
/** The sheets of a hall that are open do not all ask at the moment of a move. */
const SPREAD_MS = 2500

type ForecastOptions = {
  sessionId: string
  /** The song that the open sheet asks about; null: none is open. */
  songId: string | null
  /** The order is a share of a song that waits. */
  share: boolean
  /** Kopecks, where the sum decides the place; 0 elsewhere. */
  amount: number
  /** The table that the order would name, as stored; null: as in the last one. */
  table: string | null
  /** As the page was rendered for its address; null once the queue has moved since. */
  first: PlaceAhead | null
  /** What the page tells now, where it is asked the same; else null. */
  meanwhile: PlaceAhead | null
  /** The queue as shown, in a few letters: what was told of another one is not told as a fact. */
  queueKey: string
  /** The channel is lost. */
  lost: boolean
  onPace: Ahead['learn']
}

/** What the order in the open sheet would get; null while it is unknown: an order does not wait for it. */
export function useForecast(options: ForecastOptions): PlaceAhead | null {
  const { sessionId, songId, share, amount, table, first, meanwhile, queueKey, lost } = options
  const question = songId === null ? null : `${songId} ${share} ${amount} ${table}`
  const [told, setTold] = useState<ToldPlace>({
    of: first === null ? null : songId,
    question,
    ahead: first,
    queueKey,
  })
  // An aborted question is repeated at once; an answered one after a spread.
  const answered = useRef<string>(null)
  const learn = useEffectEvent(options.onPace)
  useEffect(() => {
    const again = answered.current === question
    if (!again) answered.current = null
    if (songId === null) return undefined
    const asking = new AbortController()
    const { signal } = asking
    const pass = readPass(sessionId)
    const query = {
      sessionId,
      songId,
      ...(share && { share }),
      ...(amount > 0 && { amount }),
      ...tableAsked(table),
      ...(pass !== null && { pass }),
    }
    const ask = async () => {
      const ahead = await call(api.songs.placeAhead, { query }, { signal }).catch(() => null)
      if (signal.aborted) return
      answered.current = question
      setTold((before) => toldAfter(before, { of: songId, question, ahead, queueKey }))
      learn(ahead?.pace)
    }
    const rest = lost || amount > 0 ? REST_MS : 0
    const wait = again ? REST_MS + Math.random() * SPREAD_MS : rest
    const timer = setTimeout(() => void ask(), wait)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [sessionId, songId, share, amount, table, question, queueKey, lost])
  // A sheet that closes keeps what it said, so that it does not move once more.
  return songId === null ? told.ahead : forecastOf(told, { songId, queueKey, meanwhile })
}
