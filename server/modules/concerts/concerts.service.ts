import { randomUUIDv7 } from 'node:crypto'
import { usernameKey } from '#domain/accounts/account.ts'
import {
  admitAnnouncement,
  checkAdvanced,
  checkDraft,
  DEFAULT_ADVANCED,
} from '#domain/concerts/announcement.ts'
import type { Advanced, CheckedDraft, ConcertDraft } from '#domain/concerts/announcement.ts'
import { admitByWord, tooManyWords } from '#domain/concerts/code-word.ts'
import { admitGoing, END_GRACE_MINUTES, noConcert } from '#domain/concerts/concert.ts'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import { streetDraft } from '#domain/concerts/street.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { isUuid } from '#domain/uuid.ts'
import { DEFAULT_ZONE } from '../places/places.service.ts'
import { answerByKey, onceByKey } from '../../platform/db/idempotency.ts'
import type { Sql } from '../../platform/db/open.ts'
import { inTransaction } from '../../platform/db/tx.ts'
import { withContext } from '../../platform/with-context.ts'
import { typeset } from '../../platform/typography.ts'
import { countAhead, forgetGone, insertConcert, saveAdvanced } from './concert-changes.store.ts'
import type { Venue } from './concert-changes.store.ts'
import {
  addGoing,
  concertForLive,
  concertRulesOf,
  countGoing,
  keptStatus,
  removeGoing,
  revisionsOf,
  statusesForLive,
} from './concerts.store.ts'
import { byId, byIds, currentOf, list, nextOf, past, songs } from './concert-views.service.ts'
import type { ConcertViewsContext, ShownConcert } from './concert-views.service.ts'
import { beginIn, holdOwn, makeLife } from './concert-lifecycle.service.ts'
import type { LifeDeps } from './concert-lifecycle.service.ts'
import { changeRules, makeLonger, rulesOf } from './rules.service.ts'
import type { RulesContext } from './rules.service.ts'

export type ConcertsContext = Omit<LifeDeps, 'queue' | 'endGraceMinutes'> & {
  places: { timeZoneOf(latitude: number, longitude: number): string }
  addresses: {
    /** Never fails and never takes long: whoever is asked outside for it. */
    at(point: { latitude: number; longitude: number }): Promise<VenueAddress | null>
    /** The town that an address names without doubt. */
    townOf(text: string): Pick<VenueAddress, 'country' | 'city'> | null
  }
  queue: LifeDeps['queue'] &
    RulesContext['queue'] &
    ConcertViewsContext['queue'] & {
      /** Whether orders are taken in this concert was changed, inside the transaction that holds it. */
      endCollecting(sql: Sql, concertId: string): Promise<void>
    }
  endGraceMinutes?: number
}

/** What is known of the address at a point; the rest is empty. */
type VenueAddress = { country: string; city: string; street: string; house: string }

const NOWHERE = { country: '', city: '', street: '', house: '', houseNumber: '' }

const GONE_KEPT_MS = 90 * 24 * 60 * 60_000

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
  ctx: ConcertsContext,
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
      return id
    }),
  )
}

const create = (ctx: ConcertsContext, artistId: string, body: ConcertDraft, key: string | null) =>
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
async function playHere(
  ctx: ConcertsContext,
  artistId: string,
  body: { readonly latitude: number; readonly longitude: number },
  key: string | null,
): Promise<string> {
  const check = (at: Date) => streetDraft(body, at)
  const id = await announce(ctx, artistId, { call: 'play-here', body, check, key, street: true })
  ctx.changed(id)
  return id
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
    await ctx.queue.endCollecting(inside, id)
  })
  ctx.changed(id)
  ctx.queue.wakeMoney()
  return byId(ctx, id, { viewer: artistId })
}

/**
 * «I will go», and back; gives how many go. A device without an id (null) changes nothing.
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
  /** Without it nobody watches. */
  pass?: string
}

/** What the live channel tells of these concerts; one that is gone is left out. */
async function statusesOf(ctx: ConcertsContext, ids: string[]): Promise<Map<string, LiveStatus>> {
  const rows = await statusesForLive(ctx.sql, ids)
  return new Map(
    rows.map(({ id, status, active, rules, longerMinutes, endsAt, breakUntil, pass }) => [
      id,
      {
        sessionStatus: status,
        active,
        ...(pass !== null && { pass }),
        ...(Object.keys(rules).length > 0 && { rules }),
        ...(longerMinutes > 0 && { longerMinutes, dateTimeEnd: endsAt.toISOString() }),
        ...(breakUntil && { breakUntil: breakUntil.toISOString() }),
      },
    ]),
  )
}

/** The concert's id where it is this artist's and whoever asks may come in, else null; all come from the open, as anybody typed them. */
async function findForLive(
  ctx: ConcertsContext,
  artistUsername: string,
  concertId: string,
  pass?: string,
): Promise<string | null> {
  if (!isUuid(concertId)) return null
  const row = await concertForLive(ctx.sql, concertId)
  if (row !== undefined && row.pass !== null && row.pass !== pass) return null
  return row?.artistKey === usernameKey(artistUsername) ? concertId.toLowerCase() : null
}

/**
 * Gives the pass of a closed evening to whoever knows its word. `tries` are spent before the word is looked
 * at, so that words sent at once are counted too; a right one gives back what it took of other guests.
 * Refuses NOT_FOUND, TOO_MANY, and VALIDATION at `word`.
 */
async function enter(
  ctx: ConcertsContext,
  id: string,
  word: string,
  tries: { spend(): Promise<void>; giveBack(): Promise<void> },
): Promise<{ pass: string }> {
  const concert = await concertRulesOf(ctx.sql, id)
  if (concert === undefined || concert.codeWord === null || concert.pass === null) throw noConcert()
  await tries.spend().catch(tooManyWords)
  admitByWord(word, concert.codeWord)
  await tries.giveBack()
  return { pass: concert.pass }
}

/** Concerts: how they are announced, found, shown and changed. Their life from start to end is in concert-lifecycle.service.ts. */
export function makeConcerts(ctx: ConcertsContext) {
  const life = makeLife({ ...ctx, endGraceMinutes: ctx.endGraceMinutes ?? END_GRACE_MINUTES })
  const bound = withContext(ctx)
  return {
    create: bound(create),
    playHere: bound(playHere),
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
      byId(ctx, await life.setStatus(artistId, id, status), { viewer: artistId }),
    pause: async (artistId: string) => byId(ctx, await life.pause(artistId), { viewer: artistId }),
    takeBreak: async (artistId: string, id: string, until: Date) =>
      byId(ctx, await life.takeBreak(artistId, id, until), { viewer: artistId }),
    resume: async (artistId: string) =>
      byId(ctx, await life.resume(artistId), { viewer: artistId }),
    remove: life.remove,
    enter: bound(enter),
    rulesOf: bound(rulesOf),
    changeRules: bound(changeRules),
    playLonger: async (
      artistId: string,
      wish: { readonly sessionId: string; readonly minutes: number },
      key: string | null,
    ) => {
      await makeLonger(ctx, artistId, wish, key)
      return byId(ctx, wish.sessionId, { viewer: artistId })
    },
    /** Deleted concerts that would be over for 90 days. */
    forgetGone: () => forgetGone(ctx.sql, new Date(ctx.now().getTime() - GONE_KEPT_MS)),
    tick: life.tick,
  }
}

export type Concerts = ReturnType<typeof makeConcerts>
