import { Refusal } from './refusal.ts'
import { counted, timeAndDay, zoneDifference } from './russian.ts'
import { inTown } from './town-case.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'

/** What followers are notified of: a concert that is new, was moved or is today, and a song that an artist learns or plays. */
export type NewsAbout = 'new' | 'moved' | 'today' | 'learning' | 'open'

/** The delay (ms) before news is sent: an announcement is often closed or corrected at once. */
export const NEWS_REST_MS = 15 * MINUTE_MS
/** The delays (ms) of `retryAt` for a service that is unavailable for now. */
export const NOTICE_RETRY_MS = [1, 5, 20, 60].map((minutes) => minutes * MINUTE_MS)
/** The number of tries before a notice is given up. */
export const NOTICE_TRIES = 8
/** Days until a follow whose e-mail was not answered is deleted, and until a wish is. */
export const UNCONFIRMED_DAYS = 3
export const WISH_KEPT_DAYS = 365
/** Follows of one address or browser. */
const FOLLOWS_MOST = 200
/** Wishes of one device. */
const WISHES_MOST = 100
/** A song in a town is shown once this many persons wait for it. */
export const WISHES_SHOWN_FROM = 3

/** No notice is sent between these hours of the follower's local time. */
const NIGHT = { from: 22, till: 9 } as const

const offsetMs = (at: Date, zone: string) => zoneDifference(zone, 'UTC', at) * MINUTE_MS

