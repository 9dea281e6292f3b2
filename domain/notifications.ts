import { TURN_TITLES } from './push.ts'
import type { ReminderKind } from './quiet-hours.ts'
import { dayNumber } from './quiet-hours.ts'
import { counted, longWeekdayName } from './russian.ts'
import { timeInZone } from './time-in-zone.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'
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
 * last kind of several (`mergedNews`; `open`: it was added to the repertoire). By the clock, to all: an insert beside
 * `addNewsOfToday`, called beside it in `fanOutNews`, due again where `addConcertNews` names 'today', and within a day of
 * the start `urgent` and `kept`; for who is coming, a row of `REMIND_MS` (quiet-hours.ts); ways and timers stay. What an
 * order is told by a `notifyOf…` of listeners.service.ts, called in queue-changes.service.ts, with its insert beside
 * `addCorrected`, left out of `addTurns` where that would tell of the same place once more. No order has an e-mail
 * address.
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
  /** Told as such on the day of the concert too, not as «today». */
  readonly kept?: true
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
    kept: true,
    inChannels: true,
    toWaiting: true,
  },
  soon: {
    ...ofConcert,
    title: (_, artist) => `${artist}: скоро концерт`,
    worthMs: 2 * HOUR_MS,
    ahead: true,
    urgent: true,
    kept: true,
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
    kept: true,
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
const RANK = Object.keys(TEXTS) as readonly NotificationKind[]

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
    const kept = RANK.find(
      (one) => kinds.has(one) && TEXTS[one].kept && !(isNew && one === 'moved'),
    )
    const current = kept ?? (isToday ? 'today' : isNew ? 'new' : kind)
    merged.set(concert.id, { ...told, kind: current, song: song ?? before?.song ?? null })
  }
  const startOf = ({ concert }: Told) => concert?.startsAt.getTime() ?? 0
  return [...merged.values()].toSorted(
    (a, b) => RANK.indexOf(a.kind) - RANK.indexOf(b.kind) || startOf(a) - startOf(b),
  )
}
