import { usernameKey } from '#domain/accounts/account.ts'
import { checkAdvanced } from '#domain/concerts/announcement.ts'
import type { Advanced } from '#domain/concerts/announcement.ts'
import {
  admitByWord,
  admitTry,
  tooManyWords,
  WRONG_WORDS,
  wrongWordsText,
} from '#domain/concerts/code-word.ts'
import { admitGoing, noConcert, ownConcert } from '#domain/concerts/concert.ts'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { DAY_MS } from '#domain/time.ts'
import { isUuid } from '#domain/uuid.ts'
import { tellHall, transaction, wakeMoney } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import type { SecretTries } from '#server/platform/limits/rate-counters.ts'
import { typeset } from '#server/platform/typography.ts'
import { mailArtist, wrongWordsMail } from '../accounts/mailer.service.ts'
import { noteOpening } from '../notifications/news.service.ts'
import { endCollecting } from '../queue/queue.service.ts'
import { forgetGone, saveAdvanced } from './concert-changes.store.ts'
import {
  addGoing,
  concertForLive,
  concertRulesOf,
  concertsByIds,
  countGoing,
  countWrongWord,
  forgetGoing,
  statusOf,
  removeGoing,
  revisionsOf,
  statusesForLive,
} from './concerts.store.ts'
import type { ConcertRow } from './concerts.store.ts'
import { lockOwnSeries } from './concert-lifecycle.service.ts'
import type { SeriesPart } from './concert-lifecycle.service.ts'
import { showConcert } from './concert-views.service.ts'
import type { ConcertSummary } from './concert-views.service.ts'

/** The page of a cancelled concert stays for a year. */
const GONE_KEPT_MS = 365 * DAY_MS
/** Who wanted to come, after the end. */
const GOING_KEPT_MS = 90 * DAY_MS

/** What is left out stays. */
type AdvancedChange = Partial<Omit<Advanced, 'privacy'>> & {
  readonly privacy?: Partial<Advanced['privacy']>
}

/** With `following` changes the others too, but only the changed fields. Refuses NOT_FOUND, NOT_YOURS, and VALIDATION at `description` and `ticketLink`. */
export async function updateConcert(
  ctx: Context,
  artistId: string,
  part: SeriesPart,
  change: AdvancedChange,
): Promise<ConcertSummary> {
  await transaction(ctx, async (inside) => {
    const { sql } = inside
    const lockedIds = (await lockOwnSeries(sql, artistId, part)).map(({ id }) => id)
    const rows = await concertsByIds(sql, lockedIds)
    const before = advancedOf(
      ownConcert(
        rows.find(({ id }) => id === part.id),
        artistId,
      ),
    )
    const privacy = { ...before.privacy, ...change.privacy }
    const typed = checkAdvanced({ ...before, ...change, privacy })
    const checked = { ...typed, description: typeset(typed.description) }
    for (const row of rows) {
      await saveAdvanced(sql, row.id, changedAlike(advancedOf(row), before, checked))
      if (row.closedSession) await noteOpening(inside, row.id)
      await endCollecting(inside, row.id)
      tellHall(inside, row.id)
    }
    wakeMoney(inside)
  })
  return showConcert(ctx, part.id, { viewer: artistId })
}

function advancedOf({ age, description, ticketLink, autoRun, ...row }: ConcertRow): Advanced {
  const { ableGetSongs, closedSession, showSongsOnPoster, showPlayed } = row
  const shown = { showSongsOnPoster, showPlayed }
  const privacy = { ableGetSongs, closedSession, ...shown, autoRunSession: autoRun }
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
export async function setGoing(
  ctx: Context,
  id: string,
  deviceId: string | null,
  goes: boolean,
): Promise<number> {
  return transaction(ctx, async ({ sql, now }) => {
    const status = await statusOf(sql, id)
    if (status === undefined) throw noConcert()
    admitGoing({ status })
    if (deviceId !== null && goes) await addGoing(sql, { concertId: id, deviceId, since: now() })
    if (deviceId !== null && !goes) await removeGoing(sql, id, deviceId)
    return countGoing(sql, id)
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
  signals?: number
  breakUntil?: string
  /** Required to watch the concert. */
  pass?: string
}

/** What the live channel publishes of these concerts; deleted ones are left out. */
export async function liveStatusesOf(
  ctx: Context,
  ids: string[],
): Promise<Map<string, LiveStatus>> {
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
        ...(row.signals !== null && { signals: row.signals }),
        ...(breakUntil && { breakUntil: breakUntil.toISOString() }),
      },
    ]),
  )
}

/**
 * Returns the concert's id when it belongs to this artist and the caller may come in, else null: a hidden one is for the
 * artist's pads. The other arguments are unchecked user input.
 */
export async function findConcertForLive(
  ctx: Context,
  artistUsername: string,
  concertId: string,
  pass?: string,
  isPad = false,
): Promise<string | null> {
  if (!isUuid(concertId)) return null
  const row = await concertForLive(ctx.sql, concertId)
  if (row !== undefined && row.pass !== null && row.pass !== pass) return null
  if (row?.hidden === true && !isPad) return null
  return row?.artistKey === usernameKey(artistUsername) ? concertId.toLowerCase() : null
}

/**
 * Returns the pass of a closed evening for its code word, or for the pass itself. Every word is counted as wrong before
 * it is compared, so that parallel ones are counted too, and a right one is taken back; `tries` are spent besides.
 * Refuses NOT_FOUND, TOO_MANY, and VALIDATION at `word`.
 */
export async function enterClosedConcert(
  ctx: Context,
  { id, word, pass }: { id: string; word: string; pass?: string | undefined },
  tries: SecretTries,
): Promise<{ pass: string }> {
  const { sql } = ctx
  const concert = await concertRulesOf(sql, id)
  if (!concert?.codeWord || concert.pass === null || concert.publishAt !== null) throw noConcert()
  if (pass === concert.pass) return { pass }
  await tries.spend().catch(tooManyWords)
  if (concert.wrongWords >= WRONG_WORDS.most) admitTry(concert.wrongWords + 1)
  const wrong = (await countWrongWord(sql, id, 1)) ?? 0
  admitTry(wrong)
  try {
    admitByWord(word, concert.codeWord)
  } catch (error) {
    const told = wrong === WRONG_WORDS.told || wrong === WRONG_WORDS.most
    if (told) tellOfWrongWords(ctx, { ...concert, id, wrong })
    throw error
  }
  await countWrongWord(sql, id, -1)
  await tries.giveBack()
  return { pass: concert.pass }
}

function tellOfWrongWords(
  ctx: Context,
  { artistId, title, id, wrong }: { artistId: string; title: string; id: string; wrong: number },
): void {
  const href = new URL(`/artist/session/rules/${id}`, ctx.publicUrl).href
  mailArtist(ctx, artistId, wrongWordsMail({ title, words: wrongWordsText(wrong) ?? '', href }))
}

/** The number of changes of each of these concerts; deleted ones are left out. */
export function concertRevisions(ctx: Context, ids: string[]): Promise<Map<string, number>> {
  return revisionsOf(ctx.sql, ids)
}

/** Erases the records of deleted concerts that would have ended a year ago, and who wanted to come to one that ended. */
export async function forgetGoneConcerts({ sql, now }: Context): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms)
  await forgetGone(sql, before(GONE_KEPT_MS))
  await forgetGoing(sql, before(GOING_KEPT_MS))
}
