import { TEXTS } from '#domain/notifications.ts'
import {
  MOVE_REST_MS,
  moveRestMs,
  NEWS_RETRY_MS,
  NEWS_REST_MS,
  NEWS_TRIES,
  stepOfNews,
} from '#domain/outbox.ts'
import { afterNight, DEFAULT_ZONE, REMINDERS, remindAt, tellTodayAt } from '#domain/quiet-hours.ts'
import type { SongState } from '#domain/songs/repertoire.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { runAllDue } from '#server/platform/jobs/due-work.ts'
import { tokenOfFollow } from './follow-tokens.ts'
import { deleteFollower, followById, lockContact } from './follows.store.ts'
import { addStart } from './guests.store.ts'
import {
  addConcertNews,
  addNewsOfToday,
  addReminders,
  addSongNews,
  addWordNews,
  concertsToRemindOf,
  dropNews,
  dueNews,
  lockNews,
  moveNewsOfSong,
  progressOfWords,
  restAnnouncement,
  saveProgress,
  startOf,
  wordWaits,
} from './news.store.ts'
import type { LockedNews, WordProgress } from './news.store.ts'
import { sendDue } from './outbox.service.ts'
import type { Audience } from './outbox.service.ts'
import { addChannelNews, addNews, nextComing, nextFollows } from './recipients.store.ts'
import type { NewsFor } from './recipients.store.ts'
import { townsOf, townsOfArtist } from './wishes.service.ts'
import { contactOf, wordsOf } from './ways.ts'

const afterQuietPeriod = (at: Date, ms = NEWS_REST_MS) => new Date(at.getTime() + ms)

/** Called inside the transaction that announces or moves a concert; the clock makes notifications of it later. */
export async function noteConcertNews(
  ctx: Context,
  news: { readonly concertId: string; readonly about: 'new' | 'moved' },
): Promise<void> {
  const at = ctx.now()
  const start = news.about === 'moved' ? await startOf(ctx.sql, news.concertId) : undefined
  const dueAt = afterQuietPeriod(at, start && moveRestMs(start, at))
  await addConcertNews(ctx.sql, { ...news, at, dueAt })
  if (start !== undefined) await remindAgain(ctx, news.concertId, start)
}

/** Called inside the transaction that may open a closed concert: what was not announced rests as it does at first. */
export const noteOpening = ({ sql, now }: Context, concertId: string): Promise<void> =>
  restAnnouncement(sql, concertId, afterQuietPeriod(now()))

type Start = { readonly startsAt: Date; readonly timeZone: string }

/** When a concert is reminded of; what was due before `since` is not. */
function remindersOf({ startsAt, timeZone }: Start, since: Date) {
  return REMINDERS.map((about) => {
    const at = remindAt(about, startsAt, timeZone)
    return { about, at: at > since ? at : null }
  })
}

/** By the new time, also who was reminded of the former one. */
async function remindAgain({ sql, now }: Context, concertId: string, start: Start): Promise<void> {
  const at = now()
  await addReminders(sql, concertId, { due: remindersOf(start, at), at, again: true })
}

/** Longer than the earliest reminder comes before its concert. */
const REMIND_AHEAD_MS = 2 * DAY_MS

/** Concerts announced too late for a reminder go without it. */
async function addDueReminders({ sql, now }: Context): Promise<void> {
  const at = now()
  const until = new Date(at.getTime() + REMIND_AHEAD_MS)
  for (const { id, announcedAt, ...start } of await concertsToRemindOf(sql, { now: at, until }))
    await addReminders(sql, id, { due: remindersOf(start, announcedAt), at, again: false })
}

/** Called inside the transaction that starts a concert: his channels are told once it has gone on for a minute. */
export function noteStart({ sql }: Context, concertId: string, at: Date): Promise<void> {
  return addStart(sql, concertId, { at, dueAt: new Date(at.getTime() + MOVE_REST_MS.first) })
}

/** The artist begins to learn these songs or to play them. In the caller's transaction. */
export function noteSongNews(
  ctx: Context,
  news: {
    readonly artistId: string
    readonly songIds: readonly string[]
    readonly state: SongState | undefined
  },
): Promise<void> {
  const { artistId, songIds, state } = news
  if (state === undefined || state === 'closed') return Promise.resolve()
  const at = ctx.now()
  return addSongNews(ctx.sql, { artistId, songIds, about: state, at, dueAt: afterQuietPeriod(at) })
}

/** What is not told yet of one song of an artist is told of another. In the caller's transaction. */
export const moveSongNews = (
  { sql }: Context,
  move: { artistId: string; songId: string; to: string },
): Promise<void> => moveNewsOfSong(sql, move)

/** The artist says something to all who follow him. In the caller's transaction. */
export function noteWordNews(ctx: Context, artistId: string, wordId: string): Promise<void> {
  const at = ctx.now()
  return addWordNews(ctx.sql, { artistId, wordId, at, dueAt: afterQuietPeriod(at) })
}

/** Whether a word of the artist can still be taken back; null where there is none. In the caller's transaction. */
export const lockWordNews = (inside: Context, artistId: string, wordId: string) =>
  wordWaits(inside.sql, artistId, wordId)

