import { dayOfMonth, localTimeNote, monthName, timeAndDay } from '#domain/russian.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

/** The browser's time zone, or null in a browser without one. */
function browserZone(): string | null {
  try {
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
    // Some browsers name a zone here that they then refuse.
    return new Intl.DateTimeFormat('ru-RU', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

let known: string | null | undefined

// Never changes while the page is open; posters read it again and again, and reading it is slow.
function viewerZone(): string | null {
  known ??= browserZone()
  return known
}

/** The zone to tell the time in: the venue's in the server's HTML, the viewer's own once the scripts are there. */
export function useViewerZone(venueZone: string): string {
  const hydrated = useHydrated()
  return hydrated ? (viewerZone() ?? venueZone) : venueZone
}

const NO_BREAK = '\u00a0'

type ConcertTime = {
  /** «28» */
  day: string
  /** «ноября» */
  month: string
  /** «суббота, 28 нояб., 20:00» */
  timeAndDay: string
  /** «по местному времени 23:00 (МСК+3)» where the venue's clocks differ from the viewer's. */
  venueNote: string | null
}

/** When a concert starts, by the viewer's own clock. */
export function useConcertTime(concert: {
  dateTimeStart: string
  location: { timeZone: string }
}): ConcertTime {
  const venue = concert.location.timeZone
  const zone = useViewerZone(venue)
  const at = new Date(concert.dateTimeStart)
  return {
    day: dayOfMonth(at, zone),
    month: monthName(at, zone),
    // «28 нояб., 20:00» stays in one line.
    timeAndDay: timeAndDay(at, zone).replaceAll(/(?<!^\S+,) /gu, NO_BREAK),
    venueNote: localTimeNote(at, venue, zone),
  }
}
