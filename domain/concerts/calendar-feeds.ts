type FeedEntry = {
  readonly title: string
  /** The URL of its page. */
  readonly url: string
  /** Its permanent id; null: its URL is. */
  readonly id: string | null
  readonly publishedAt: Date
  /** Plain text. */
  readonly about: string
}

type Feed = {
  readonly title: string
  readonly about: string
  /** The page whose news the feed carries. */
  readonly url: string
  /** The feed's own URL. */
  readonly selfUrl: string
  /** When anything in it changed last. */
  readonly changedAt: Date
  /** Newest first. */
  readonly entries: readonly FeedEntry[]
}

/** Minutes after which a reader may ask again. */
const TTL_MINUTES = 60

/** The text of an RSS 2.0 feed. */
export function rssText(feed: Feed): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', feed.title),
    element('link', feed.url),
    element('description', feed.about),
    element('language', 'ru'),
    `<atom:link href="${xmlEscaped(feed.selfUrl)}" rel="self" type="application/rss+xml"/>`,
    element('lastBuildDate', feed.changedAt.toUTCString()),
    element('ttl', String(TTL_MINUTES)),
    ...feed.entries.flatMap((entry) => [
      '<item>',
      element('title', entry.title),
      element('link', entry.url),
      `<guid isPermaLink="${entry.id === null}">${xmlEscaped(entry.id ?? entry.url)}</guid>`,
      element('pubDate', entry.publishedAt.toUTCString()),
      element('description', entry.about),
      '</item>',
    ]),
    '</channel>',
    '</rss>',
  ]
  return `${lines.join('\n')}\n`
}

function element(name: string, text: string): string {
  return `<${name}>${xmlEscaped(text)}</${name}>`
}

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes a text for XML 1.0; control characters except tab and line breaks, and characters that no document may contain, are removed. */
export function xmlEscaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"']/gu, (sign) => NAMED[sign] ?? '')
}

/** Octets of a line, without its end; RFC 5545, 3.1. */
const LINE_OCTETS = 75

/** One property of a calendar: `value` is the part after the colon, already escaped where it is text. */
type Property = readonly [name: string, value: string]

/** An evening as calendars show it. */
export type CalendarEvent = {
  /** Unique and permanent. */
  readonly uid: string
  /** Grows with every change of time, place or title. */
  readonly sequence: number
  readonly changedAt: Date
  readonly startsAt: Date
  readonly endsAt: Date
  readonly title: string
  readonly place: string
  readonly geo: { readonly latitude: number; readonly longitude: number } | null
  readonly about: string
  readonly url: string
  readonly cancelled: boolean
}

type Calendar = {
  readonly name: string
  /** The URL of its page. */
  readonly url: string
  readonly events: readonly CalendarEvent[]
}

/** How often a calendar that follows this one should ask again (hours). */
const REFRESH_HOURS = 4

/** The text of an iCalendar file: lines end with CRLF and are at most 75 octets long. */
export function icsText({ name, url, events }: Calendar): string {
  const properties: Property[] = [
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Bis//Concerts//RU'],
    ['CALSCALE', 'GREGORIAN'],
    ['METHOD', 'PUBLISH'],
    ['NAME', icsEscaped(name)],
    ['X-WR-CALNAME', icsEscaped(name)],
    ['URL', url],
    ['REFRESH-INTERVAL;VALUE=DURATION', `PT${REFRESH_HOURS}H`],
    ['X-PUBLISHED-TTL', `PT${REFRESH_HOURS}H`],
    ...events.flatMap(eventProperties),
    ['END', 'VCALENDAR'],
  ]
  return properties.map(([key, value]) => `${folded(`${key}:${value}`)}\r\n`).join('')
}

function eventProperties(event: CalendarEvent): Property[] {
  const { geo, about, place } = event
  const changedAt = momentOf(event.changedAt)
  return [
    ['BEGIN', 'VEVENT'],
    ['UID', event.uid],
    ['DTSTAMP', changedAt],
    ['LAST-MODIFIED', changedAt],
    ['SEQUENCE', String(event.sequence)],
    ['DTSTART', momentOf(event.startsAt)],
    ['DTEND', momentOf(event.endsAt)],
    ['SUMMARY', icsEscaped(event.title)],
    ...(place === '' ? [] : [['LOCATION', icsEscaped(place)] as const]),
    ...(geo === null ? [] : [['GEO', `${geo.latitude};${geo.longitude}`] as const]),
    ...(about === '' ? [] : [['DESCRIPTION', icsEscaped(about)] as const]),
    ['URL', event.url],
    ['STATUS', event.cancelled ? 'CANCELLED' : 'CONFIRMED'],
    ['END', 'VEVENT'],
  ]
}

/** «20261205T170000Z» */
function momentOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(/[-:]/gu, '')}Z`
}

/** Returns an escaped TEXT value: special characters are escaped, other control characters removed. */
export function icsEscaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/[^\P{Cc}\t\n]/gu, '')
    .replaceAll(/[\\;,]/gu, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
}

/** Returns how many UTF-8 octets a code point takes. */
function octetsOf(point: number): number {
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x1_00_00 ? 3 : 4
}

/**
 * Folds a long line between characters, never inside one; a continuation begins with a space. Counted by hand, since a
 * calendar holds a million characters.
 */
function folded(line: string): string {
  const parts: string[] = []
  let begin = 0
  let octets = 0
  let at = 0
  while (at < line.length) {
    const point = line.codePointAt(at) ?? 0
    const size = octetsOf(point)
    if (octets + size > LINE_OCTETS) {
      parts.push(line.slice(begin, at))
      begin = at
      octets = 1
    }
    octets += size
    at += point > 0xff_ff ? 2 : 1
  }
  return [...parts, line.slice(begin)].join('\r\n ')
}