/** How many followers got each of these words of an artist, by its id. */
export async function toldOfWords(
  { sql }: Context,
  artistId: string,
  ids: readonly string[],
): Promise<Map<string, WordProgress>> {
  const found = ids.length === 0 ? [] : await progressOfWords(sql, artistId, ids)
  return new Map(found.map((word) => [word.id, word]))
}

const FOLLOWS_AT_ONCE = 2000

/** When each follower is told; who cannot be told in time is left out. */
function newsFor(
  news: LockedNews,
  follows: Awaited<ReturnType<typeof nextFollows>>,
  now: Date,
): NewsFor[] {
  const byZone = new Map<string, Date | null>()
  const dueIn = (zone: string) => {
    const known = byZone.get(zone)
    if (known !== undefined) return known
    const from =
      news.about === 'today' && news.startsAt !== null ? tellTodayAt(news.startsAt, zone) : now
    const at = from !== null && from > now ? from : now
    // Whether a move waits for the morning is decided for each follower.
    const due = from === null ? null : news.about === 'moved' ? at : afterNight(at, zone)
    byZone.set(zone, due)
    return due
  }
  return follows.flatMap(({ id: followId, followerId, timeZone }) => {
    const dueAt = dueIn(timeZone ?? news.timeZone ?? DEFAULT_ZONE)
    return dueAt === null ? [] : [{ followId, followerId, dueAt }]
  })
}

/** Adds the news to the outbox for the next followers and returns how many there were; null when this process has nothing left to do. */
async function fanOutOnce(ctx: Context, id: string): Promise<number | null> {
  return transaction(ctx, async (inside) => {
    const { sql } = inside
    const now = ctx.now()
    const news = await lockNews(sql, id, now)
    if (news === undefined) return null
    const { toWaiting, toComing, about } = news
    if (news.isOver) {
      // What is closed or hidden now is announced once it opens.
      if (news.mayOpen) await restAnnouncement(sql, news.subjectId, afterQuietPeriod(now))
      else if (news.songId === null)
        await saveProgress(sql, id, { toWaiting, afterId: null, done: true })
      else await dropNews(sql, id)
      return null
    }
    if (!toWaiting && !toComing && news.afterId === null && TEXTS[about].inChannels)
      await addChannelNews(sql, news, now)
    const { city, latitude, longitude } = news
    const towns = !toWaiting
      ? []
      : news.songId === null
        ? townsOf([{ city, latitude, longitude }])
        : await townsOfArtist(inside, news.artistId)
    const follows = toComing
      ? await nextComing(sql, news, FOLLOWS_AT_ONCE)
      : await nextFollows(sql, news, { towns, limit: FOLLOWS_AT_ONCE })
    await addNews(sql, news, newsFor(news, follows, now), now)
    const whole = follows.length < FOLLOWS_AT_ONCE
    await saveProgress(sql, id, {
      toWaiting: toWaiting || whole,
      afterId: whole ? null : (follows.at(-1)?.id ?? null),
      // Who waits for a song is told of what he can hear.
      done: whole && (toWaiting || toComing || !TEXTS[about].toWaiting),
    })
    return follows.length
  })
}

/** The day begins earlier in some zones, plus the hours until its morning. */
const TODAY_AHEAD_MS = 26 * HOUR_MS

/** Makes notifications of the news, one batch of followers at a time. */
export async function fanOutNews(ctx: Context, stopping?: AbortSignal): Promise<number> {
  const now = ctx.now()
  await addNewsOfToday(ctx.sql, {
    now,
    until: new Date(now.getTime() + TODAY_AHEAD_MS),
    announcedBefore: new Date(now.getTime() - NEWS_REST_MS),
  })
  await addDueReminders(ctx)
  return runAllDue(async (except) => {
    const due = await dueNews(ctx.sql, ctx.now(), [...except])
    return due.map((id) => ({
      id,
      run: async () => ((await fanOutOnce(ctx, id)) === null ? 0 : 1),
    }))
  }, stopping)
}

/** Followers are told all that is due of one artist at once, in their day, once a day. */
const FOLLOWERS: Audience = {
  recipients: 'followId',
  async contactOf(sql, followerId) {
    const found = await lockContact(sql, followerId)
    const contact = contactOf(found)
    return contact && found && { contact, timeZone: found.timeZone }
  },
  stepOf: stepOfNews,
  async frameOf(ctx, { followId }, messageId) {
    const follow = followId === null ? undefined : await followById(ctx.sql, followId)
    const asked = follow && {
      what: wordsOf(follow),
      link: `${ctx.publicUrl}/follow/${tokenOfFollow(ctx, follow.id)}`,
    }
    return { key: messageId, shown: true, asked: asked ?? null }
  },
  gone: deleteFollower,
  repeats: true,
  retryMs: NEWS_RETRY_MS,
  triesMost: NEWS_TRIES,
  roundOf: 256,
}

/** Adds the news to the outbox and sends followers what is due; any number of processes may do so at once. */
export async function notifyFollowers(ctx: Context, stopping?: AbortSignal): Promise<number> {
  const made = await fanOutNews(ctx, stopping)
  return made + (await sendDue(ctx, FOLLOWERS, { stopping }))
}
