import { mergedNews, TEXTS } from './notifications.ts'
import type { Told } from './notifications.ts'
import { DEFAULT_ZONE, MORNING_REST_MS, quietUntil } from './quiet-hours.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'

/** The delay (ms) before a move is sent to who ordered, so that a mistake corrected at once is not, and the least time from that message to the next. */
export const MOVE_REST_MS = { first: MINUTE_MS, next: 60 * MINUTE_MS }
/** The delay (ms) before news is sent: an announcement is often closed or corrected at once. */
export const NEWS_REST_MS = 15 * MINUTE_MS
/** A move of a concert is told soon where it begins, or was to begin, within this time (ms). */
const MOVE_SOON_MS = 3 * HOUR_MS

type Starts = Pick<NonNullable<Told['concert']>, 'startsAt' | 'startWas'>

const beginsBefore = ({ startsAt, startWas }: Starts, now: Date, until: number) =>
  [startsAt, startWas].some((at) => at != null && at > now && at.getTime() < until)

/** The delay (ms) before the news of a move is sent. */
export const moveRestMs = (concert: Starts, now: Date) =>
  beginsBefore(concert, now, now.getTime() + MOVE_SOON_MS) ? MOVE_REST_MS.first : NEWS_REST_MS
/** The delays (ms) of `retryAt` for a service that is unavailable for now. */
export const ORDER_RETRY_MS = [2, 5, 15, 45].map((seconds) => seconds * SECOND_MS)
export const NEWS_RETRY_MS = [1, 5, 20, 60].map((minutes) => minutes * MINUTE_MS)
/** The number of tries before news is given up. */
export const NEWS_TRIES = 8

/** A notification of the outbox with what it is about, sent or not. */
export type DueRow = Told & {
  readonly subjectId: string
  readonly madeAt: Date
  readonly dueAt: Date | null
  readonly toldAt: Date | null
  readonly tries: number
  /** Of the message being sent, or that a crashed process was sending. */
  readonly messageId: string | null
  /** It is still true. */
  readonly holds: boolean
  /** The follower comes to the concert, which was moved. */
  readonly comes?: boolean
}

/** What becomes of the rows now: they wait, they are over (`forget`: until they are true again), or they are sent as one message. */
export type OutboxStep<Row> = { readonly rows: readonly Row[] } & (
  | { readonly restUntil: Date }
  | { readonly over: 'forget' | 'done' | 'perhaps told' }
  | { readonly told: readonly [Told, ...Told[]] }
)

const isDue = ({ dueAt }: DueRow, now: Date) => dueAt !== null && dueAt <= now

/** The next step with all that is to be told of one order, each by itself; null where nothing is due. */
export function stepOfOrder<Row extends DueRow>(
  rows: readonly Row[],
  now: Date,
): OutboxStep<Row> | null {
  const [row] = rows.filter((one) => isDue(one, now)).toSorted((a, b) => a.tries - b.tries)
  if (row === undefined) return null
  if (!row.holds) return { rows: [row], over: 'forget' }
  const isLate = now.getTime() - row.madeAt.getTime() > TEXTS[row.kind].worthMs
  return { rows: [row], ...(isLate ? { over: 'done' } : { told: [row] }) }
}

/** Of a concert about to begin a word is urgent too, and a move but to who waits for a song or a town and does not come. */
function isUrgent({ kind, concert, town, comes }: DueRow, now: Date): boolean {
  if (TEXTS[kind].urgent === true) return true
  if (concert === null) return false
  const until = now.getTime() + DAY_MS
  if (kind === 'word') return concert.startsAt.getTime() < until
  return kind === 'moved' && (comes === true || town === null) && beginsBefore(concert, now, until)
}

/** Who comes to a concert that begins before the night is over is told of its move in the night. */
const isTooLate = ({ kind, concert, comes }: DueRow, now: Date, morning: Date) =>
  kind === 'moved' &&
  comes === true &&
  concert !== null &&
  beginsBefore(concert, now, morning.getTime() + MORNING_REST_MS)

const lastTold = (rows: readonly DueRow[]) =>
  rows.flatMap(({ toldAt }) => toldAt ?? []).toSorted((a, b) => Number(b) - Number(a))[0] ?? null

