import { randomUUIDv7 } from 'node:crypto'
import {
  admitAnnouncement,
  checkCorrection,
  checkDraft,
  DEFAULT_ADVANCED,
  streetDraft,
} from '#domain/concerts/announcement.ts'
import type { CheckedDraft, ConcertDraft, Correction } from '#domain/concerts/announcement.ts'
import { movedAlong, repeatedStarts } from '#domain/concerts/repeats.ts'
import type { Repeat } from '#domain/concerts/repeats.ts'
import { ownConcert } from '#domain/concerts/concert.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { answerByKey, onceByKey } from '#server/platform/db/idempotency.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { typeset } from '#server/platform/typography.ts'
import { DEFAULT_ZONE } from '../places/places.service.ts'
import { countAhead, insertConcert, saveCorrection } from './concert-changes.store.ts'
import type { Venue } from './concert-changes.store.ts'
import { startInTransaction, lockOwnSeries } from './concert-lifecycle.service.ts'
import type { SeriesPart } from './concert-lifecycle.service.ts'
import { byId } from './concert-views.service.ts'
import type { ConcertViewsContext, ConcertSummary } from './concert-views.service.ts'
import { concertById, concertsByIds } from './concerts.store.ts'
import type { ConcertRow } from './concerts.store.ts'

export type AnnouncingContext = ConcertViewsContext & {
  places: { timeZoneOf(latitude: number, longitude: number): string }
  addresses: {
    /** Never fails and never takes long, even when it asks an external service. */
    at(point: { latitude: number; longitude: number }): Promise<VenueAddress | null>
    /** The town that an address names unambiguously. */
    townOf(text: string): Pick<VenueAddress, 'country' | 'city'> | null
  }
  push: {
    /** Called inside the locking transaction, when the time or the place of this concert changed. */
    concertMoved(sql: Sql, concertId: string): Promise<void>
  }
  follows: {
    /** Schedules the followers' notices, inside the transaction that announces or moves the concert. */
    concertNews(
      sql: Sql,
      news: { readonly concertId: string; readonly about: 'new' | 'moved' },
    ): Promise<void>
  }
  /** After the commit: the published data of this concert changed. */
  changed: (concertId: string) => void
}

/** The known parts of the address at a point; the rest is empty. */
type VenueAddress = { country: string; city: string; street: string; house: string }

const NOWHERE = { country: '', city: '', street: '', house: '', houseNumber: '' }

function zoneOf(ctx: AnnouncingContext, { latitude, longitude }: CheckedDraft['place']): string {
  if (latitude === null || longitude === null) return DEFAULT_ZONE
  return ctx.places.timeZoneOf(latitude, longitude)
}

async function venueOf(ctx: AnnouncingContext, place: CheckedDraft['place']): Promise<Venue> {
  const { description, latitude, longitude } = place
  const timeZone = zoneOf(ctx, place)
  if (latitude === null || longitude === null) {
    const town = ctx.addresses.townOf(description)
    return { ...NOWHERE, ...town, address: description, timeZone }
  }
  const { country, city, street, house } =
    (await ctx.addresses.at({ latitude, longitude })) ?? NOWHERE
  // The text that the artist typed or picked is the address; an empty one is filled from the point.
  const address = description === '' ? [street, house].filter(Boolean).join(', ') : description
  return { country, city, street, houseNumber: house, address, timeZone }
}

type Announcing = {
  readonly call: string
  readonly body: unknown
  readonly check: (at: Date) => CheckedDraft
  readonly key: string | null
  /** It begins at once. */
  readonly street?: true
  readonly repeat?: Repeat | undefined
}

/** Returns the id of the new concert (the first of a series), the same id for the same key. Refuses VALIDATION, ILLEGAL_STEP, IDEMPOTENCY_CONFLICT. */
async function announce(
  ctx: AnnouncingContext,
  artistId: string,
  { body, check, key, street, repeat, ...announcing }: Announcing,
): Promise<string> {
  const at = ctx.now()
  // Includes the artist, so that the keys of two artists cannot collide.
  const call = `${announcing.call} ${artistId}`
  const first = await answerByKey<string>(ctx.sql, call, key, body)
  if (first !== null) return first
  const draft = check(at)
  const { startsAt } = draft
  const lasts = draft.endsAt.getTime() - startsAt.getTime()
  const starts = repeat
    ? repeatedStarts(startsAt, zoneOf(ctx, draft.place), repeat, at)
    : [startsAt]
  // The address may need an external request: after the limit check, before the transaction.
  admitAnnouncement(await countAhead(ctx.sql, artistId), starts.length)
  const venue = await venueOf(ctx, draft.place)
  return inTransaction(ctx.sql, (outer) =>
    onceByKey(outer, call, key, body, at, async (inside) => {
      admitAnnouncement(await countAhead(inside, artistId), starts.length)
      const id = randomUUIDv7()
      for (const [place, start] of starts.entries())
        await insertConcert(inside, {
          id: place === 0 ? id : randomUUIDv7(),
          artistId,
          draft: { ...draft, startsAt: start, endsAt: new Date(start.getTime() + lasts) },
          venue,
          advanced: DEFAULT_ADVANCED,
          at,
          ...(street && { street }),
          seriesId: repeat ? id : null,
        })
      if (street) await startInTransaction(inside, artistId, id, at)
      else await ctx.follows.concertNews(inside, { concertId: id, about: 'new' })
      return id
    }),
  )
}

