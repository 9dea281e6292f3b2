import { randomUUIDv7 } from 'node:crypto'
import {
  admitAnnouncement,
  checkCorrection,
  checkDraft,
  DEFAULT_ADVANCED,
} from '#domain/concerts/announcement.ts'
import type { CheckedDraft, ConcertDraft, Correction } from '#domain/concerts/announcement.ts'
import { noConcert, ownConcert } from '#domain/concerts/concert.ts'
import { streetDraft } from '#domain/concerts/street.ts'
import { answerByKey, onceByKey } from '../../platform/db/idempotency.ts'
import type { Sql } from '../../platform/db/open.ts'
import { inTransaction } from '../../platform/db/tx.ts'
import { typeset } from '../../platform/typography.ts'
import { DEFAULT_ZONE } from '../places/places.service.ts'
import { countAhead, insertConcert, saveCorrection } from './concert-changes.store.ts'
import type { Venue } from './concert-changes.store.ts'
import { beginIn, holdOwn } from './concert-lifecycle.service.ts'
import { byId } from './concert-views.service.ts'
import type { ConcertViewsContext, ShownConcert } from './concert-views.service.ts'
import { concertById } from './concerts.store.ts'

export type AnnouncingContext = ConcertViewsContext & {
  places: { timeZoneOf(latitude: number, longitude: number): string }
  addresses: {
    /** Never fails and never takes long: whoever is asked outside for it. */
    at(point: { latitude: number; longitude: number }): Promise<VenueAddress | null>
    /** The town that an address names without doubt. */
    townOf(text: string): Pick<VenueAddress, 'country' | 'city'> | null
  }
  push: {
    /** The time or the place of this concert changed, inside the transaction that holds it. */
    concertMoved(sql: Sql, concertId: string): Promise<void>
  }
  follows: {
    /** Whoever follows is told of it later, by the transaction that announces or moves it. */
    concertNews(
      sql: Sql,
      news: { readonly concertId: string; readonly about: 'new' | 'moved' },
    ): Promise<void>
  }
  /** After the commit: what is told of this concert changed. */
  changed: (concertId: string) => void
}

/** What is known of the address at a point; the rest is empty. */
type VenueAddress = { country: string; city: string; street: string; house: string }

const NOWHERE = { country: '', city: '', street: '', house: '', houseNumber: '' }

async function venueOf(
  ctx: AnnouncingContext,
  { description, latitude, longitude }: CheckedDraft['place'],
): Promise<Venue> {
  if (latitude === null || longitude === null) {
    const town = ctx.addresses.townOf(description)
    return { ...NOWHERE, ...town, address: description, timeZone: DEFAULT_ZONE }
  }
  const { country, city, street, house } =
    (await ctx.addresses.at({ latitude, longitude })) ?? NOWHERE
  // What the artist typed or picked is the address; what was found at its point fills an empty one.
  const address = description === '' ? [street, house].filter(Boolean).join(', ') : description
  const timeZone = ctx.places.timeZoneOf(latitude, longitude)
  return { country, city, street, houseNumber: house, address, timeZone }
}

type Announcing = {
  readonly call: string
  readonly body: unknown
  readonly check: (at: Date) => CheckedDraft
  readonly key: string | null
  /** It begins at once. */
  readonly street?: true
}

/** Gives the id of the new concert, the same for the same key. Refuses VALIDATION, ILLEGAL_STEP, IDEMPOTENCY_CONFLICT. */
async function announce(
  ctx: AnnouncingContext,
  artistId: string,
  { body, check, key, street, ...announcing }: Announcing,
): Promise<string> {
  const at = ctx.now()
  // Of each artist apart, so that nobody's key can meet another's.
  const call = `${announcing.call} ${artistId}`
  const first = await answerByKey<string>(ctx.sql, call, key, body)
  if (first !== null) return first
  const draft = check(at)
  // Somebody outside may be asked for the address, so the transaction comes after it; and not in vain.
  admitAnnouncement(await countAhead(ctx.sql, artistId))
  const venue = await venueOf(ctx, draft.place)
  return inTransaction(ctx.sql, (outer) =>
    onceByKey(outer, call, key, body, at, async (inside) => {
      admitAnnouncement(await countAhead(inside, artistId))
      const id = randomUUIDv7()
      const advanced = DEFAULT_ADVANCED
      await insertConcert(inside, {
        id,
        artistId,
        draft,
        venue,
        advanced,
        at,
        ...(street && { street }),
      })
      if (street) await beginIn(inside, artistId, id, at)
      else await ctx.follows.concertNews(inside, { concertId: id, about: 'new' })
      return id
    }),
  )
}

export const create = (
  ctx: AnnouncingContext,
  artistId: string,
  body: ConcertDraft,
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

/** Corrects what was announced. Refuses NOT_FOUND, NOT_YOURS, ILLEGAL_STEP once it is over, and VALIDATION as an announcement does. */
export async function correct(
  ctx: AnnouncingContext,
  artistId: string,
  id: string,
  typed: Correction,
): Promise<ShownConcert> {
  const at = ctx.now()
  const before = ownConcert(await concertById(ctx.sql, id), artistId)
  const { place } = checkCorrection(typed, before, at)
  const { longitude, latitude } = place
  const samePlace =
    [before.address, before.placeDescription].includes(place.description) &&
    before.longitude === longitude &&
    before.latitude === latitude
  const venue = samePlace ? before : await venueOf(ctx, place)
  await inTransaction(ctx.sql, async (inside) => {
    await holdOwn(inside, artistId, id)
    const now = await concertById(inside, id)
    if (now === undefined) throw noConcert()
    const checked = checkCorrection(typed, now, at)
    const { placeDescription } = now
    const draft = {
      ...checked,
      title: typeset(checked.title),
      place: samePlace ? { ...checked.place, description: placeDescription } : checked.place,
    }
    const moved =
      !same(draft.startsAt, now.startsAt) ||
      draft.place.name !== now.placeName ||
      venue.address !== now.address
    const changed = moved || !same(draft.endsAt, now.endsAt) || draft.title !== now.title
    if (!changed && samePlace) return
    await saveCorrection(inside, id, { draft, venue })
    if (!moved) return
    await ctx.push.concertMoved(inside, id)
    await ctx.follows.concertNews(inside, { concertId: id, about: 'moved' })
  })
  ctx.changed(id)
  return byId(ctx, id, { viewer: artistId })
}

const same = (one: Date, other: Date) => one.getTime() === other.getTime()