/** Returns the zone if this server knows it, or null. */
export function knownZone(zone: string | null | undefined): string | null {
  try {
    return zone == null
      ? null
      : new Intl.DateTimeFormat('ru-RU', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** The number of the calendar day in this zone. */
function dayNumber(at: Date, zone: string): number {
  return Math.floor((at.getTime() + offsetMs(at, zone)) / DAY_MS)
}

/** Returns the end of the night `daysAhead` days after this moment's day, in this zone. */
export function morningOf(at: Date, zone: string, daysAhead = 0): Date {
  const local = (dayNumber(at, zone) + daysAhead) * DAY_MS + NIGHT.till * HOUR_MS
  const near = new Date(local - offsetMs(at, zone))
  return new Date(local - offsetMs(near, zone))
}

/** Returns this moment, or the end of the night where it falls in one. */
export function afterNight(at: Date, zone: string): Date {
  const morning = morningOf(at, zone)
  if (at < morning) return morning
  const hour = ((at.getTime() + offsetMs(at, zone)) % DAY_MS) / HOUR_MS
  return hour >= NIGHT.from ? morningOf(at, zone, 1) : at
}

/** Returns until when a follower gets no news of an artist; null: it may be sent now. `toldAt`: when he last got news of this artist. */
export function quietUntil(now: Date, zone: string, toldAt: Date | null): Date | null {
  if (toldAt !== null && dayNumber(toldAt, zone) === dayNumber(now, zone))
    return morningOf(now, zone, 1)
  const free = afterNight(now, zone)
  return free > now ? free : null
}

/** Returns when a follower is notified that a concert is today; null where it begins before his night is over. */
export function todayNoticeAt(startsAt: Date, zone: string): Date | null {
  const morning = morningOf(startsAt, zone)
  return morning < startsAt ? morning : null
}

type ConcertFacts = {
  readonly id: string
  readonly title: string
  readonly startsAt: Date
  readonly timeZone: string
  readonly place: string
}

/** One piece of news. `song`: the follower waits for it in the concert's town; `town`: where he waits for the song. */
export type News =
  | {
      readonly about: 'new' | 'moved' | 'today'
      readonly concert: ConcertFacts
      readonly song: string | null
    }
  | { readonly about: 'learning' | 'open'; readonly song: string; readonly town: string | null }

/** News that is due and still true. */
export type DueNews = {
  readonly about: NewsAbout
  readonly concert: ConcertFacts | null
  readonly song: string | null
  readonly town: string | null
}

const RANK: readonly NewsAbout[] = ['today', 'moved', 'new', 'open', 'learning']

/** Merges the news: each concert and song once, in its current state, and the most important first. */
export function mergedNews(due: readonly DueNews[], now: Date, zone: string): News[] {
  const merged = new Map<string, News>()
  for (const { about, concert, song, town } of due) {
    if (concert === null) {
      if (song !== null && (about === 'learning' || about === 'open'))
        merged.set(song, { about, song, town })
      continue
    }
    if (about === 'learning' || about === 'open' || concert.startsAt <= now) continue
    const isToday = dayNumber(concert.startsAt, zone) === dayNumber(now, zone)
    // It was moved to another day, which has its own news.
    if (about === 'today' && !isToday) continue
    const before = merged.get(concert.id)
    // A follower who does not know of the concert yet gets it as new, not as moved.
    const kind = isToday ? 'today' : before?.about === 'new' ? 'new' : about
    merged.set(concert.id, { about: kind, concert, song: song ?? before?.song ?? null })
  }
  const startOf = (news: News) => ('concert' in news ? news.concert.startsAt.getTime() : 0)
  return [...merged.values()].toSorted(
    (a, b) => RANK.indexOf(a.about) - RANK.indexOf(b.about) || startOf(a) - startOf(b),
  )
}

/** «‹Артист› играет сегодня» */
export function newsTitle(news: News, artist: string): string {
  if (news.about === 'today') return `${artist}: концерт сегодня`
  if (news.about === 'moved') return `${artist}: концерт перенесён`
  if (news.about === 'learning') return `${artist} учит песню, которую вы ждёте`
  if (news.about === 'open') return `${artist} теперь играет песню, которую вы ждёте`
  return news.song === null
    ? `${artist}: новый концерт`
    : `${artist} играет песню, которую вы ждёте`
}

/** «„Тихий вечер“: суббота, 21 нояб., 21:30, Подвал» */
export function newsLine(news: News): string {
  if (!('concert' in news))
    return `«${news.song}»${news.town === null ? '' : `, ${inTown(news.town.split(',')[0] ?? '')}`}`
  const { title, startsAt, timeZone, place } = news.concert
  const where = `«${title}»: ${timeAndDay(startsAt, timeZone)}${place === '' ? '' : `, ${place}`}`
  return news.song === null ? where : `«${news.song}». ${where}`
}

/** «. И ещё 2 новости»; empty where there is one. */
export function moreNews(count: number): string {
  return count === 0 ? '' : `. И ещё ${counted(count, 'новость', 'новости', 'новостей')}`
}

/** The subject that a request names: an artist, or a song in a town. */
export type FollowedOnWire = {
  readonly artistUsername?: string | undefined
  readonly songId?: string | undefined
  readonly town?: string | undefined
}

export type Followed =
  | { readonly artistUsername: string }
  | { readonly songId: string; readonly town: string }

/** Refuses VALIDATION where it is not one of the two. */
export function checkFollowed({ artistUsername, songId, town }: FollowedOnWire): Followed {
  if (artistUsername !== undefined && songId === undefined) return { artistUsername }
  if (artistUsername === undefined && songId !== undefined && town !== undefined)
    return { songId, town }
  throw new Refusal('VALIDATION', 'Скажите, за кем следить: за артистом или за песней в городе')
}

export function unknownTown(): Refusal {
  return new Refusal('VALIDATION', 'Такого города мы не знаем', 'town')
}

export function noFollow(): Refusal {
  return new Refusal('NOT_FOUND', 'Эта ссылка больше не действует')
}

/** Refuses VALIDATION at `consent`: an address is personal data. */
export function admitConsent(consent: boolean): void {
  if (!consent)
    throw new Refusal('VALIDATION', 'Без согласия мы не можем хранить ваш адрес', 'consent')
}

/** Refuses ILLEGAL_STEP at the limit. `count`: the number of follows that this address or browser has already. */
export function admitFollow(count: number): void {
  if (count < FOLLOWS_MOST) return
  throw new Refusal('ILLEGAL_STEP', 'Больше следить нельзя: сначала откажитесь от чего-нибудь')
}

/** Refuses ILLEGAL_STEP at the limit. `count`: the number of wishes that this device has already. */
export function admitTownWish(count: number): void {
  if (count < WISHES_MOST) return
  throw new Refusal(
    'ILLEGAL_STEP',
    `Больше ${WISHES_MOST} песен ждать нельзя: сначала откажитесь от какой-нибудь`,
  )
}
