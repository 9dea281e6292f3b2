import { randomUUIDv7 } from 'node:crypto'
import { noArtist, usernameKey } from '#domain/account.ts'
import {
  admitAnnouncement,
  checkAdvanced,
  checkDraft,
  DEFAULT_ADVANCED,
} from '#domain/announcement.ts'
import type { Advanced, CheckedDraft, ConcertDraft } from '#domain/announcement.ts'
import { admitGoing, END_GRACE_MINUTES, noConcert } from '#domain/concert.ts'
import type { ConcertStatus } from '#domain/concert.ts'
import type { EveningRules } from '#domain/evening-rules.ts'
import type { SongStatus } from '#domain/queue.ts'
import { Refusal } from '#domain/refusal.ts'
import { isUuid } from '#domain/uuid.ts'
import { DEFAULT_ZONE } from '../places/places.service.ts'
import { answerByKey, onceByKey } from '../../platform/db/idempotency.ts'
import { inTransaction } from '../../platform/db/tx.ts'
import { withContext } from '../../platform/with-context.ts'
import { READ_AT_ONCE } from '../../platform/db/wished-songs.ts'
import { typeset } from '../../platform/typography.ts'
import { countAhead, forgetGone, insertConcert, saveAdvanced } from './concert-changes.store.ts'
import type { Venue } from './concert-changes.store.ts'
import {
  artistIdOf,
  concertById,
  concertForLive,
  concertNowOf,
  concertsByIds,
  revisionsOf,
  statusesForLive,
  nextConcertOf,
  pastConcertsOf,
} from './concerts.store.ts'
import type { ConcertRow } from './concerts.store.ts'
import { listConcerts, listConcertsBySongs, placeInList } from './concert-list.store.ts'
import { readEdge } from './date-bound.ts'
import { addGoing, countGoing, keptStatus, removeGoing } from './concerts.store.ts'
import { holdOwn, makeLife } from './concert-lifecycle.service.ts'
import type { LifeDeps } from './concert-lifecycle.service.ts'
import { changeRules, makeLonger, rulesOf } from './rules.service.ts'
import type { RulesContext } from './rules.service.ts'
import { wishedSongs } from './finding.store.ts'

/** A song in a concert as everybody may see it. */
export type ShownSong = {
  readonly id: string
  readonly songId: string
  readonly title: string
  readonly artistName: string
  readonly imageUrl: string
  readonly status: SongStatus
  readonly backers: number
}

/** A concert as everybody may see it; `songs` stays empty where its artist does not show them. */
export type ShownConcert = ConcertRow & { readonly songs: readonly ShownSong[] }

/** What people look for in a list; a blank text is no wish. */
export type ConcertWish = {
  readonly artistUsername?: string | undefined
  readonly city?: string | undefined
  /** ISO dates, or date-times with offset; both ends belong to the span. */
  readonly dateStart?: string | undefined
  readonly dateEnd?: string | undefined
  /** Past ones too. */
  readonly allData?: boolean | undefined
  readonly songIds?: readonly string[] | undefined
  readonly limit: number
  /** The id of the last concert of the part before. */
  readonly cursor?: string | undefined
}

export type ConcertsContext = Omit<LifeDeps, 'queue' | 'endGraceMinutes'> & {
  places: { timeZoneOf(latitude: number, longitude: number): string }
  addresses: {
    /** Never fails and never takes long: whoever is asked outside for it. */
    at(point: { latitude: number; longitude: number }): Promise<VenueAddress | null>
    /** The town that an address names without doubt. */
    townOf(text: string): Pick<VenueAddress, 'country' | 'city'> | null
  }
  queue: LifeDeps['queue'] &
    RulesContext['queue'] & {
      /** The live entries: NOW first, then those that wait, in order. */
      entriesOf(concertId: string): Promise<readonly ShownSong[]>
      entriesOfMany(concertIds: readonly string[]): Promise<Map<string, ShownSong[]>>
    }
  endGraceMinutes?: number
}

