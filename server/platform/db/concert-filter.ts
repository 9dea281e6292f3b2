import type { RawBuilder } from 'kysely'
import { sql as raw } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import { foldedText } from '#domain/russian.ts'
import { DAY_MS, isCalendarDay } from '#domain/time.ts'

/** That a concert `c` is on or ahead. The predicate of the partial indexes comes first. */
function ahead(now: Date): RawBuilder<boolean> {
  return raw`c.status <> 'PLAYED' and (c.status = 'NOW' or c.ends_at > ${now})`
}

/** The same for public concerts. */
export function publicAhead(now: Date): RawBuilder<boolean> {
  return raw`${ahead(now)} and not c.closed_session`
}

/** A series `c` that lasts for months would hide all others: only the soonest of its public concerts ahead is listed. */
export function nextOfSeries(now: Date): RawBuilder<boolean> {
  return raw`(c.series_id is null or not exists (select from concerts e
    where e.series_id = c.series_id and (e.starts_at, e.id) < (c.starts_at, c.id)
      and e.status <> 'PLAYED' and (e.status = 'NOW' or e.ends_at > ${now})
      and not e.closed_session))`
}

/** One end of a period: a calendar day («2026-12-05»), in the time zone of each venue, or a moment. */
type Edge = { readonly day: string } | { readonly moment: Date }

export type ConcertFilter = {
  readonly now: Date
  readonly artistId: string | null
  /** Includes the concerts that are in no public list. */
  readonly withClosed: boolean
  /** Includes those that are over. */
  readonly withPast: boolean
  /** Equal without regard to case and ё; null and blank: anywhere. */
  readonly city: string | null
  readonly from: Edge | null
  readonly till: Edge | null
}

