import type { Session } from '#contract/shapes.ts'
import { timeAndDay } from '#domain/russian.ts'
import { useNow, useViewerZone } from '#web/lib/format.ts'

type Moved = Pick<
  Session,
  'dateTimeStart' | 'dateTimeStartWas' | 'venueWas' | 'location' | 'sessionStatus'
>

/** Shows that the concert takes place at another time or venue than first announced. */
export function MovedNote({ session }: { session: Moved }) {
  const { dateTimeStartWas, venueWas, location, sessionStatus } = session
  const zone = useViewerZone(location.timeZone)
  const now = useNow()
  const notPlayed = sessionStatus !== 'PLAYED'
  return (
    <output className="b">
      {notPlayed && dateTimeStartWas !== undefined && (
        <p>
          Концерт перенесён. Было: <s>{timeAndDay(new Date(dateTimeStartWas), zone, now)}</s>
        </p>
      )}
      {notPlayed && venueWas !== undefined && (
        <p>
          Другая площадка: {location.name}. Было: <s>{venueWas}</s>
        </p>
      )}
    </output>
  )
}