/** What is known of the address at a point; the rest is empty. */
type VenueAddress = { country: string; city: string; street: string; house: string }

const NOWHERE = { country: '', city: '', street: '', house: '', houseNumber: '' }

/** An artist sees his closed concerts where others do not; null is anybody else. */
type Viewer = string | null

const GONE_KEPT_MS = 90 * 24 * 60 * 60_000

async function shown(ctx: ConcertsContext, row: ConcertRow): Promise<ShownConcert> {
  return { ...row, songs: row.showSongsOnPoster ? await ctx.queue.entriesOf(row.id) : [] }
}

async function allShown(
  ctx: ConcertsContext,
  rows: readonly ConcertRow[],
): Promise<ShownConcert[]> {
  const open = rows.filter((row) => row.showSongsOnPoster)
  const queues = await ctx.queue.entriesOfMany(open.map(({ id }) => id))
  return rows.map((row) => Object.assign(row, { songs: queues.get(row.id) ?? [] }))
}

async function rowOf(ctx: ConcertsContext, id: string): Promise<ConcertRow> {
  const row = await concertById(ctx.sql, id)
  if (row === undefined) throw noConcert()
  return row
}

async function byId(ctx: ConcertsContext, id: string): Promise<ShownConcert> {
  return shown(ctx, await rowOf(ctx, id))
}

/** In the order asked for; those that are gone meanwhile are left out. */
async function byIds(ctx: ConcertsContext, ids: readonly string[]): Promise<ShownConcert[]> {
  const order = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: ConcertRow) => order.get(id) ?? ids.length
  const rows = await concertsByIds(ctx.sql, ids)
  return allShown(
    ctx,
    rows.toSorted((a, b) => placeOf(a) - placeOf(b)),
  )
}

async function artistOf(ctx: ConcertsContext, username: string): Promise<string> {
  const id = await artistIdOf(ctx.sql, username)
  if (id === null) throw noArtist()
  return id
}

