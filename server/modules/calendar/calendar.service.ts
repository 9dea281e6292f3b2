import { usernameKey } from '#domain/accounts/account.ts'
import { VEILED_TITLE } from '#domain/concerts/code-word.ts'
import { icsText, rssText } from '#domain/concerts/calendar-feeds.ts'
import type { CalendarEvent } from '#domain/concerts/calendar-feeds.ts'
import { counted, timeAndDay } from '#domain/russian.ts'
import { DAY_MS } from '#domain/time.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Sql } from '#server/platform/db/open.ts'
import {
  announcedConcerts,
  artistOf,
  lastGone,
  calendarConcert,
  calendarConcerts,
} from './calendar.store.ts'
import type { CalendarArtist, CalendarConcert } from './calendar.store.ts'

type CalendarDeps = {
  readonly sql: Sql
  readonly now: () => Date
  /** The public address of the site. */
  readonly publicUrl: string
}

export type Calendars = ReturnType<typeof makeCalendars>

/** How far back a whole calendar reaches (ms), and the most evenings in it. */
const PAST_MS = 366 * DAY_MS
const EVENTS_MOST = 500
const NEWS_MOST = 40
/** The length of a description in a calendar of many evenings; the page and the concert's own file have all of it. */
const ABOUT_MOST = 400
const VEILED = {
  title: VEILED_TITLE,
  place: '',
  latitude: null,
  longitude: null,
  description: '',
  ticketLink: '',
}

/** Concerts as calendars and feeds for other programs. Null for what is unknown. */
export function makeCalendars({ sql, now, publicUrl }: CalendarDeps) {
  const { hostname } = new URL(publicUrl)

  const pageOf = ({ username }: CalendarArtist) => `${publicUrl}/user/${username}`

  async function artistNamed(username: string): Promise<CalendarArtist | undefined> {
    const key = usernameKey(username)
    return key === null ? undefined : artistOf(sql, key)
  }

  function eventOf(
    artist: CalendarArtist,
    concert: CalendarConcert,
    description = concert.description,
  ): CalendarEvent {
    const { latitude, longitude, ticketLink, gone } = concert
    // The page of a deleted concert is gone too.
    const url = gone ? pageOf(artist) : `${pageOf(artist)}/${concert.id}`
    const tickets = ticketLink === '' ? '' : `Билеты: ${ticketLink}`
    return {
      uid: `${concert.id}@${hostname}`,
      sequence: concert.sequence,
      changedAt: concert.changedAt,
      startsAt: concert.startsAt,
      endsAt: concert.endsAt,
      title: `${concert.title} · ${artist.name}`,
      place: concert.place,
      geo: latitude === null || longitude === null ? null : { latitude, longitude },
      about: [description, tickets, url].filter((part) => part !== '').join('\n\n'),
      url,
      cancelled: gone,
    }
  }

  /** Whether the file name is also a nickname: then the artist's page wins. */
  async function isPage(path: string): Promise<boolean> {
    return (await artistNamed(path)) !== undefined
  }

  /** One evening, closed ones too: a caller with its id has its link. */
  async function ofConcert(username: string, id: string): Promise<string | null> {
    const artist = isUuid(id) ? await artistNamed(username) : undefined
    const concert = artist && (await calendarConcert(sql, artist.id, id))
    if (artist === undefined || concert === undefined) return null
    const event = eventOf(artist, concert.veiled ? { ...concert, ...VEILED } : concert)
    return icsText({ name: event.title, url: event.url, events: [event] })
  }

  /** All public evenings. */
  async function ofArtist(username: string): Promise<string | null> {
    const artist = await artistNamed(username)
    if (artist === undefined) return null
    const since = new Date(now().getTime() - PAST_MS)
    const concerts = await calendarConcerts(sql, artist.id, { since, limit: EVENTS_MOST })
    return icsText({
      name: `${artist.name}: концерты`,
      url: pageOf(artist),
      events: concerts.map((concert) => eventOf(artist, concert, beginningOf(concert.description))),
    })
  }

  /** The feed of announced concerts. */
  async function feedOf(username: string): Promise<string | null> {
    const artist = await artistNamed(username)
    if (artist === undefined) return null
    const concerts = await announcedConcerts(sql, artist.id, NEWS_MOST)
    const gone = await lastGone(sql, artist.id)
    const changes = [
      ...concerts.map(({ changedAt }) => changedAt),
      ...(gone === null ? [] : [gone]),
    ]
    return rssText({
      title: `${artist.name}: концерты`,
      about: `Новые концерты на странице «${artist.name}»`,
      url: pageOf(artist),
      selfUrl: `${pageOf(artist)}/feed.xml`,
      changedAt: new Date(Math.max(0, ...changes.map((at) => at.getTime()))),
      entries: concerts.map((concert) => ({
        title: concert.title,
        url: `${pageOf(artist)}/${concert.id}`,
        publishedAt: concert.announcedAt,
        about: [
          timeAndDay(concert.startsAt, concert.timeZone),
          concert.place,
          concert.more > 0 ? `И ещё ${counted(concert.more, 'раз', 'раза', 'раз')}` : '',
          concert.description,
        ]
          .filter((part) => part !== '')
          .join('. '),
      })),
    })
  }

  return { ofConcert, ofArtist, feedOf, isPage }
}

function beginningOf(text: string): string {
  if (text.length <= ABOUT_MOST) return text
  const begins = text.slice(0, ABOUT_MOST)
  return `${begins.isWellFormed() ? begins : begins.slice(0, -1)}…`
}
