import { randomUUIDv7 } from 'node:crypto'
import { endOf } from '#domain/concert.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { formatText } from '#server/modules/artists/formatted-text.ts'
import { makePasswords } from '#server/modules/accounts/passwords.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { typeset } from '#server/platform/typography.ts'
import type { DemoConcert, DemoVenue } from './demo-shapes.ts'
import { DEMO_ARTISTS } from './demo-artists.ts'
import { DEMO_CONCERTS } from './demo-concerts.ts'
import { DEMO_LIVE } from './demo-live.ts'
import { newDemoPassword } from './demo-login.ts'
import { DEMO_VENUES } from './demo-venues.ts'
import type { DemoConcertRow, DemoEntry } from './demo.store.ts'
import {
  demoPassword,
  insertArtist,
  insertConcert,
  insertRepertoire,
  isEmpty,
  keepDemoPassword,
  lockDemo,
  resetPasswords,
} from './demo.store.ts'

/** The live concert has been going on for a while when the visitor comes. */
const WARM_UP_MS = 40 * MINUTE_MS

function venueOf(key: string): DemoVenue {
  const venue = DEMO_VENUES.find((known) => known.key === key)
  if (venue === undefined) throw new Error(`the demo names an unknown venue: ${key}`)
  return venue
}

function placeColumns(venue: DemoVenue) {
  const { name, description, country, city, street, houseNumber } = venue
  return {
    place_name: name,
    country,
    city,
    street,
    house_number: houseNumber,
    address: description,
    place_description: description,
    longitude: venue.longitude,
    latitude: venue.latitude,
    time_zone: venue.timeZone,
  }
}

/** The moment of that wall clock in that zone, that many days from now. */
function momentAt(now: Date, days: number, localTime: string, zone: string): Date {
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .add({ days })
  const at = day.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(localTime) })
  return new Date(at.epochMilliseconds)
}

function plannedConcert(concert: DemoConcert, artistId: string, now: Date): DemoConcertRow {
  const venue = venueOf(concert.venue)
  const startsAt = momentAt(now, concert.daysFromNow, concert.localTime, venue.timeZone)
  return {
    id: randomUUIDv7(),
    artist_id: artistId,
    title: typeset(concert.title),
    starts_at: startsAt,
    ends_at: endOf(startsAt, concert.durationHours, concert.durationMinutes),
    age: concert.age,
    description: typeset(concert.description),
    ticket_link: concert.ticketLink,
    able_get_songs: concert.ableGetSongs,
    show_songs_on_poster: concert.showSongsOnPoster,
    closed_session: concert.closedSession,
    ...placeColumns(venue),
    created_at: now,
    started_at: null,
    finished_at: null,
  }
}

/** The evening that goes on while the demo is looked at. */
export async function openLiveConcert(sql: Sql, artistId: string, now: Date): Promise<string> {
  const startsAt = new Date(now.getTime() - WARM_UP_MS)
  const entries: DemoEntry[] = [
    { song: DEMO_LIVE.now, status: 'NOW' },
    ...DEMO_LIVE.queued.map((song) => ({ song, status: 'QUEUED' as const })),
    ...DEMO_LIVE.ordered.map((song) => ({ song, status: 'SCHEDULED' as const })),
  ]
  const concert: DemoConcertRow = {
    id: randomUUIDv7(),
    artist_id: artistId,
    title: typeset(DEMO_LIVE.title),
    starts_at: startsAt,
    ends_at: endOf(startsAt, DEMO_LIVE.durationHours, DEMO_LIVE.durationMinutes),
    status: 'NOW',
    active: true,
    age: DEMO_LIVE.age,
    description: typeset(DEMO_LIVE.description),
    ...placeColumns(venueOf(DEMO_LIVE.venue)),
    created_at: now,
    started_at: startsAt,
    finished_at: null,
  }
  return insertConcert(sql, concert, entries)
}

async function insertWorld(tx: Sql, passwordHash: string, now: Date): Promise<void> {
  const ids = new Map<string, string>()
  for (const artist of DEMO_ARTISTS) {
    const texts = {
      passwordHash,
      shortDescriptionHtml: formatText(artist.shortDescription),
      descriptionHtml: formatText(artist.description),
    }
    const id = await insertArtist(tx, artist, texts, now)
    await insertRepertoire(tx, id, artist.repertoire, now)
    ids.set(artist.username, id)
  }
  for (const concert of DEMO_CONCERTS) {
    const row = plannedConcert(concert, ids.get(concert.artist) ?? '', now)
    const entries = concert.preorders.map((song) => ({ song, status: 'SCHEDULED' as const }))
    await insertConcert(tx, row, entries)
  }
  await openLiveConcert(tx, ids.get(DEMO_LIVE.artist) ?? '', now)
}

/**
 * Fills an empty database with the demo, all of it or nothing, and gives the password that all its
 * artists began with. It is made once for a database; a demo of a version whose password everybody
 * knew gets it too, and who was logged in there is logged out.
 */
export async function layOut(sql: Sql, now: Date): Promise<string> {
  return inTransaction(sql, async (tx) => {
    await lockDemo(tx)
    const known = await demoPassword(tx)
    const empty = await isEmpty(tx)
    if (known !== undefined && !empty) return known
    const password = known ?? newDemoPassword()
    const passwordHash = await makePasswords().hash(password)
    if (known === undefined) await keepDemoPassword(tx, password)
    if (empty) await insertWorld(tx, passwordHash, now)
    else await resetPasswords(tx, DEMO_ARTISTS, passwordHash)
    return password
  })
}
