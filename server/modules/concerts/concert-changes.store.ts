import { sql as raw } from 'kysely'
import type { Advanced, CheckedDraft } from '#domain/concerts/announcement.ts'
import { VEILED_TITLE } from '#domain/concerts/code-word.ts'
import type { ConcertClock } from '#domain/concerts/concert.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { lockArtistRow } from '#server/platform/db/tx.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** A concert whose row this transaction has locked: its status and its queue cannot change before the commit. */
export type LockedConcertDetails = ConcertClock & {
  readonly id: string
  readonly artistId: string
  readonly rules: Partial<EveningRules>
  /** By how much «Играем дольше» has moved the end. */
  readonly longerMinutes: number
  readonly breakUntil: Date | null
  readonly commandedAt: Date | null
  /** Until then it is shown to nobody; null: it is shown. */
  readonly publishAt: Date | null
  /** Shared by concerts announced together. */
  readonly seriesId: string | null
}

/** Where a concert is, besides what its artist typed. */
export type Venue = {
  readonly country: string
  readonly city: string
  /** May be empty when the artist left it out. */
  readonly street: string
  readonly houseNumber: string
  readonly address: string
  /** IANA name. */
  readonly timeZone: string
}

function lockedRows(sql: Sql) {
  return (
    sql
      .selectFrom('concerts')
      .select([
        'id',
        'artistId',
        'status',
        'active',
        'startsAt',
        'endsAt',
        'autoRun',
        'rules',
        'longerMinutes',
        'breakUntil',
        'commandedAt',
        'publishAt',
        'seriesId',
      ])
      // Not «for update»: inserts of rows that only reference the concert («I will go») need not wait.
      .forNoKeyUpdate()
  )
}

export function lockConcertDetails(
  sql: Sql,
  id: string,
): Promise<LockedConcertDetails | undefined> {
  return lockedRows(sql).where('id', '=', id).executeTakeFirst()
}

/** Locks and returns the later concerts of the same series that have not begun. */
export async function lockFollowing(
  sql: Sql,
  { id, seriesId, startsAt }: LockedConcertDetails,
): Promise<LockedConcertDetails[]> {
  if (seriesId === null) return []
  return lockedRows(sql)
    .where('seriesId', '=', seriesId)
    .where('status', '=', 'SCHEDULED')
    .where(raw<boolean>`(starts_at, id) > (${startsAt}::timestamptz, ${id}::uuid)`)
    .orderBy('id')
    .execute()
}

/** The concert that this artist is playing, if any. */
export function lockRunningDetails(
  sql: Sql,
  artistId: string,
): Promise<LockedConcertDetails | undefined> {
  return lockedRows(sql)
    .where('artistId', '=', artistId)
    .where(raw<boolean>`status = 'NOW'`)
    .executeTakeFirst()
}

/** Locks a concert for the clock; undefined when another transaction has locked it. */
export function lockDetailsIfFree(sql: Sql, id: string): Promise<LockedConcertDetails | undefined> {
  return lockedRows(sql).where('id', '=', id).skipLocked().executeTakeFirst()
}

/**
 * Concerts that may be due for a step by the clock; the domain rules decide. An autostart waits while another concert
 * of the same artist runs.
 */
