import { VEILED_TITLE } from '#domain/concerts/code-word.ts'
import { icsText, rssText } from '#domain/concerts/calendar-feeds.ts'
import type { CalendarEvent } from '#domain/concerts/calendar-feeds.ts'
import { counted } from '#domain/russian.ts'
import { timeInZone } from '#domain/time-in-zone.ts'
import { DAY_MS } from '#domain/time.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Context } from '#server/context.ts'
import { findArtist, shownArtist } from '../artists/artists.service.ts'
import {
  announcedConcerts,
  calendarConcert,
  calendarConcerts,
  cancelledConcerts,
} from './calendar.store.ts'
import type { CalendarConcert } from './calendar.store.ts'

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

// Concerts as calendars and feeds for other programs. Refuse NOT_FOUND as the artist's page does.

/** Whether the name of a file is also a nickname: then the artist's page wins. */
export async function isNickname(ctx: Context, fileName: string): Promise<boolean> {
  return (await findArtist(ctx, fileName)) !== null
}

/**
 * One evening, closed ones too: a caller with its id has its link. `ofGuest`: it tells what only the caller's pass
 * opens. `text` is null for an unknown one.
 */
export async function concertCalendar(
  ctx: Context,
  username: string,
  id: string,
  pass: string | null,
): Promise<{ readonly text: string | null; readonly ofGuest: boolean }> {
  const artist = await shownArtist(ctx, username)
  const concert = isUuid(id) ? await calendarConcert(ctx.sql, artist.id, id) : undefined
  if (concert === undefined) return { text: null, ofGuest: false }
  const isOpen = concert.pass === null || concert.pass === pass
  const event = eventOf(ctx, artist, isOpen ? concert : { ...concert, ...VEILED })
  const text = icsText({ name: event.title, url: event.url, events: [event] })
  return { text, ofGuest: isOpen && concert.pass !== null }
}

/** All public evenings. */
export async function artistCalendar(ctx: Context, username: string): Promise<string> {
  const artist = await shownArtist(ctx, username)
  const since = new Date(ctx.now().getTime() - PAST_MS)
  const concerts = await calendarConcerts(ctx.sql, artist.id, { since, limit: EVENTS_MOST })
  return icsText({
    name: `${artist.name}: концерты`,
    url: pageOf(ctx, artist),
    events: concerts.map((concert) =>
      eventOf(ctx, artist, concert, beginningOf(concert.description)),
    ),
  })
}

/** The feed of announced concerts. */
export async function concertFeed(ctx: Context, username: string): Promise<string> {
  const artist = await shownArtist(ctx, username)
  const concerts = await announcedConcerts(ctx.sql, artist.id, NEWS_MOST)
  const gone = await cancelledConcerts(ctx.sql, artist.id, NEWS_MOST)
  const all = [...gone.map((one) => ({ ...one, more: 0 })), ...concerts]
  return rssText({
    title: `${artist.name}: концерты`,
    about: `Новые концерты на странице «${artist.name}»`,
    url: pageOf(ctx, artist),
    selfUrl: `${pageOf(ctx, artist)}/feed.xml`,
    changedAt: new Date(Math.max(0, ...all.map(({ changedAt }) => changedAt.getTime()))),
    entries: all
      .map((concert) => ({
        title: `${newsOf(concert)}${concert.title}`,
        url: `${pageOf(ctx, artist)}/${concert.id}`,
        // Readers show an entry once: what became of the concert is another one, and so is each move.
        id: newsOf(concert) === '' ? null : newsIdOf(concert),
        publishedAt: concert.moved ? (concert.movedAt ?? concert.changedAt) : concert.announcedAt,
        about: [
          timeInZone(concert.startsAt, concert.timeZone, ctx.now()),
          concert.place,
          concert.more > 0 ? `И ещё ${counted(concert.more, 'раз', 'раза', 'раз')}` : '',
          concert.description,
        ]
          .filter((part) => part !== '')
          .join('. '),
      }))
      .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
      .slice(0, NEWS_MOST),
  })
}

const newsOf = ({ gone, moved }: CalendarConcert) =>
  gone ? 'Концерт отменён: ' : moved ? 'Концерт перенесён: ' : ''

/** Dates of a series that were moved together are one move. */
function newsIdOf({ id, gone, moves, movedAt, seriesId }: CalendarConcert): string {
  if (gone) return `${id}-gone`
  if (movedAt === null) return `${id}-moved-${moves}`
  return `${seriesId ?? id}-moved-${movedAt.getTime()}`
}

type CalendarArtist = { readonly username: string; readonly name: string }

const pageOf = ({ publicUrl }: Context, { username }: CalendarArtist) =>
  `${publicUrl}/user/${username}`

function eventOf(
  ctx: Context,
  artist: CalendarArtist,
  concert: CalendarConcert,
  description = concert.description,
): CalendarEvent {
  const { latitude, longitude, ticketLink, gone } = concert
  // The page of a deleted concert is gone too.
  const url = gone ? pageOf(ctx, artist) : `${pageOf(ctx, artist)}/${concert.id}`
  const tickets = ticketLink === '' ? '' : `Билеты: ${ticketLink}`
  return {
    uid: `${concert.id}@${new URL(ctx.publicUrl).hostname}`,
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

function beginningOf(text: string): string {
  if (text.length <= ABOUT_MOST) return text
  const begins = text.slice(0, ABOUT_MOST)
  return `${begins.isWellFormed() ? begins : begins.slice(0, -1)}…`
}
