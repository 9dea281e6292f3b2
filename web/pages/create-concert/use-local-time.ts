import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import { localTimeNote } from '#domain/russian.ts'
import { call } from '#web/lib/call.ts'
import { useViewerZone } from '#web/lib/use-viewer-zone.ts'
import type { ConcertForm } from './concert-form.ts'

type Known = { city: string; timeZone: string }

/** Who announces a concert in another time zone types the hour of his own clock: here he sees the other. */
export function useLocalTime({ start, place }: ConcertForm): string | undefined {
  const { city, point } = place
  const [known, setKnown] = useState<Known | null>(null)
  const viewerZone = useViewerZone('Europe/Moscow')

  useEffect(() => {
    if (city === '' || point === null) return undefined
    const ended = new AbortController()
    const { signal } = ended
    // Without an answer the note is missing, and the form is whole all the same.
    call(api.session.cities, { query: { input: city } }, { signal })
      .then((towns) => {
        const remoteness = (town: (typeof towns)[number]) =>
          Math.hypot(town.latitude - point.latitude, town.longitude - point.longitude)
        const [nearest] = towns.toSorted((a, b) => remoteness(a) - remoteness(b))
        if (nearest !== undefined && !signal.aborted) setKnown({ city, timeZone: nearest.timeZone })
      })
      .catch(() => undefined)
    return () => ended.abort()
  }, [city, point])

  const at = new Date(start)
  if (known?.city !== city || Number.isNaN(at.getTime())) return undefined
  const note = localTimeNote(at, known.timeZone, viewerZone)
  return note === null ? undefined : `Начало ${note}`
}