/** From when moves, and what is told again by them, may be told; who comes does not wait for other news. */
function restOfMove(rows: readonly DueRow[], toldAt: Date | null): Date | null {
  const last = rows.some(({ kind, comes }) => kind === 'moved' && !comes) ? toldAt : lastTold(rows)
  return last && new Date(last.getTime() + MOVE_REST_MS.next)
}

const isUntoldNew = ({ kind, dueAt }: DueRow) => kind === 'new' && dueAt !== null

/** The announcements that still wait of concerts whose move is told: who does not know of one is told of it as new. */
function unheardOf<Row extends DueRow>(rows: readonly Row[], all: readonly Row[]): Row[] {
  const isMoved = (id: string) =>
    rows.some(({ kind, comes, subjectId }) => kind === 'moved' && !comes && subjectId === id)
  const isKnown = (id: string) =>
    all.some(({ toldAt, subjectId }) => toldAt !== null && subjectId === id)
  return all.filter(
    (row) =>
      isUntoldNew(row) &&
      row.holds &&
      !rows.includes(row) &&
      isMoved(row.subjectId) &&
      !isKnown(row.subjectId),
  )
}

/**
 * The next step with all that is to be told a follower of one artist: what a process that crashed or got no answer was
 * sending, else all that is due; null where nothing is.
 */
export function stepOfNews<Row extends DueRow>(
  all: readonly Row[],
  now: Date,
  timeZone: string | null,
): OutboxStep<Row> | null {
  const due = all.filter((row) => isDue(row, now))
  const begun = all.filter(({ messageId }) => messageId !== null)
  const urgent = due.filter((row) => isUrgent(row, now) && row.holds)
  const rows = begun.length > 0 ? begun : urgent.length > 0 ? urgent : due
  const [first] = rows
  if (first === undefined || due.length === 0) return null
  // What becomes due while another message is being sent waits for it.
  if (first.dueAt !== null && first.dueAt > now) return { rows: due, restUntil: first.dueAt }
  const zone = timeZone ?? first.concert?.timeZone ?? DEFAULT_ZONE
  const toldAt = lastTold(all)
  const holding = rows.filter(({ holds }) => holds)
  const isUrgentNow = holding.some((row) => isUrgent(row, now))
  // An artist may move his concerts as often as he likes.
  const moves = isUrgentNow && rows.every((row) => row.kind === 'moved' || row.toldAt !== null)
  const movesFrom = moves && begun.length === 0 ? restOfMove(rows, toldAt) : null
  if (movesFrom !== null && movesFrom > now) return { rows: due, restUntil: movesFrom }
  const restUntil = quietUntil(now, zone, isUrgentNow ? null : toldAt)
  if (restUntil !== null && !rows.some((row) => isTooLate(row, now, restUntil)))
    return { rows: due, restUntil }
  const unheard = begun.length > 0 ? [] : unheardOf(holding, all)
  const [one, ...more] = mergedNews([...holding, ...unheard], now, zone)
  // Tries without a response count too: the message itself may crash the process.
  if (one === undefined || first.tries >= NEWS_TRIES)
    return { rows, over: begun.length > 0 ? 'perhaps told' : 'done' }
  return { rows: [...rows, ...unheard], told: [one, ...more] }
}

/** The next step with what is to be posted in a channel: of each concert once, and as new where it is; null where nothing is due. */
export function stepOfChannel<Row extends DueRow>(
  all: readonly Row[],
  now: Date,
): OutboxStep<Row> | null {
  const due = all.filter((row) => isDue(row, now))
  const [first] = due.toSorted((a, b) => a.madeAt.getTime() - b.madeAt.getTime())
  if (first === undefined) return null
  // An announcement that is tried again is not overtaken by the move of its concert.
  const rows = all.filter(
    (row) => row.subjectId === first.subjectId && (isDue(row, now) || isUntoldNew(row)),
  )
  const holding = rows.filter(({ holds }) => holds)
  const told = holding.find(({ kind }) => kind !== 'moved') ?? holding[0]
  const isLate = told !== undefined && now.getTime() - told.madeAt.getTime() > DAY_MS
  if (told === undefined || isLate || first.tries >= NEWS_TRIES) return { rows, over: 'done' }
  return { rows, told: [told] }
}