/** A part of the map in degrees; `west` is above `east` where it crosses the 180th meridian. */
export type Bounds = {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

export type Condition = RawBuilder<boolean>

/** The day of a concert `c` at its venue: today for one that is on, else that of its planned start. */
const dayThere = (now: Date) =>
  raw`((case when c.status = 'NOW' then ${now}::timestamptz else c.starts_at end)
    at time zone c.time_zone)::date`

/** The conditions that a concert `c` has to meet, written so that its indexes serve them. */
export function meets(filter: ConcertFilter): Condition {
  const { artistId, from, now, till } = filter
  const city = foldCity(filter.city ?? '')
  const conditions: Condition[] = [raw`true`]
  if (artistId !== null) conditions.push(raw`c.artist_id = ${artistId}`)
  if (!filter.withClosed) conditions.push(raw`not c.closed_session`)
  if (!filter.withPast) conditions.push(ahead(now))
  // Those that are not over are closed with their account.
  else if (!filter.withClosed)
    conditions.push(raw`not exists (
      select from artists a where a.id = c.artist_id and a.hidden_at is not null)`)
  if (city !== '') conditions.push(raw`folded_town(c.city) = ${city}`)
  if (from !== null) conditions.push(...startsFrom(from, now))
  if (till !== null) conditions.push(...startsTill(till, now))
  return raw.join(conditions, raw` and `)
}

// No index has a day in each venue's time zone; it has the two days that a local day lies within.
function startsFrom(edge: Edge, now: Date): Condition[] {
  if ('moment' in edge) return [raw`c.starts_at >= ${edge.moment}`]
  const earliest = new Date(Date.parse(edge.day) - DAY_MS)
  return [raw`c.starts_at >= ${earliest}`, raw`${dayThere(now)} >= ${edge.day}::date`]
}

function startsTill(edge: Edge, now: Date): Condition[] {
  if ('moment' in edge) return [raw`c.starts_at <= ${edge.moment}`]
  const latest = new Date(Date.parse(edge.day) + 2 * DAY_MS)
  return [raw`c.starts_at <= ${latest}`, raw`${dayThere(now)} <= ${edge.day}::date`]
}

/** That a concert is inside the bounds, in conditions that the index by place serves. */
export function within({ west, south, east, north }: Bounds): Condition {
  const along =
    west <= east
      ? raw<boolean>`c.longitude between ${west}::float8 and ${east}::float8`
      : raw<boolean>`(c.longitude >= ${west}::float8 or c.longitude <= ${east}::float8)`
  return raw`c.latitude is not null
    and c.latitude between ${south}::float8 and ${north}::float8 and ${along}`
}

/**
 * The same as a distance from the middle. The planner estimates it as a third of all rows, which is right for wide
 * bounds: without seeing them it estimates the conditions above as almost none.
 */
export function withinWide({ west, south, east, north }: Bounds): Condition {
  const width = west <= east ? east - west : east - west + 360
  return raw`abs(c.latitude - ${(south + north) / 2}::float8) <= ${(north - south) / 2}::float8
    and 180 - abs(abs(c.longitude - ${west + width / 2}::float8) - 180) <= ${width / 2}::float8`
}

/** The text that all spellings of a city fold to: «Орёл», «ОРЕЛ». */
const foldCity = (name: string) => foldedText(name.replace(/\p{Cc}/gu, ' ').trim())

const DAY = /^[12]\d{3}-\d{2}-\d{2}/u
const CLOCK_AND_OFFSET = /^T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/u

/**
 * Reads an ISO date, or a date-time with offset, as an end of a period; null where nothing was typed. A bare date is
 * the day on the poster: a concert's own `date` and `month`, or today while it is on. Refuses VALIDATION at `field`.
 */
export function readEdge(text: string | undefined, field: string): Edge | null {
  const typed = text?.trim() ?? ''
  if (typed === '') return null
  const day = DAY.exec(typed)?.[0]
  if (day === undefined || !isCalendarDay(day)) throw wrongDate(field)
  const clock = typed.slice(day.length)
  if (clock === '') return { day }
  const moment = new Date(typed)
  if (!CLOCK_AND_OFFSET.test(clock) || Number.isNaN(moment.getTime())) throw wrongDate(field)
  return { moment }
}

function wrongDate(field: string): Refusal {
  return new Refusal('VALIDATION', 'Некорректная дата. Проверьте формат.', field)
}

/** Songs by how their concerts are found: from the artists who play them, or from the concerts of the next days. */
export type WishedSongs = {
  readonly few: readonly string[]
  readonly many: readonly string[]
  /** The songs of `many` are in so many repertoires that checking concerts one by one costs less than reading those. */
  readonly everywhere: boolean
}

/** How many rows of repertoires and queues together are read before a song is one of `many`, and before it is `everywhere`. */
export type ReadAtOnce = { readonly few: number; readonly many: number }

export const READ_AT_ONCE: ReadAtOnce = { few: 1000, many: 16_000 }

/** That a live queue has any of the songs. `q` is a row of a queue. */
export function liveQueueHasAny(songIds: readonly string[]): RawBuilder<boolean> {
  return raw`q.status in ('SCHEDULED', 'QUEUED', 'NOW') and q.song_id = any(${songIds}::uuid[])`
}

/**
 * That the artist of a concert `c` plays any song of `many`. Never a join, which would read all repertoires with a song
 * that half the country plays.
 */
export function playsOfMany({ many, everywhere }: WishedSongs): RawBuilder<boolean> {
  if (everywhere)
    return raw`(select true from repertoire r
      where r.artist_id = c.artist_id and r.song_id = any(${many}::uuid[])
        and r.state = 'open' limit 1) is true`
  // «is true» prevents a join.
  return raw`(c.artist_id in (select r.artist_id from repertoire r
    where r.song_id = any(${many}::uuid[]) and r.state = 'open')) is true`
}

/** How many songs of `few` each artist plays, if any: rows of artist_id and songs. */
export function countsOfFew({ few }: WishedSongs): RawBuilder<unknown> {
  if (few.length === 0) return raw`(select null::uuid as artist_id, 0 as songs where false)`
  return raw`(select artist_id, count(*) as songs from repertoire
    where song_id = any(${few}::uuid[]) and state = 'open' group by artist_id)`
}

/** How many songs of `many` the artist of a concert `c` plays. */
export function countOfMany({ many }: WishedSongs): RawBuilder<number> {
  if (many.length === 0) return raw`0`
  return raw`(select count(*) from repertoire r
    where r.artist_id = c.artist_id and r.song_id = any(${many}::uuid[]) and r.state = 'open')`
}