export async function concertsDue(
  sql: Sql,
  at: { readonly now: Date; readonly endedBefore: Date; readonly idleSince: Date },
  part: { readonly except: readonly string[]; readonly limit: number },
): Promise<string[]> {
  const rows = await sql
    .selectFrom('concerts as c')
    .select('c.id')
    .where(raw<boolean>`c.status <> 'PLAYED'`)
    .where('c.startsAt', '<=', at.now)
    .where(
      raw<boolean>`case
        when c.status = 'NOW' and c.commanded_at is not null then c.commanded_at <= ${at.idleSince}
        when c.status = 'NOW' then c.ends_at <= ${at.endedBefore}
        when c.ends_at <= ${at.now} then true
        else c.auto_run and not exists (
          select from concerts n where n.artist_id = c.artist_id and n.status = 'NOW')
      end`,
    )
    .where(raw<boolean>`c.id <> all(${part.except}::uuid[])`)
    .orderBy('c.startsAt')
    .orderBy('c.id')
    .limit(part.limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Saves the status of the concert and bumps its revision. */
export async function saveLifecycle(
  sql: Sql,
  concert: LockedConcertDetails,
  at: Date,
): Promise<void> {
  const { id, status, active } = concert
  await sql
    .updateTable('concerts')
    .set({ status, active, breakUntil: status === 'NOW' && !active ? concert.breakUntil : null })
    .set('revision', raw`revision + 1`)
    .$if(status === 'NOW' && concert.commandedAt !== null, (row) => row.set('commandedAt', at))
    // A concert that goes on after a pause keeps its start time.
    .$if(status === 'NOW', (row) => row.set('startedAt', raw`coalesce(started_at, ${at})`))
    .$if(status === 'PLAYED', (row) => row.set('finishedAt', at))
    .where('id', '=', id)
    .execute()
}

/** Moves the planned end; a trigger marks it for calendars. */
export async function saveExtension(
  sql: Sql,
  { id, endsAt, longerMinutes }: LockedConcertDetails,
): Promise<void> {
  await sql
    .updateTable('concerts')
    .set({ endsAt, longerMinutes })
    .set('revision', raw`revision + 1`)
    .where('id', '=', id)
    .execute()
}

/** Saves a correction of the announcement; a trigger marks it for calendars. */
export async function saveCorrection(
  sql: Sql,
  id: string,
  {
    draft,
    venue,
    words,
    moved,
  }: {
    readonly draft: CheckedDraft
    readonly venue: Venue
    /** Undefined stays as it is. */
    readonly words?: string | undefined
    /** It was published, and has another time or place now. */
    readonly moved: boolean
  },
): Promise<void> {
  await sql
    .updateTable('concerts')
    .set({
      ...announcedColumns(draft, venue),
      ...(moved && { moves: raw`moves + 1`, movedAt: raw`now()` }),
      ...(words !== undefined && { words }),
      // Nobody knows the former time and place of one that is not published yet.
      corrections: raw`case when publish_at is null then corrections + 1 else 0 end`,
      revision: raw`revision + 1`,
      startWas: raw`case when publish_at is null
        then nullif(coalesce(start_was, starts_at), ${draft.startsAt}::timestamptz) end`,
      venueWas: raw`case when publish_at is null
        then nullif(coalesce(venue_was, place_name), ${draft.place.name}::text) end`,
    })
    .where('id', '=', id)
    .execute()
}

function announcedColumns({ title, startsAt, endsAt, place }: CheckedDraft, venue: Venue) {
  return {
    title,
    startsAt,
    endsAt,
    placeName: place.name,
    placeDescription: place.description,
    address: venue.address,
    longitude: place.longitude,
    latitude: place.latitude,
    country: venue.country,
    city: venue.city,
    street: venue.street,
    houseNumber: venue.houseNumber,
    timeZone: venue.timeZone,
  }
}

/** How many concerts of this artist are not over. Locks the artist: his next announcement waits for the commit. */
export async function countAhead(sql: Sql, artistId: string): Promise<number> {
  await lockArtistRow(sql, artistId)
  const { concerts } = await sql
    .selectFrom('concerts')
    .select((row) => row.fn.countAll<number>().as('concerts'))
    .where('artistId', '=', artistId)
    .where(raw<boolean>`status <> 'PLAYED'`)
    .executeTakeFirstOrThrow()
  return concerts
}

export async function insertConcert(
  sql: Sql,
  concert: {
    readonly id: string
    readonly artistId: string
    readonly draft: CheckedDraft
    readonly venue: Venue
    readonly advanced: Advanced
    readonly at: Date
    readonly street?: true
    readonly seriesId: string | null
    readonly publishAt: Date | null
    readonly rules: Partial<EveningRules>
  },
): Promise<void> {
  await sql
    .insertInto('concerts')
    .values({
      id: concert.id,
      artistId: concert.artistId,
      ...announcedColumns(concert.draft, concert.venue),
      ...advancedColumns(concert.advanced),
      rules: JSON.stringify(concert.rules),
      createdAt: concert.at,
      startedAt: null,
      commandedAt: concert.street ? concert.at : null,
      seriesId: concert.seriesId,
      publishAt: concert.publishAt,
      finishedAt: null,
    })
    .execute()
}

export async function saveAdvanced(sql: Sql, id: string, advanced: Advanced): Promise<void> {
  await sql
    .updateTable('concerts')
    .set({
      ...advancedColumns(advanced),
      // Open pages load anew what may be ordered.
      corrections: raw`case when publish_at is null
        and able_get_songs <> ${advanced.privacy.ableGetSongs}::boolean
        then corrections + 1 else corrections end`,
      // A code word keeps it out of every list.
      closedSession: raw<boolean>`${advanced.privacy.closedSession}::boolean or code_word is not null`,
      // Kept by a trigger, which cannot tell what it closed itself from what the artist closes.
      closedByArtist: raw`case when publish_at is null then closed_by_artist
        else ${advanced.privacy.closedSession}::boolean end`,
    })
    .set('revision', raw`revision + 1`)
    .where('id', '=', id)
    .execute()
}

function advancedColumns({ age, description, ticketLink, privacy }: Advanced) {
  return {
    age,
    description,
    ticketLink,
    ableGetSongs: privacy.ableGetSongs,
    closedSession: privacy.closedSession,
    showSongsOnPoster: privacy.showSongsOnPoster,
    showPlayed: privacy.showPlayed ?? true,
    autoRun: privacy.autoRunSession,
  }
}

/** The record of a concert behind a word, or hidden by an operator on its own, has neither name nor place. */
const NAME_SHOWN = raw<boolean>`(pass is null and (hidden_at is null or hidden_with_account))`

/** Stores a record of a concert that is to be deleted, where it was published: for calendars, which show it as cancelled, and for its page. */
export async function recordGone(
  sql: Sql,
  id: string,
  { words, at }: { readonly words: string; readonly at: Date },
): Promise<void> {
  await raw`
    insert into gone_concerts (id, artist_id, title, starts_at, ends_at, place, place_name, city,
      time_zone, closed_session, sequence, gone_at, cancelled, words, series_id, longitude, latitude)
    select id, artist_id, case when ${NAME_SHOWN} then title else ${VEILED_TITLE}::text end,
      starts_at, ends_at,
      case when ${NAME_SHOWN} then concert_place(place_name, city, address) else '' end,
      case when ${NAME_SHOWN} then place_name else '' end,
      case when ${NAME_SHOWN} then city else '' end,
      time_zone, closed_session, sequence + 1, ${at}::timestamptz, status = 'SCHEDULED', ${words}::text,
      series_id, case when ${NAME_SHOWN} then longitude end, case when ${NAME_SHOWN} then latitude end
    from concerts where id = ${id}::uuid and commanded_at is null and publish_at is null
  `.execute(sql)
}

export async function deleteConcert(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('concerts').where('id', '=', id).execute()
}

/** Deletes records of deleted concerts that would be long over. */
export async function forgetGone(sql: Sql, endedBefore: Date): Promise<void> {
  await sql.deleteFrom('goneConcerts').where('endsAt', '<', endedBefore).execute()
}
