import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { endOf } from '#domain/concert.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { LiveLog } from '#packages/live-broadcast/bus.ts'
import { makePasswords } from '#server/modules/accounts/passwords.ts'
import { formatText } from '#server/modules/artists/formatted-text.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { typeset } from '#server/platform/typography.ts'
import type { Services } from '#server/services.ts'
import { DEMO_ARTISTS } from './demo-artists.ts'
import { DEMO_CONCERTS } from './demo-concerts.ts'
import { DEMO_LIVE } from './demo-live.ts'
import type { DemoConcert, DemoVenue } from './demo-shapes.ts'
import { DEMO_VENUES } from './demo-venues.ts'
import type { DemoConcertRow, DemoEntry } from './demo.store.ts'
import {
  artistIdOf,
  claimBeat,
  demoPassword,
  insertArtist,
  insertConcert,
  insertRepertoire,
  isEmpty,
  keepDemoPassword,
  lockDemo,
  passwordHashOf,
  resetPasswords,
  runningConcert,
  songIds,
} from './demo.store.ts'

/** The musician under whose name a visitor of the demo may try the pad. */
export const DEMO_LOGIN = 'mark-luzhin'

/** A password for the artists of one demo, as sign-up would take it; 64 bits of chance. */
export function newDemoPassword(): string {
  return `Demo1-${randomBytes(8).toString('hex')}`
}

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
async function openLiveConcert(sql: Sql, artistId: string, now: Date): Promise<string> {
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

export type DemoDeps = Pick<Services, 'queue' | 'concerts'> & {
  sql: Sql
  now: () => Date
  log: LiveLog
}

/** What the hall and the band do, one act a beat: an evening that can be watched. */
export const BEAT_MS = 15_000
const PART = ['order', 'queue', 'order', 'next'] as const
const MOST_WAITING = 9
/** Timers are not exact: a beat may come so much sooner. */
const EARLY_MS = 3_000

/** Lays the demo out on an empty database. Each `beat` of a clock keeps one concert going, so that a visitor sees the queue move. */
export async function startDemo({ sql, now, queue, concerts, log }: DemoDeps) {
  const password = await layOut(sql, now())
  const hash = await passwordHashOf(sql, DEMO_LOGIN)
  const unchanged = hash !== null && (await makePasswords().verify(hash, password))
  const artistId = await artistIdOf(sql, DEMO_LIVE.artist)

  async function orderOne(concertId: string, beat: number): Promise<void> {
    const entries = await queue.entriesOf(concertId)
    if (entries.length > MOST_WAITING) return
    const here = new Set(entries.map((entry) => entry.songId))
    const crowd = await songIds(sql, DEMO_LIVE.crowd)
    const songId = crowd.find((id, index) => index >= beat % crowd.length && !here.has(id))
    if (songId === undefined) return
    await queue.order({
      concertId,
      artistUsername: DEMO_LIVE.artist,
      songId,
      title: '',
      artistName: '',
      deviceId: randomUUID(),
      idempotencyKey: null,
    })
  }

  async function queueOne(artist: string, concertId: string): Promise<void> {
    const ordered = (await queue.entriesOf(concertId)).find((entry) => entry.status === 'SCHEDULED')
    if (ordered !== undefined) await queue.changeStatus(artist, concertId, ordered.songId, 'QUEUED')
  }

  async function act(artist: string): Promise<void> {
    // Of several processes one plays this beat.
    const beat = await claimBeat(sql, now(), BEAT_MS - EARLY_MS)
    if (beat === null) return
    const running = await runningConcert(sql, artist)
    if (running === undefined) {
      await openLiveConcert(sql, artist, now())
      return
    }
    if (running.ends_at <= now()) {
      await concerts.setStatus(artist, running.id, 'PLAYED')
      return
    }
    const part = PART[beat % PART.length]
    if (part === 'order') await orderOne(running.id, beat)
    if (part === 'queue') await queueOne(artist, running.id)
    if (part === 'next') await queue.next(artist, null)
  }

  async function playOn(): Promise<void> {
    if (artistId === undefined) return
    try {
      await act(artistId)
    } catch (error) {
      // A visitor may press the same buttons at the same moment: the next beat plays on.
      log.warn({ err: error }, 'a beat of the demo failed')
    }
  }

  // A demo that rested over its planned end opens a new evening at once.
  await playOn()
  return {
    beat: playOn,
    /** Who may try the pad; without a password where the one of the first start was changed since. */
    login: { username: DEMO_LOGIN, password: unchanged ? password : null },
  }
}
