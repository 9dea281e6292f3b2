import { randomUUIDv7 } from 'node:crypto'
import {
  admitAnnouncement,
  checkCorrection,
  checkDraft,
  checkWords,
  DEFAULT_ADVANCED,
  streetDraft,
} from '#domain/concerts/announcement.ts'
import type {
  CheckedDraft,
  ConcertDraft,
  Correction,
  StreetPlace,
} from '#domain/concerts/announcement.ts'
import { movedAlong, repeatedStarts } from '#domain/concerts/repeats.ts'
import type { Repeat } from '#domain/concerts/repeats.ts'
import { ownConcert } from '#domain/concerts/concert.ts'
import { admitMove, checkPublication } from '#domain/concerts/publication.ts'
import { DEFAULT_ZONE } from '#domain/quiet-hours.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { tellHall, transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { answerByKey, onceByKey } from '#server/platform/db/idempotency.ts'
import { typeset } from '#server/platform/typography.ts'
import { noteConcertNews } from '../notifications/news.service.ts'
import { noteEvents } from '../webhooks/webhook-events.service.ts'
import { findAddressAt, townOfAddress } from '../places/addresses.service.ts'
import { timeZoneAtPoint } from '../places/places.service.ts'
import { notifyOfMove } from '../notifications/listeners.service.ts'
import { countAhead, insertConcert, saveCorrection } from './concert-changes.store.ts'
import type { Venue } from './concert-changes.store.ts'
import { lockOwnSeries, startAnnounced } from './concert-lifecycle.service.ts'
import type { SeriesPart } from './concert-lifecycle.service.ts'
import { showConcert } from './concert-views.service.ts'
import type { ConcertSummary } from './concert-views.service.ts'
import { concertById, concertsByIds } from './concerts.store.ts'
import type { ConcertRow } from './concerts.store.ts'
import { defaultRulesOf } from './rules.store.ts'

const NOWHERE = { country: '', city: '', street: '', house: '', houseNumber: '' }

function zoneOf({ description, latitude, longitude }: CheckedDraft['place']): string {
  if (latitude === null || longitude === null)
    return townOfAddress(description)?.timeZone ?? DEFAULT_ZONE
  return timeZoneAtPoint(latitude, longitude)
}

async function venueOf(ctx: Context, place: CheckedDraft['place']): Promise<Venue> {
  const { description, latitude, longitude } = place
  const timeZone = zoneOf(place)
  if (latitude === null || longitude === null) {
    const town = townOfAddress(description)
    return { ...NOWHERE, ...town, address: description, timeZone }
  }
  const { country, city, street, house } =
    (await findAddressAt(ctx, { latitude, longitude })) ?? NOWHERE
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
  /** As typed; without it at once. */
  readonly publishAt?: string | undefined
  readonly closedSession?: boolean | undefined
}

/** Returns the id of the new concert (the first of a series), the same id for the same key. Refuses VALIDATION, ILLEGAL_STEP, IDEMPOTENCY_CONFLICT. */
async function announce(
  ctx: Context,
  artistId: string,
  { call, body, check, key, street, repeat, publishAt: shownAt, ...announcing }: Announcing,
): Promise<string> {
  const { closedSession = DEFAULT_ADVANCED.privacy.closedSession } = announcing
  const at = ctx.now()
  const first = await answerByKey<string>(ctx.sql, call, key, body)
  if (first !== null) return first
  const draft = check(at)
  const { startsAt } = draft
  const publishAt = checkPublication(shownAt, draft, at)
  const lasts = draft.endsAt.getTime() - startsAt.getTime()
  const starts = repeat ? repeatedStarts(startsAt, zoneOf(draft.place), repeat, at) : [startsAt]
  // The address may need an external request: after the limit check, before the transaction.
  admitAnnouncement(await countAhead(ctx.sql, artistId), starts.length)
  const venue = await venueOf(ctx, draft.place)
  return transaction(ctx, (inside) =>
    onceByKey(inside.sql, call, key, body, at, async () => {
      admitAnnouncement(await countAhead(inside.sql, artistId), starts.length)
      const id = randomUUIDv7()
      const rules = await defaultRulesOf(inside.sql, artistId)
      for (const [place, start] of starts.entries()) {
        const one = place === 0 ? id : randomUUIDv7()
        await insertConcert(inside.sql, {
          id: one,
          artistId,
          draft: { ...draft, startsAt: start, endsAt: new Date(start.getTime() + lasts) },
          venue,
          advanced: {
            ...DEFAULT_ADVANCED,
            privacy: { ...DEFAULT_ADVANCED.privacy, closedSession },
          },
          at,
          ...(street && { street }),
          seriesId: repeat ? id : null,
          publishAt,
          rules,
        })
        if (!street && publishAt === null)
          await noteEvents(inside, { id: one }, [{ type: 'concert.announced' }])
      }
      if (street) await startAnnounced(inside, artistId, id, at)
      else if (publishAt === null) await noteConcertNews(inside, { concertId: id, about: 'new' })
      return id
    }),
  )
}

export const announceConcert = (
  ctx: Context,
  artistId: string,
  body: ConcertDraft & {
    readonly repeat?: Repeat | undefined
    readonly publishAt?: string | undefined
    readonly closedSession?: boolean | undefined
  },
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
    publishAt: body.publishAt,
    closedSession: body.closedSession,
  })