async function venueOf(
  ctx: ConcertsContext,
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

/** Gives the id of the new concert, the same for the same key. Refuses VALIDATION, ILLEGAL_STEP, IDEMPOTENCY_CONFLICT. */
async function create(
  ctx: ConcertsContext,
  artistId: string,
  draft: ConcertDraft,
  idempotencyKey: string | null,
): Promise<string> {
  const at = ctx.now()
  // Of each artist apart, so that nobody's key can meet another's.
  const call = `create-session ${artistId}`
  const first = await answerByKey<string>(ctx.sql, call, idempotencyKey, draft)
  if (first !== null) return first
  const typed = checkDraft(draft, at)
  const checked = { ...typed, title: typeset(typed.title) }
  // Somebody outside may be asked for the address, so the transaction comes after it; and not in vain.
  admitAnnouncement(await countAhead(ctx.sql, artistId))
  const venue = await venueOf(ctx, checked.place)
  return inTransaction(ctx.sql, (outer) =>
    onceByKey(outer, call, idempotencyKey, draft, at, async (inside) => {
      admitAnnouncement(await countAhead(inside, artistId))
      const id = randomUUIDv7()
      await insertConcert(inside, {
        id,
        artistId,
        draft: checked,
        venue,
        advanced: DEFAULT_ADVANCED,
        at,
      })
      return id
    }),
  )
}

/** The concert that this artist is playing, closed or not: who stands in its hall came by the artist's page. Refuses NOT_FOUND. */
async function currentOf(
  ctx: ConcertsContext,
  artistUsername: string,
): Promise<ShownConcert | null> {
  const row = await concertNowOf(ctx.sql, await artistOf(ctx, artistUsername))
  // The poster may hide its list; the hall sees the queue that it orders into, here as on the live channel.
  return row === undefined ? null : { ...row, songs: await ctx.queue.entriesOf(row.id) }
}

/** The nearest concert that may still be started; closed ones for their own artist alone. Refuses NOT_FOUND. */
async function nextOf(
  ctx: ConcertsContext,
  artistUsername: string,
  viewer: Viewer,
): Promise<ShownConcert | null> {
  const artistId = await artistOf(ctx, artistUsername)
  const withClosed = viewer === artistId
  const row = await nextConcertOf(ctx.sql, artistId, { now: ctx.now(), withClosed })
  return row === undefined ? null : shown(ctx, row)
}

/**
 * Public concerts by start, or with songs those with most of them first. An artist finds his closed
 * ones under his own name; an unknown artist has none. Refuses VALIDATION at `dateStart`, `dateEnd`
 * and `cursor`.
 */
async function list(
  ctx: ConcertsContext,
  wish: ConcertWish,
  viewer: Viewer,
): Promise<ShownConcert[]> {
  const from = readEdge(wish.dateStart, 'dateStart')
  const till = readEdge(wish.dateEnd, 'dateEnd')
  const songIds = wish.songIds ?? []
  const username = wish.artistUsername?.trim() ?? ''
  const artistId = username === '' ? null : await artistIdOf(ctx.sql, username)
  if (username !== '' && artistId === null) return []
  const filter = {
    now: ctx.now(),
    artistId,
    withClosed: artistId !== null && artistId === viewer,
    withPast: wish.allData ?? false,
    city: wish.city ?? null,
    from,
    till,
  }
  const part = { after: await placeAfter(ctx, wish.cursor, songIds), limit: wish.limit }
  if (songIds.length === 0) return byIds(ctx, await listConcerts(ctx.sql, filter, part))
  const wished = await wishedSongs(ctx.sql, songIds, READ_AT_ONCE)
  return byIds(ctx, await listConcertsBySongs(ctx.sql, filter, wished, part))
}

async function placeAfter(
  ctx: ConcertsContext,
  cursor: string | undefined,
  songIds: readonly string[],
) {
  if (cursor === undefined) return null
  const place = await placeInList(ctx.sql, cursor, songIds)
  // An empty part would say that the list is over.
  if (place === undefined)
    throw new Refusal('VALIDATION', 'Афиша изменилась. Откройте её заново.', 'cursor')
  return place
}

/** The artist's own concerts that are over, the newest first. Refuses VALIDATION at `cursor`. */
async function past(
  ctx: ConcertsContext,
  artistId: string,
  part: { limit: number; cursor?: string | undefined },
): Promise<ShownConcert[]> {
  const after = await placeAfter(ctx, part.cursor, [])
  return allShown(ctx, await pastConcertsOf(ctx.sql, artistId, { after, limit: part.limit }))
}

/** Refuses NOT_FOUND, NOT_YOURS, and VALIDATION at `description` and `ticketLink`. */
async function update(
  ctx: ConcertsContext,
  artistId: string,
  id: string,
  advanced: Advanced,
): Promise<ShownConcert> {
  const typed = checkAdvanced(advanced)
  const checked = { ...typed, description: typeset(typed.description) }
  await inTransaction(ctx.sql, async (inside) => {
    await holdOwn(inside, artistId, id)
    await saveAdvanced(inside, id, checked)
  })
  ctx.changed(id)
  return byId(ctx, id)
}

/** The first songs of a concert that are still to be played; none where its artist does not show them. Refuses NOT_FOUND. */
async function songs(
  ctx: ConcertsContext,
  id: string,
  limit: number,
): Promise<readonly ShownSong[]> {
  return (await byId(ctx, id)).songs.slice(0, limit)
}

/**
 * «I will go», and back; gives how many go. A device that nobody knows (null) changes nothing.
 * Refuses NOT_FOUND, and SESSION_NOT_OPEN once the concert is over.
 */
async function going(
  ctx: ConcertsContext,
  id: string,
  deviceId: string | null,
  goes: boolean,
): Promise<number> {
  return inTransaction(ctx.sql, async (inside) => {
    const status = await keptStatus(inside, id)
    if (status === undefined) throw noConcert()
    admitGoing({ status })
    if (deviceId !== null && goes)
      await addGoing(inside, { concertId: id, deviceId, since: ctx.now() })
    if (deviceId !== null && !goes) await removeGoing(inside, id, deviceId)
    return countGoing(inside, id)
  })
}

/** The optional ones are left out where they are as announced. */
type LiveStatus = {
  sessionStatus: ConcertStatus
  active: boolean
  rules?: Partial<EveningRules>
  longerMinutes?: number
  dateTimeEnd?: string
  breakUntil?: string
}

/** What the live channel tells of these concerts; one that is gone is left out. */
async function statusesOf(ctx: ConcertsContext, ids: string[]): Promise<Map<string, LiveStatus>> {
  const rows = await statusesForLive(ctx.sql, ids)
  return new Map(
    rows.map(({ id, status, active, rules, longerMinutes, endsAt, breakUntil }) => [
      id,
      {
        sessionStatus: status,
        active,
        ...(Object.keys(rules).length > 0 && { rules }),
        ...(longerMinutes > 0 && { longerMinutes, dateTimeEnd: endsAt.toISOString() }),
        ...(breakUntil && { breakUntil: breakUntil.toISOString() }),
      },
    ]),
  )
}

/** The concert's id where it is this artist's, else null; both come from the open, as anybody typed them. */
async function findForLive(
  ctx: ConcertsContext,
  artistUsername: string,
  concertId: string,
): Promise<string | null> {
  if (!isUuid(concertId)) return null
  const row = await concertForLive(ctx.sql, concertId)
  return row?.artistKey === usernameKey(artistUsername) ? concertId.toLowerCase() : null
}

/** Concerts: how they are announced, found, shown and changed. Their life from start to end is in concert-lifecycle.service.ts. */
export function makeConcerts(ctx: ConcertsContext) {
  const life = makeLife({ ...ctx, endGraceMinutes: ctx.endGraceMinutes ?? END_GRACE_MINUTES })
  const bound = withContext(ctx)
  return {
    create: bound(create),
    byId: bound(byId),
    byIds: bound(byIds),
    currentOf: bound(currentOf),
    nextOf: bound(nextOf),
    list: bound(list),
    past: bound(past),
    update: bound(update),
    songs: bound(songs),
    going: bound(going),
    statusesOf: bound(statusesOf),
    /** How many times each of these concerts has changed; one that is gone is left out. */
    revisionsOf: (ids: string[]) => revisionsOf(ctx.sql, ids),
    findForLive: bound(findForLive),
    /** The four steps by hand, and the clock; see concert-lifecycle.service.ts. */
    setStatus: async (artistId: string, id: string, status: 'NOW' | 'PLAYED') =>
      byId(ctx, await life.setStatus(artistId, id, status)),
    pause: async (artistId: string) => byId(ctx, await life.pause(artistId)),
    takeBreak: async (artistId: string, id: string, until: Date) =>
      byId(ctx, await life.takeBreak(artistId, id, until)),
    resume: async (artistId: string) => byId(ctx, await life.resume(artistId)),
    remove: life.remove,
    rulesOf: bound(rulesOf),
    changeRules: bound(changeRules),
    playLonger: async (
      artistId: string,
      wish: { readonly sessionId: string; readonly minutes: number },
      key: string | null,
    ) => {
      await makeLonger(ctx, artistId, wish, key)
      return byId(ctx, wish.sessionId)
    },
    /** Deleted concerts that would be over for 90 days. */
    forgetGone: () => forgetGone(ctx.sql, new Date(ctx.now().getTime() - GONE_KEPT_MS)),
    tick: life.tick,
  }
}

export type Concerts = ReturnType<typeof makeConcerts>
