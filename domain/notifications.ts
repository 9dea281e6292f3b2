import { TURN_TITLES } from './push.ts'
import type { ReminderKind } from './quiet-hours.ts'
import { dayNumber, DEFAULT_ZONE, MORNING_REST_MS, quietUntil } from './quiet-hours.ts'
import { counted, longWeekdayName } from './russian.ts'
import { timeInZone } from './time-in-zone.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'
import { inTown, shortTown } from './town-case.ts'

/** What a device is told about its order: the song is next, its singer is called to the stage in place of that, it plays, the concert was moved. */
type OrderKind = 'next' | 'stage' | 'playing' | 'corrected'
/** What followers are told: a concert that is new, was moved, is today or does not take place, the artist's own word, and a song that he learns or plays. */
export type NewsKind =
  | 'new'
  | 'moved'
  | 'today'
  | 'cancelled'
  | 'word'
  | 'learning'
  | 'open'
  | ReminderKind
/** What is posted in an artist's channels alone, beside what is new, moved or cancelled. */
type ChannelKind = 'started'
/**
 * A new kind is a row of `TEXTS`, from which every way takes its words and whom it is told; its condition in `HOLDS`
 * (outbox.store.ts); and `notifications_kind_check` in a migration, copied from 0127. It is made in the transaction of
 * the change. News by a `note…` of news.service.ts with its insert in news.store.ts; `nextFollows`
 * (recipients.store.ts) says which followers get it: news that names a song goes to who waits for that song alone, the
 * last kind of several (`mergedNews`; `open`: it was added to the repertoire). What an order is told by a `notifyOf…`
 * of listeners.service.ts, called in queue-changes.service.ts, with its insert beside `addCorrected`, left out of
 * `addTurns` where that would tell of the same place once more. No order has an e-mail address.
 */
export type NotificationKind = OrderKind | NewsKind | ChannelKind

type ConcertFacts = {
  readonly id: string
  readonly title: string
  readonly startsAt: Date
  /** As announced at first, where it was moved. */
  readonly startWas?: Date | null
  readonly timeZone: string
  readonly place: string
  /** The artist's, of a concert that was moved or cancelled. */
  readonly words: string
}

/** What is told. `song`: it was ordered, or the follower waits for it; `town`: there. */
export type Told = {
  readonly kind: NotificationKind
  readonly concert: ConcertFacts | null
  readonly song: string | null
  readonly performer: string | null
  readonly town: string | null
  /** What the artist says to all his followers, perhaps about a concert. */
  readonly word?: string | null
}

type Text = {
  title(told: Told, artist: string): string
  line(told: Told, now: Date): string
  /** The page that it opens, below the artist's. */
  page(told: Told): string
  /** How long (ms) it is worth sending. */
  readonly worthMs: number
  /** Worth nothing once the concert begins. */
  readonly ahead?: true
  /** Told the same day too: nobody is to go to a concert in vain, and who is coming asked to be reminded. */
  readonly urgent?: true
  /** Posted in the artist's channels too. */
  readonly inChannels?: true
  /** Told also who waits for a song or for concerts in a town. */
  readonly toWaiting?: true
}

const turn = {
  line: ({ song, performer }: Told) => `«${song}»${performer === '' ? '' : `, ${performer}`}`,
  page: () => '?tab=order',
  // The song is over by then.
  worthMs: 5 * MINUTE_MS,
}
const ofConcert = {
  line: whenAndWhere,
  page: ({ concert }: Told) => (concert === null ? '' : `/${concert.id}`),
  worthMs: DAY_MS,
}
const newsOfConcert = {
  ...ofConcert,
  toWaiting: true as const,
  line: (told: Told, now: Date) =>
    (told.song === null ? '' : `«${told.song}». `) + whenAndWhere(told, now),
}
const newsOfSong = {
  line: ({ song, town }: Told) => `«${song}»${town === null ? '' : `, ${inTown(shortTown(town))}`}`,
  page: () => '',
  worthMs: DAY_MS,
  toWaiting: true as const,
}

