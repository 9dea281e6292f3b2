import { usernameKey } from '#domain/accounts/account.ts'
import { checkAdvanced } from '#domain/concerts/announcement.ts'
import type { Advanced } from '#domain/concerts/announcement.ts'
import { admitByWord, tooManyWords } from '#domain/concerts/code-word.ts'
import { admitGoing, END_GRACE_MINUTES, noConcert, ownConcert } from '#domain/concerts/concert.ts'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { DAY_MS } from '#domain/time.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { withContext } from '#server/platform/with-context.ts'
import { typeset } from '#server/platform/typography.ts'
import { correct, create, playHere } from './announcing.service.ts'
import type { AnnouncingContext } from './announcing.service.ts'
import { forgetGone, saveAdvanced } from './concert-changes.store.ts'
import {
  addGoing,
  concertForLive,
  concertRulesOf,
  concertsByIds,
  countGoing,
  statusOf,
  removeGoing,
  revisionsOf,
  statusesForLive,
} from './concerts.store.ts'
import type { ConcertRow } from './concerts.store.ts'
import { byId, byIds, currentOf, list, nextOf, past, songs } from './concert-views.service.ts'
import type { ConcertViewsContext, ConcertSummary } from './concert-views.service.ts'
import { lockOwnSeries, makeConcertLifecycle } from './concert-lifecycle.service.ts'
import type { LifecycleDeps, SeriesPart } from './concert-lifecycle.service.ts'
import { changeRules, extendConcert, rulesOf } from './rules.service.ts'
import type { RulesContext } from './rules.service.ts'

export type ConcertsContext = Omit<LifecycleDeps, 'queue' | 'endGraceMinutes'> &
  Omit<AnnouncingContext, 'queue'> & {
    queue: LifecycleDeps['queue'] &
      RulesContext['queue'] &
      ConcertViewsContext['queue'] & {
        /** Called inside the locking transaction, when it may have changed whether this concert takes orders. */
        endCollecting(sql: Sql, concertId: string): Promise<void>
      }
    endGraceMinutes?: number
    endsWait?: LifecycleDeps['endsWait']
  }

const GONE_KEPT_MS = 90 * DAY_MS

/** With `following` changes the others too, but only the changed fields. Refuses NOT_FOUND, NOT_YOURS, and VALIDATION at `description` and `ticketLink`. */
async function update(
  ctx: ConcertsContext,
  artistId: string,
  part: SeriesPart,
  advanced: Advanced,
): Promise<ConcertSummary> {
  const typed = checkAdvanced(advanced)
  const checked = { ...typed, description: typeset(typed.description) }
  const ids = await inTransaction(ctx.sql, async (inside) => {
    const lockedIds = (await lockOwnSeries(inside, artistId, part)).map(({ id }) => id)
    const rows = await concertsByIds(inside, lockedIds)
    const before = advancedOf(
      ownConcert(
        rows.find(({ id }) => id === part.id),
        artistId,
      ),
    )
    for (const row of rows) {
      await saveAdvanced(inside, row.id, changedAlike(advancedOf(row), before, checked))
      await ctx.queue.endCollecting(inside, row.id)
    }
    return lockedIds
  })
  for (const id of ids) ctx.changed(id)
  ctx.queue.wakeMoney()
  return byId(ctx, part.id, { viewer: artistId })
}

function advancedOf({ age, description, ticketLink, autoRun, ...row }: ConcertRow): Advanced {
  const { ableGetSongs, closedSession, showSongsOnPoster } = row
  const privacy = { ableGetSongs, closedSession, showSongsOnPoster, autoRunSession: autoRun }
  return { age, description, ticketLink, privacy }
}

/** `other` with the fields in which `now` differs from `before`. */
function changedAlike(other: Advanced, before: Advanced, now: Advanced): Advanced {
  return {
    ...other,
    ...differing(before, now),
    privacy: { ...other.privacy, ...differing(before.privacy, now.privacy) },
  }
}

function differing<T extends object>(before: T, now: T): Partial<T> {
  const changed = Object.entries(now).filter(([name, value]) => before[name as keyof T] !== value)
  return Object.fromEntries(changed) as Partial<T>
}

/**
 * Saves or removes «I will go»; returns how many go. A device without an id (null) changes nothing. Refuses NOT_FOUND,
 * and SESSION_NOT_OPEN once the concert is over.
 */
