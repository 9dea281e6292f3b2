import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { endOf } from '#domain/concerts/concert.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { makePasswords } from '#server/modules/accounts/passwords.ts'
import { formatText } from '#server/modules/artists/settings.service.ts'
import { nextSong, setScheduledList } from '#server/modules/queue/queue-changes.service.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { typeset } from '#server/platform/typography.ts'
import type { SandboxBank } from '#packages/tbank-sandbox/bank.ts'
import { DEMO_TEXTS } from './demo-texts.ts'
import { DEMO_ARTISTS, DEMO_LOGIN } from './demo-artists.ts'
import { DEMO_CONCERTS } from './demo-concerts.ts'
import { DEMO_LIVE, DEMO_PAID_LIVE, DEMO_PAST } from './demo-evenings.ts'
import { repertoireOf } from './demo-repertoire.ts'
import type { DemoConcert, DemoEvening, DemoVenue } from './demo-shapes.ts'
import { DEMO_VENUES } from './demo-venues.ts'
import type { DemoConcertRow, DemoEntry } from './demo.store.ts'
import {
  artistIdOf,
  demoPassword,
  hasPlayed,
  insertArtist,
  insertConcert,
  insertRepertoire,
  isEmpty,
  insertDemoPassword,
  lockDemo,
  passwordHashOf,
  resetPasswords,
  songIds,
} from './demo.store.ts'
import { makeSimulation } from './simulation.ts'
import { playEvenings } from './play-evenings.ts'
import type { EveningToPlay, EveningsDeps } from './play-evenings.ts'

/** A password for the artists of one demo that sign-up would accept; 64 random bits. */
export function newDemoPassword(): string {
  return `Demo1-${randomBytes(8).toString('hex')}`
}

/** The live concert has been running for a while when the visitor comes. */
const WARM_UP_MS = 40 * MINUTE_MS
/** The venue's screen and the queue show who asked for a song. */
const NAMES_SHOWN = JSON.stringify({ namesShown: true })
const PAID_RULES = JSON.stringify({ namesShown: true, support: true })
const PAID_WARM_UP_MS = 20 * MINUTE_MS
/** The artists registered before their first concert here. */
const HERE_SINCE_MS = 60 * DAY_MS

function venueOf(key: string): DemoVenue {
  const venue = DEMO_VENUES.find((known) => known.key === key)
  if (venue === undefined) throw new Error(`the demo names an unknown venue: ${key}`)
  return venue
}

function placeColumns(venue: DemoVenue) {
  const { name, description, country, city, street, houseNumber } = venue
  return {
    placeName: name,
    country,
    city,
    street,
    houseNumber,
    address: description,
    placeDescription: description,
    longitude: venue.longitude,
    latitude: venue.latitude,
    timeZone: venue.timeZone,
  }
}

/** The moment of this local time in this zone, that many days from now. */
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
    artistId,
    title: typeset(concert.title),
    startsAt,
    endsAt: endOf(startsAt, concert.durationHours, concert.durationMinutes),
    age: concert.age,
    description: typeset(concert.description),
    ticketLink: concert.ticketLink,
    ableGetSongs: concert.ableGetSongs,
    showSongsOnPoster: concert.showSongsOnPoster,
    closedSession: concert.closedSession,
    ...placeColumns(venue),
    createdAt: now,
    startedAt: null,
    finishedAt: null,
  }
}

/** The evening that runs while a visitor views the demo. */
async function openLiveConcert(sql: Sql, artistId: string, now: Date): Promise<string> {
  const startsAt = new Date(now.getTime() - WARM_UP_MS)
  const entries: DemoEntry[] = [
    { song: DEMO_LIVE.now, status: 'NOW' },
    ...DEMO_LIVE.queued.map((song) => ({ song, status: 'QUEUED' as const })),
    ...DEMO_LIVE.ordered.map((song) => ({ song, status: 'SCHEDULED' as const })),
  ]
  const concert: DemoConcertRow = {
    id: randomUUIDv7(),
    artistId,
    title: typeset(DEMO_LIVE.title),
    startsAt,
    endsAt: endOf(startsAt, DEMO_LIVE.durationHours, DEMO_LIVE.durationMinutes),
    status: 'NOW',
    active: true,
    age: DEMO_LIVE.age,
    description: typeset(DEMO_LIVE.description),
    ...placeColumns(venueOf(DEMO_LIVE.venue)),
    createdAt: now,
    startedAt: startsAt,
    finishedAt: null,
    rules: NAMES_SHOWN,
  }
  return insertConcert(sql, concert, entries)
}

function paidRow(evening: DemoEvening, artistId: string, startsAt: Date) {
  return {
    id: randomUUIDv7(),
    artistId,
    title: typeset(evening.title),
    startsAt,
    endsAt: endOf(startsAt, evening.durationHours, 0),
    age: 16,
    description: typeset(evening.description),
    ...placeColumns(venueOf(evening.venue)),
    createdAt: startsAt,
    startedAt: null,
    finishedAt: null,
    rules: PAID_RULES,
  } as const
}