/** What each kind says and to whom, the most important first: of several the first is told. */
export const TEXTS: Readonly<Record<NotificationKind, Text>> = {
  playing: { ...turn, title: () => TURN_TITLES.playing },
  stage: { ...turn, title: () => TURN_TITLES.stage },
  next: { ...turn, title: () => TURN_TITLES.next },
  corrected: {
    ...ofConcert,
    title: () => 'Концерт перенесён',
    line: (told, now) => `${whenAndWhere(told, now)}${wordsOf(told)}`,
  },
  cancelled: {
    ...ofConcert,
    title: (_, artist) => `${artist}: концерт отменён`,
    line: (told, now) => `${whenAndWhere(told, now)}${wordsOf(told)}`,
    urgent: true,
    inChannels: true,
    toWaiting: true,
  },
  soon: {
    ...ofConcert,
    title: (_, artist) => `${artist}: скоро концерт`,
    worthMs: 2 * HOUR_MS,
    ahead: true,
    urgent: true,
  },
  started: { ...ofConcert, title: (_, artist) => `${artist}: концерт начался` },
  today: { ...newsOfConcert, title: (_, artist) => `${artist}: концерт сегодня`, ahead: true },
  tomorrow: {
    ...ofConcert,
    // Many read it on the day itself.
    title: (told, artist) => `${artist}: концерт${onWeekday(told)}`,
    ahead: true,
    urgent: true,
  },
  moved: {
    ...newsOfConcert,
    title: (_, artist) => `${artist}: концерт перенесён`,
    line: (told, now) => `${newsOfConcert.line(told, now)}${wordsOf(told)}`,
    inChannels: true,
  },
  word: { ...ofConcert, title: (_, artist) => artist, line: ({ word }) => word ?? '' },
  new: {
    ...newsOfConcert,
    title: ({ song }, artist) =>
      song === null ? `${artist}: новый концерт` : `${artist} играет песню, которую вы ждёте`,
    inChannels: true,
  },
  open: { ...newsOfSong, title: (_, artist) => `${artist} теперь играет песню, которую вы ждёте` },
  learning: { ...newsOfSong, title: (_, artist) => `${artist} учит песню, которую вы ждёте` },
}
const RANK = Object.keys(TEXTS)

/** « в субботу», « во вторник» */
function onWeekday({ concert }: Told): string {
  if (concert === null) return ''
  const day = longWeekdayName(concert.startsAt, concert.timeZone)
  return ` ${day === 'вторник' ? 'во' : 'в'} ${day.replace(/а$/u, 'у')}`
}

/** How long (ms) it is worth delivering to a device that is off. */
export function deliverableMs({ kind, concert }: Told, now: Date): number {
  const { worthMs, ahead } = TEXTS[kind]
  if (ahead === undefined || concert === null) return worthMs
  return Math.min(worthMs, concert.startsAt.getTime() - now.getTime())
}

/** «„Тихий вечер“: суббота, 21 нояб., 21:30 (МСК), Подвал» */
function whenAndWhere({ concert }: Told, now: Date): string {
  if (concert === null) return ''
  const { title, startsAt, timeZone, place } = concert
  return `«${title}»: ${timeInZone(startsAt, timeZone, now)}${place === '' ? '' : `, ${place}`}`
}

/** «. „Простите нас“»; empty where the artist said nothing. */
function wordsOf({ concert }: Told): string {
  return concert === null || concert.words === '' ? '' : `. «${concert.words}»`
}

/** «. И ещё 2 новости»; empty where there is one. */
export function moreNews(count: number): string {
  return count === 0 ? '' : `. И ещё ${counted(count, 'новость', 'новости', 'новостей')}`
}

