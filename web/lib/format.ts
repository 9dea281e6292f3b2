import { characters } from '#domain/fields.ts'
import { formatRubles, kopecks } from '#domain/money.ts'
import { DEFAULT_ZONE } from '#domain/quiet-hours.ts'
import {
  clockTime,
  dayOfMonth,
  localTimeNote,
  monthName,
  shortTimeAndDay,
  timeAndDay,
} from '#domain/russian.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { serverNow } from './calls/call.ts'
import { useRootFacts } from './pages/site-facts.ts'

/** Formats kopecks from the wire: «300 ₽». */
export function rubles(amount: number): string {
  return formatRubles(kopecks(amount))
}

/** Formats received or spent kopecks: «+270 ₽», «−500 ₽». */
export function signedRubles(amount: number): string {
  if (amount === 0) return rubles(0)
  return `${amount > 0 ? '+' : '−'}${rubles(Math.abs(amount))}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('ru-RU', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  })
  formats.set(zone, made)
  return made
}

/** «21 нояб. 2026 г., 21:30»: with the year, for texts that are read long after. `moment` is ISO 8601, `zone` an IANA name. */
export function dayAndTime(moment: string, zone: string): string {
  return formatOf(zone).format(new Date(moment))
}

/** From this many characters before the limit a field shows how many are left. */
const NEAR_END = 20

type Note = { error?: string | null | undefined; help?: string | undefined }

/** The note under a text of at most `most` characters: «Лишних символов: 7» beside its error, or «Осталось знаков: 7» where there is little room. */
export function lengthNote(text: string, most: number, { error, help }: Note): Note {
  const left = most - characters(text.trim())
  if (left < 0) return { error: [error, `Лишних символов: ${-left}`].filter(Boolean).join('. ') }
  return { error, help: left > NEAR_END ? help : `Осталось знаков: ${left}` }
}

/** The browser's time zone, or null in a browser without one. */
function browserZone(): string | null {
  try {
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
    // Some browsers return a zone here that they then reject.
    return new Intl.DateTimeFormat('ru-RU', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

let known: string | null | undefined

// Cached: it never changes while the page is open, posters read it again and again, and reading it is slow.
function viewerZone(): string | null {
  known ??= browserZone()
  return known
}

/** The zone to show times in: the venue's, where there is one, in the server's HTML, the viewer's own after hydration. */
export function useViewerZone(venueZone = DEFAULT_ZONE): string {
  const hydrated = useHydrated()
  return hydrated ? (viewerZone() ?? venueZone) : venueZone
}

/** The moment by which a date says its year: the server's in its HTML and in the first render over it. */
export function useNow(): Date {
  const facts = useRootFacts()
  const hydrated = useHydrated()
  return new Date(hydrated || facts === undefined ? serverNow() : facts.now)
}

export type Viewer = {
  /** The viewer's, an IANA name. */
  zone: string
  now: Date
}

/** The planned end by the clock; null once it has passed. */
export function endLeft(
  dateTimeEnd: string | null | undefined,
  { zone, now }: Viewer,
): string | null {
  const end = dateTimeEnd && new Date(dateTimeEnd)
  return end && end > now ? clockTime(end, zone) : null
}

const NO_BREAK = '\u00a0'

// «28 нояб., 20:00» must not wrap. Safari before 16.4 has no look-behind to leave out the space after the weekday.
const inOneLine = (text: string) =>
  text.replaceAll(/^\S+, | /gu, (found) => (found === ' ' ? NO_BREAK : found))

type ConcertTime = {
  /** «28» */
  day: string
  /** «ноября» */
  month: string
  /** «суббота, 28 нояб., 20:00», with the year where it needs one. */
  timeAndDay: string
  /** «сб, 28 нояб., 20:00» */
  short: string
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
  const now = useNow()
  return {
    day: dayOfMonth(at, zone),
    month: monthName(at, zone),
    timeAndDay: inOneLine(timeAndDay(at, zone, now)),
    short: inOneLine(shortTimeAndDay(at, zone, now)),
    venueNote: localTimeNote(at, venue, zone),
  }
}