/** Opens a new paid evening after the one of the first start has ended: the artist begins with songs of his own. */
async function openPaidConcert(ctx: Context, artistId: string): Promise<void> {
  const { sql, now } = ctx
  const row = paidRow(DEMO_PAID_LIVE, artistId, now())
  const live = { ...row, status: 'NOW', active: true, startedAt: now() } as const
  const concertId = await insertConcert(sql, live, [])
  await setScheduledList(ctx, artistId, concertId, await songIds(sql, DEMO_PAID_LIVE.played))
  await nextSong(ctx, artistId, null)
}

/**
 * Plays the evenings with money of the artist whose login is printed, the last of which stays open: once for a
 * database, all of them or none. It takes a second, so it runs when the server already answers.
 */
export async function playPaid(sql: Sql, money: EveningsDeps, now: Date): Promise<void> {
  await inTransaction(sql, async (tx) => {
    await lockDemo(tx)
    const artistId = await artistIdOf(tx, DEMO_LOGIN)
    if (artistId === undefined || (await hasPlayed(tx, artistId))) return
    const evenings = [
      ...DEMO_PAST.map((evening) => {
        const { timeZone } = venueOf(evening.venue)
        const startsAt = momentAt(now, -evening.daysAgo, evening.localTime, timeZone)
        return { ...evening, startsAt, ends: true }
      }),
      { ...DEMO_PAID_LIVE, startsAt: new Date(now.getTime() - PAID_WARM_UP_MS), ends: false },
    ]
    const stored: EveningToPlay[] = []
    for (const evening of evenings) {
      const row = paidRow(evening, artistId, evening.startsAt)
      stored.push({ ...evening, concertId: await insertConcert(tx, row, []) })
    }
    await playEvenings(tx, money, { id: artistId, username: DEMO_LOGIN }, stored)
  })
}

async function insertWorld(tx: Sql, passwordHash: string, now: Date): Promise<void> {
  const ids = new Map<string, string>()
  const since = new Date(now.getTime() - HERE_SINCE_MS)
  for (const artist of DEMO_ARTISTS) {
    const texts = {
      passwordHash,
      shortDescriptionHtml: formatText(artist.shortDescription),
      descriptionHtml: formatText(artist.description),
    }
    const id = await insertArtist(tx, artist, texts, since)
    await insertRepertoire(tx, id, { songs: artist.repertoire, textOf: DEMO_TEXTS }, since)
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
 * Fills an empty database with the demo, all of it or nothing, and returns the initial password of all its artists. The
 * password is generated once for a database; a demo from a version with a publicly known password gets it too, and all
 * its logins are revoked.
 */
export async function createDemoData(sql: Sql, now: Date): Promise<string> {
  return inTransaction(sql, async (tx) => {
    await lockDemo(tx)
    const known = await demoPassword(tx)
    const empty = await isEmpty(tx)
    if (known !== undefined && !empty) return known
    const password = known ?? newDemoPassword()
    const passwordHash = await makePasswords().hash(password)
    if (known === undefined) await insertDemoPassword(tx, password)
    if (empty) await insertWorld(tx, passwordHash, now)
    else await resetPasswords(tx, DEMO_ARTISTS, passwordHash)
    return password
  })
}

export type DemoDeps = {
  ctx: Context
  /** The dependencies of the demo's payments; null without a demo bank. */
  money: (EveningsDeps & { sandbox: SandboxBank }) | null
}

/** Creates the demo data in an empty database. Each `beat` of a clock advances its concerts, so that a visitor sees the queues move. */
export async function startDemo({ ctx, money }: DemoDeps) {
  const { sql, now } = ctx
  const password = await createDemoData(sql, now())
  const hash = await passwordHashOf(sql, DEMO_LOGIN)
  const unchanged = hash !== null && (await makePasswords().verify(hash, password))
  const free = {
    username: DEMO_LIVE.artist,
    audienceSongs: DEMO_LIVE.audienceSongs,
    open: (artistId: string) => openLiveConcert(sql, artistId, now()),
  }
  const paid = money && {
    username: DEMO_LOGIN,
    audienceSongs: repertoireOf(DEMO_LOGIN),
    bank: money.sandbox,
    open: (artistId: string) => openPaidConcert(ctx, artistId),
  }
  const play = makeSimulation(ctx, paid === null ? [free] : [free, paid])
  let isPastPlayed = money === null
  return {
    async beat(): Promise<void> {
      if (!isPastPlayed && money !== null) await playPaid(sql, money, now())
      isPastPlayed = true
      await play()
    },
    /** The login for the pad; without a password if the initial one has been changed. */
    login: { username: DEMO_LOGIN, password: unchanged ? password : null },
  }
}