async function going(
  ctx: ConcertsContext,
  id: string,
  deviceId: string | null,
  goes: boolean,
): Promise<number> {
  return inTransaction(ctx.sql, async (inside) => {
    const status = await statusOf(inside, id)
    if (status === undefined) throw noConcert()
    admitGoing({ status })
    if (deviceId !== null && goes)
      await addGoing(inside, { concertId: id, deviceId, since: ctx.now() })
    if (deviceId !== null && !goes) await removeGoing(inside, id, deviceId)
    return countGoing(inside, id)
  })
}

/** The optional fields are left out while they are as announced. */
type LiveStatus = {
  sessionStatus: ConcertStatus
  active: boolean
  rules?: Partial<EveningRules>
  longerMinutes?: number
  dateTimeEnd?: string
  corrections?: number
  breakUntil?: string
  /** Required to watch the concert. */
  pass?: string
}

/** What the live channel publishes of these concerts; deleted ones are left out. */
async function statusesOf(ctx: ConcertsContext, ids: string[]): Promise<Map<string, LiveStatus>> {
  const rows = await statusesForLive(ctx.sql, ids)
  return new Map(
    rows.map(({ id, status, active, rules, longerMinutes, endsAt, breakUntil, pass, ...row }) => [
      id,
      {
        sessionStatus: status,
        active,
        ...(pass !== null && { pass }),
        ...(Object.keys(rules).length > 0 && { rules }),
        ...(longerMinutes > 0 && { longerMinutes, dateTimeEnd: endsAt.toISOString() }),
        ...(row.corrections > 0 && { corrections: row.corrections }),
        ...(breakUntil && { breakUntil: breakUntil.toISOString() }),
      },
    ]),
  )
}

/**
 * Returns the concert's id when it belongs to this artist and the caller may come in, else null. The arguments are
 * unchecked user input.
 */
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
 * Returns the pass of a closed evening for its code word. `tries` are spent before the word is checked, so that
 * parallel requests are counted too; a right word gives back the tries shared with other guests. Refuses NOT_FOUND,
 * TOO_MANY, and VALIDATION at `word`.
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

/** Concerts: announcing, searching, showing, changing. Start, pause and end are in concert-lifecycle.service.ts. */
export function makeConcerts(ctx: ConcertsContext) {
  const lifecycle = makeConcertLifecycle({
    ...ctx,
    endGraceMinutes: ctx.endGraceMinutes ?? END_GRACE_MINUTES,
  })
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
    correct: bound(correct),
    songs: bound(songs),
    going: bound(going),
    statusesOf: bound(statusesOf),
    /** The number of changes of each of these concerts; deleted ones are left out. */
    revisionsOf: (ids: string[]) => revisionsOf(ctx.sql, ids),
    findForLive: bound(findForLive),
    /** The four steps by the artist, and the clock; see concert-lifecycle.service.ts. */
    setStatus: async (artistId: string, id: string, status: 'NOW' | 'PLAYED') =>
      byId(ctx, await lifecycle.setStatus(artistId, id, status), { viewer: artistId }),
    pause: async (artistId: string) =>
      byId(ctx, await lifecycle.pause(artistId), { viewer: artistId }),
    takeBreak: async (artistId: string, id: string, until: Date) =>
      byId(ctx, await lifecycle.takeBreak(artistId, id, until), { viewer: artistId }),
    resume: async (artistId: string) =>
      byId(ctx, await lifecycle.resume(artistId), { viewer: artistId }),
    remove: lifecycle.remove,
    enter: bound(enter),
    rulesOf: bound(rulesOf),
    changeRules: bound(changeRules),
    playLonger: async (
      artistId: string,
      wish: { readonly sessionId: string; readonly minutes: number },
      key: string | null,
    ) => {
      await extendConcert(ctx, artistId, wish, key)
      return byId(ctx, wish.sessionId, { viewer: artistId })
    },
    /** Records of deleted concerts that would have ended 90 days ago. */
    forgetGone: () => forgetGone(ctx.sql, new Date(ctx.now().getTime() - GONE_KEPT_MS)),
    tick: lifecycle.tick,
  }
}

export type Concerts = ReturnType<typeof makeConcerts>