/** «Играю здесь». Refuses what `announceConcert` does, and ANOTHER_CONCERT_IS_ON. */
export async function playHere(
  ctx: Context,
  artistId: string,
  body: StreetPlace,
  key: string | null,
): Promise<string> {
  const check = (at: Date) => streetDraft(body, at)
  const id = await announce(ctx, artistId, { call: 'play-here', body, check, key, street: true })
  tellHall(ctx, id)
  return id
}

/** What is left out stays as it is. */
type Corrections = Pick<Correction, 'time'> & {
  readonly [Field in 'title' | 'place']?: Correction[Field] | undefined
} & { readonly words?: string | undefined }

/**
 * Corrects an announcement, with `following` also the later concerts of its series: only the changed fields, and their
 * time by as many days to the same hour. Refuses NOT_FOUND, NOT_YOURS, ILLEGAL_STEP once it is over, and VALIDATION as
 * an announcement does.
 */
export async function correctConcert(
  ctx: Context,
  artistId: string,
  part: SeriesPart,
  { words: said, time, ...typed }: Corrections,
): Promise<ConcertSummary> {
  const at = ctx.now()
  const words = said === undefined ? undefined : typeset(checkWords(said))
  const before = ownConcert(await concertById(ctx.sql, part.id), artistId)
  const wholeOf = (row: ConcertRow): Correction => ({
    title: typed.title ?? row.title,
    place: typed.place ?? placeOf(row),
    time,
  })
  const { place } = checkCorrection(wholeOf(before), before, at)
  const samePlace =
    typed.place !== undefined &&
    [before.address, before.placeDescription].includes(place.description) &&
    samePoint(place, before)
  const newVenue = samePlace ? before : typed.place && (await venueOf(ctx, place))
  await transaction(ctx, async (inside) => {
    const lockedIds = (await lockOwnSeries(inside.sql, artistId, part)).map(({ id }) => id)
    const rows = await concertsByIds(inside.sql, lockedIds)
    const now = ownConcert(
      rows.find(({ id }) => id === part.id),
      artistId,
    )
    const draft = correctedDraft(wholeOf(now), now, at)
    const venue = newVenue ?? now
    if (samePlace) draft.place = { ...draft.place, description: now.placeDescription }
    await saveDraft(inside, now, { draft, venue, words })
    for (const row of rows)
      if (row !== now)
        await saveDraft(inside, row, { ...along(row, now, { draft, venue }, at), words })
    for (const id of lockedIds) tellHall(inside, id)
  })
  return showConcert(ctx, part.id, { viewer: artistId })
}

type Corrected = {
  readonly draft: CheckedDraft
  readonly venue: Venue
  /** What the artist says of it; undefined: as before. */
  readonly words?: string | undefined
}

function correctedDraft(typed: Correction, concert: ConcertRow, at: Date) {
  const draft = checkCorrection(typed, concert, at)
  return { ...draft, title: typeset(draft.title) }
}

/** The correction of a concert when `now`, an earlier one of its series, is corrected. */
function along(row: ConcertRow, now: ConcertRow, { draft, venue }: Corrected, at: Date): Corrected {
  const { startsAt, endsAt, title } = draft
  const samePlace = isAt(now, draft.place, venue)
  const sameStart = same(startsAt, now.startsAt)
  const lasts = minutesOf(draft)
  const minutes = lasts === minutesOf(now) ? minutesOf(row) : lasts
  const moved = sameStart
    ? row.startsAt
    : movedAlong(
        { startsAt: row.startsAt, zone: row.timeZone },
        { startsAt: now.startsAt, zone: now.timeZone },
        { startsAt, zone: venue.timeZone },
        samePlace ? row.timeZone : venue.timeZone,
      )
  const time = {
    startsAt: moved.toISOString(),
    durationHours: Math.floor(minutes / 60),
    durationMinutes: minutes % 60,
  }
  const typed = {
    title: title === now.title ? row.title : title,
    place: samePlace ? placeOf(row) : draft.place,
    time: sameStart && same(endsAt, now.endsAt) ? null : time,
  }
  return { draft: correctedDraft(typed, row, at), venue: samePlace ? row : venue }
}

const minutesOf = ({ startsAt, endsAt }: Pick<CheckedDraft, 'startsAt' | 'endsAt'>) =>
  Math.round((endsAt.getTime() - startsAt.getTime()) / MINUTE_MS)

async function saveDraft(
  inside: Context,
  before: ConcertRow,
  { draft, venue, words }: Corrected,
): Promise<void> {
  const sameTime = same(draft.startsAt, before.startsAt)
  const there = isAt(before, draft.place, venue)
  const sameWords = words === undefined || words === before.words
  if (
    there &&
    sameTime &&
    sameWords &&
    same(draft.endsAt, before.endsAt) &&
    draft.title === before.title
  )
    return
  admitMove(draft.startsAt, before.publishAt)
  const sameVenue = draft.place.name === before.placeName && venue.address === before.address
  const moved = before.publishAt === null && !(sameTime && sameVenue)
  await saveCorrection(inside.sql, before.id, { draft, venue, words, moved })
  if (!moved) return
  await notifyOfMove(inside, before.id)
  await noteConcertNews(inside, { concertId: before.id, about: 'moved' })
  await noteEvents(inside, before, [{ type: 'concert.moved' }])
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
