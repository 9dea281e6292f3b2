import { useEffect, useState } from 'react'
import type { PlaceAhead } from '#contract/songs.ts'
import { api } from '#contract/index.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { readPass } from '#web/lib/device/device-memory.ts'

/** After the last change of the sum (ms). */
const REST_MS = 300

type ForecastOptions = {
  sessionId: string
  /** The song that the open sheet asks about; null: none is open. */
  songId: string | null
  /** The order is a share of a song that waits. */
  share: boolean
  /** Kopecks, where the sum decides the place; 0 elsewhere. */
  amount: number
  /** As the page was rendered for its address. */
  first: PlaceAhead | null
}

/** What the order in the open sheet would get; null while it is unknown: an order does not wait for it. */
export function useForecast(options: ForecastOptions): PlaceAhead | null {
  const { sessionId, songId, share, amount, first } = options
  const [told, setTold] = useState<{ of: string | null; ahead: PlaceAhead | null }>({
    of: first === null ? null : songId,
    ahead: first,
  })
  useEffect(() => {
    if (songId === null) return undefined
    const asking = new AbortController()
    const { signal } = asking
    const pass = readPass(sessionId)
    const query = {
      sessionId,
      songId,
      ...(share && { share }),
      ...(amount > 0 && { amount }),
      ...(pass !== null && { pass }),
    }
    const ask = async () => {
      const ahead = await orWhenUnavailable(call(api.songs.placeAhead, { query }, { signal }), null)
      if (ahead !== null && !signal.aborted) setTold({ of: songId, ahead })
    }
    const timer = setTimeout(() => void ask().catch(() => undefined), amount > 0 ? REST_MS : 0)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [sessionId, songId, share, amount])
  // A sheet that closes keeps what it said, so that it does not move once more.
  return songId === null || told.of === songId ? told.ahead : null
}