export const create = (
  ctx: AnnouncingContext,
  artistId: string,
  body: ConcertDraft & { readonly repeat?: Repeat | undefined },
  key: string | null,
) =>
  announce(ctx, artistId, {
    call: 'create-session',
    body,
    check(at) {
      const typed = checkDraft(body, at)
      return { ...typed, title: typeset(typed.title) }
    },
    key,
    repeat: body.repeat,
  })

/** «Играю здесь». Refuses what `create` does, and ANOTHER_CONCERT_IS_ON. */
export async function playHere(
  ctx: AnnouncingContext,
  artistId: string,
  body: { readonly latitude: number; readonly longitude: number },
  key: string | null,
): Promise<string> {
  const check = (at: Date) => streetDraft(body, at)
  const id = await announce(ctx, artistId, { call: 'play-here', body, check, key, street: true })
  ctx.changed(id)
  return id
}

/**
 * Corrects an announcement, with `following` also the later concerts of its series: only the changed fields, and their
 * time by as many days to the same hour. Refuses NOT_FOUND, NOT_YOURS, ILLEGAL_STEP once it is over, and VALIDATION as
 * an announcement does.
 */
export async function correct(
  ctx: AnnouncingContext,
  artistId: string,
  part: SeriesPart,
  typed: Correction,
): Promise<ConcertSummary> {
  const at = ctx.now()
  const before = ownConcert(await concertById(ctx.sql, part.id), artistId)
  const { place } = checkCorrection(typed, before, at)
  const samePlace =
    [before.address, before.placeDescription].includes(place.description) &&
    samePoint(place, before)
  const venue = samePlace ? before : await venueOf(ctx, place)
  const ids = await inTransaction(ctx.sql, async (inside) => {
    const lockedIds = (await lockOwnSeries(inside, artistId, part)).map(({ id }) => id)
    const rows = await concertsByIds(inside, lockedIds)
    const now = ownConcert(
      rows.find(({ id }) => id === part.id),
      artistId,
    )
    const draft = correctedDraft(typed, now, at)
    if (samePlace) draft.place = { ...draft.place, description: now.placeDescription }
    await saveDraft(ctx, inside, now, { draft, venue })
    for (const row of rows)
      if (row !== now) await saveDraft(ctx, inside, row, along(row, now, { draft, venue }, at))
    return lockedIds
  })
  for (const id of ids) ctx.changed(id)
  return byId(ctx, part.id, { viewer: artistId })
}

type Corrected = { readonly draft: CheckedDraft; readonly venue: Venue }

function correctedDraft(typed: Correction, concert: ConcertRow, at: Date) {
  const draft = checkCorrection(typed, concert, at)
  return { ...draft, title: typeset(draft.title) }
}

/** The correction of a concert when `now`, an earlier one of its series, is corrected. */
function along(row: ConcertRow, now: ConcertRow, { draft, venue }: Corrected, at: Date): Corrected {
  const { startsAt, endsAt, title } = draft
  const samePlace = isAt(now, draft.place, venue)
  const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / MINUTE_MS)
  const time = {
    startsAt: movedAlong(
      { startsAt: row.startsAt, zone: row.timeZone },
      { startsAt: now.startsAt, zone: now.timeZone },
      { startsAt, zone: venue.timeZone },
      samePlace ? row.timeZone : venue.timeZone,
    ).toISOString(),
    durationHours: Math.floor(minutes / 60),
    durationMinutes: minutes % 60,
  }
  const typed = {
    title: title === now.title ? row.title : title,
    place: samePlace ? placeOf(row) : draft.place,
    time: same(startsAt, now.startsAt) && same(endsAt, now.endsAt) ? null : time,
  }
  return { draft: correctedDraft(typed, row, at), venue: samePlace ? row : venue }
}

async function saveDraft(
  ctx: AnnouncingContext,
  sql: Sql,
  before: ConcertRow,
  { draft, venue }: Corrected,
): Promise<void> {
  const sameTime = same(draft.startsAt, before.startsAt)
  const there = isAt(before, draft.place, venue)
  if (there && sameTime && same(draft.endsAt, before.endsAt) && draft.title === before.title) return
  await saveCorrection(sql, before.id, { draft, venue })
  const sameVenue = draft.place.name === before.placeName && venue.address === before.address
  if (sameTime && sameVenue) return
  await ctx.push.concertMoved(sql, before.id)
  await ctx.follows.concertNews(sql, { concertId: before.id, about: 'moved' })
}

type Place = CheckedDraft['place']

const placeOf = ({ placeName, placeDescription, longitude, latitude }: ConcertRow): Place => ({
  name: placeName,
  description: placeDescription,
  longitude,
  latitude,
})

const samePoint = (one: Pick<Place, 'longitude' | 'latitude'>, other: typeof one) =>
  one.longitude === other.longitude && one.latitude === other.latitude

const isAt = (row: ConcertRow, place: Place, venue: Venue) =>
  place.name === row.placeName &&
  place.description === row.placeDescription &&
  venue.address === row.address &&
  samePoint(place, row)

const same = (one: Date, other: Date) => one.getTime() === other.getTime()
