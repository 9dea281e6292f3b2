import {
  clockTime,
  daysUntil,
  isoDay,
  longWeekdayName,
  shortDay,
  soonText,
} from '#domain/russian.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { ConcertRow } from '#web/parts/concerts/concert-row.tsx'
import type { FoundConcert } from '#web/parts/concerts/found-concert.ts'
import { Poster } from '#web/parts/concerts/poster.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import css from './days-of-concerts.module.css'

type Day = { key: string; zone: string; at: Date; concerts: FoundConcert[] }

/** The concerts by the day on the poster; those that run come first, under today. */
function byDay(concerts: readonly FoundConcert[], now: Date, zoneOf: (venue: string) => string) {
  const days = new Map<string, Day>()
  for (const concert of concerts) {
    const zone = zoneOf(concert.location.timeZone)
    const at = concert.live ? now : new Date(concert.dateTimeStart)
    const key = isoDay(at, zone)
    const day = days.get(key) ?? { key, zone, at, concerts: [] }
    day.concerts.push(concert)
    days.set(key, day)
  }
  return [...days.values()]
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** «Сегодня», «Завтра», «Пятница» */
function titleOf({ at, zone }: Day, now: Date): string {
  const days = daysUntil(at, now, zone)
  return capital(days < 2 ? soonText(Math.max(0, days)) : longWeekdayName(at, zone))
}

type DaysOfConcertsProps = {
  concerts: readonly FoundConcert[]
  /** When the list was made, ISO 8601. */
  now: string
  /** They are all in one town, which the rows need not say. */
  inTown: boolean
  reasonOf: (concert: FoundConcert) => string | null
}

const hrefOf = ({ artist, id, live }: FoundConcert) =>
  live ? `/user/${artist.username}?tab=order` : `/user/${artist.username}/${id}`

/** The coming concerts day by day: one poster, the very first, then rows. */
export function DaysOfConcerts({ concerts, now: made, inTown, reasonOf }: DaysOfConcertsProps) {
  const here = useViewerZone('')
  const now = new Date(made)
  const days = byDay(concerts, now, (venue) => (here === '' ? venue : here))
  return days.map((day, at) => {
    const [first] = day.concerts
    const rows = at === 0 ? day.concerts.slice(1) : day.concerts
    return (
      <section key={day.key} aria-labelledby={`day-${day.key}`} className={css.day}>
        <h3 id={`day-${day.key}`} className={css.heading}>
          {titleOf(day, now)} <span>{shortDay(day.at, day.zone)}</span>
        </h3>
        {at === 0 && first && (
          <div id={`c-${first.id}`}>
            <Poster
              session={first}
              first
              brief={{
                href: hrefOf(first),
                clock: clockTime(new Date(first.dateTimeStart), day.zone),
                inTown,
                note: (
                  <>
                    {first.live && <Badge tone="now">Идёт сейчас</Badge>}
                    {reasonOf(first) !== null && <span className={css.why}>{reasonOf(first)}</span>}
                  </>
                ),
              }}
            />
          </div>
        )}
        {rows.length > 0 && (
          <ul>
            {rows.map((concert) => (
              <ConcertRow
                key={concert.id}
                session={concert}
                by="hour"
                inTown={inTown}
                href={hrefOf(concert)}
                live={concert.live}
                reason={reasonOf(concert)}
              />
            ))}
          </ul>
        )}
      </section>
    )
  })
}