/** The delay (ms) before a move is sent to who ordered, so that a mistake corrected at once is not, and the least time from that message to the next. */
export const MOVE_REST_MS = { first: MINUTE_MS, next: 60 * MINUTE_MS }
/** The delay (ms) before news is sent: an announcement is often closed or corrected at once. */
export const NEWS_REST_MS = 15 * MINUTE_MS
/** A move of a concert is told soon where it begins, or was to begin, within this time (ms). */
const MOVE_SOON_MS = 3 * HOUR_MS

type Starts = Pick<ConcertFacts, 'startsAt' | 'startWas'>

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

/** Told as such on the day of the concert too. */
const KEPT = ['cancelled', 'soon', 'moved'] as const

/** Merges the news: each word, concert and song once, in its current state, and the most important first. */
export function mergedNews(due: readonly Told[], now: Date, zone: string): Told[] {
  const merged = new Map<string, Told>()
  for (const told of due) {
    const { kind, concert, song, word } = told
    if (word != null) {
      merged.set(`word ${word}`, told)
      continue
    }
    if (concert === null) {
      if (song !== null) merged.set(song, told)
      continue
    }
    if (concert.startsAt <= now) continue
    const isToday = dayNumber(concert.startsAt, zone) === dayNumber(now, zone)
    // It was moved to another day, which has its own news.
    if (kind === 'today' && !isToday) continue
    const before = merged.get(concert.id)
    const kinds = new Set([kind, before?.kind])
    const isNew = kinds.has('new')
    // A follower who does not know of the concert yet gets it as new, not as moved.
    const kept = KEPT.find((one) => kinds.has(one) && !(isNew && one === 'moved'))
    const current = kept ?? (isToday ? 'today' : isNew ? 'new' : kind)
    merged.set(concert.id, { ...told, kind: current, song: song ?? before?.song ?? null })
  }
  const startOf = ({ concert }: Told) => concert?.startsAt.getTime() ?? 0
  return [...merged.values()].toSorted(
    (a, b) => RANK.indexOf(a.kind) - RANK.indexOf(b.kind) || startOf(a) - startOf(b),
  )
}

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
  const isAllUrgent = rows.every((row) => isUrgent(row, now))
  // An artist may move his concerts as often as he likes.
  const moves = isAllUrgent && rows.every((row) => row.kind === 'moved' || row.toldAt !== null)
  const movesFrom = moves && begun.length === 0 ? restOfMove(rows, toldAt) : null
  if (movesFrom !== null && movesFrom > now) return { rows: due, restUntil: movesFrom }
  const restUntil = quietUntil(now, zone, isAllUrgent ? null : toldAt)
  if (restUntil !== null && !rows.some((row) => isTooLate(row, now, restUntil)))
    return { rows: due, restUntil }
  const [one, ...more] = mergedNews(
    rows.filter(({ holds }) => holds),
    now,
    zone,
  )
  // Tries without a response count too: the message itself may crash the process.
  if (one === undefined || first.tries >= NEWS_TRIES)
    return { rows, over: begun.length > 0 ? 'perhaps told' : 'done' }
  return { rows, told: [one, ...more] }
}

/** The next step with what is to be posted in a channel: of each concert once, and as new where it is; null where nothing is due. */
export function stepOfChannel<Row extends DueRow>(
  all: readonly Row[],
  now: Date,
): OutboxStep<Row> | null {
  const due = all.filter((row) => isDue(row, now))
  const [first] = due.toSorted((a, b) => a.madeAt.getTime() - b.madeAt.getTime())
  if (first === undefined) return null
  const rows = due.filter(({ subjectId }) => subjectId === first.subjectId)
  const holding = rows.filter(({ holds }) => holds)
  const told = holding.find(({ kind }) => kind !== 'moved') ?? holding[0]
  const isLate = told !== undefined && now.getTime() - told.madeAt.getTime() > DAY_MS
  if (told === undefined || isLate || first.tries >= NEWS_TRIES) return { rows, over: 'done' }
  return { rows, told: [told] }
}
