import { randomUUIDv7 } from 'node:crypto'
import {
  afterNight,
  mergedNews,
  NEWS_REST_MS,
  NOTICE_RETRY_MS,
  NOTICE_TRIES,
  quietUntil,
  todayNoticeAt,
} from '#domain/follows.ts'
import type { DueNews, News } from '#domain/follows.ts'
import type { PushTarget } from '#domain/push.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { MailDown } from '#server/integrations/mail/mail.ts'
import type { PushAnswer } from '#server/integrations/push/push.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { retryAt, runAllDue, runDueWork } from '#server/platform/jobs/due-work.ts'
import type { DueWork } from '#server/platform/jobs/due-work.ts'
import { tokenOfFollow } from './follow-tokens.ts'
import { followById } from './follows.store.ts'
import { newsMail, newsPush, wordsOf } from './mail-texts.ts'
import {
  addConcertNews,
  addNewsOfToday,
  addNotices,
  addSongNews,
  artistNamed,
  deleteFollower,
  dueNews,
  dueNotices,
  lockNews,
  lockRecipient,
  nextFollows,
  noticesOf,
  saveMessage,
  saveNotices,
  saveProgress,
} from './notices.store.ts'
import type {
  DueNotices,
  LockedNews,
  NewNotice,
  NoticeRow,
  NoticeRecipient,
} from './notices.store.ts'
import { townsOf, townsOfArtist } from './town-wishes.service.ts'

const afterQuietPeriod = (at: Date) => new Date(at.getTime() + NEWS_REST_MS)

/** Called inside the transaction that announces or moves a concert; the clock makes the notices later. */
export function noteConcertNews(
  ctx: Context,
  news: { readonly concertId: string; readonly about: 'new' | 'moved' },
): Promise<void> {
  const at = ctx.now()
  return addConcertNews(ctx.sql, { ...news, at, dueAt: afterQuietPeriod(at) })
}

/** The artist begins to learn these songs or to play them. In the caller's transaction. */
export function noteSongNews(
  ctx: Context,
  news: {
    readonly artistId: string
    readonly songIds: readonly string[]
    readonly state: string | undefined
  },
): Promise<void> {
  const { artistId, songIds, state } = news
  if (state !== 'learning' && state !== 'open') return Promise.resolve()
  const at = ctx.now()
  return addSongNews(ctx.sql, { artistId, songIds, about: state, at, dueAt: afterQuietPeriod(at) })
}

const FOLLOWS_AT_ONCE = 2000
const DEFAULT_ZONE = 'Europe/Moscow'

/** The due time of each notice; followers who cannot be notified in time are left out. */
function noticesFor(
  news: LockedNews,
  follows: Awaited<ReturnType<typeof nextFollows>>,
  now: Date,
): NewNotice[] {
  const byZone = new Map<string, Date | null>()
  const dueIn = (zone: string) => {
    const known = byZone.get(zone)
    if (known !== undefined) return known
    const from =
      news.about === 'today' && news.startsAt !== null ? todayNoticeAt(news.startsAt, zone) : now
    const due = from === null ? null : afterNight(from > now ? from : now, zone)
    byZone.set(zone, due)
    return due
  }
  return follows.flatMap(({ id: followId, followerId, timeZone }) => {
    const dueAt = dueIn(timeZone ?? news.timeZone ?? DEFAULT_ZONE)
    return dueAt === null ? [] : [{ followId, followerId, dueAt }]
  })
}

/** Makes notices for the next followers and returns how many there were; null when this process has nothing left to do. */
async function fanOutOnce(ctx: Context, id: string): Promise<number | null> {
  return transaction(ctx, async (inside) => {
    const { sql } = inside
    const now = ctx.now()
    const news = await lockNews(sql, id, now)
    if (news === undefined) return null
    const { toWaiting } = news
    if (news.isOver) {
      await saveProgress(sql, id, { toWaiting, afterId: null, done: true })
      return null
    }
    const { city, latitude, longitude } = news
    const towns = !toWaiting
      ? []
      : news.songId === null
        ? townsOf([{ city, latitude, longitude }])
        : await townsOfArtist(inside, news.artistId)
    const follows = await nextFollows(sql, news, { towns, limit: FOLLOWS_AT_ONCE })
    await addNotices(sql, news, noticesFor(news, follows, now), now)
    const whole = follows.length < FOLLOWS_AT_ONCE
    await saveProgress(sql, id, {
      toWaiting: toWaiting || whole,
      afterId: whole ? null : (follows.at(-1)?.id ?? null),
      done: toWaiting && whole,
    })
    return follows.length
  })
}

type Task = DueNotices & {
  readonly recipient: NoticeRecipient
  readonly messageId: string
  readonly news: readonly [News, ...News[]]
  readonly artist: { readonly username: string; readonly name: string }
  readonly what: string
  readonly followId: string
  readonly tries: number
}

const latest = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((last, at) => (at !== null && (last === null || at > last) ? at : last), null)

function dueNewsOf({ holds, ...row }: NoticeRow): DueNews[] {
  const { title, startsAt, timeZone, place, song, state } = row
  if (!holds) return []
  // A song's notice uses its current state.
  const about = state === 'open' || state === 'learning' ? state : row.about
  if (title === null || startsAt === null || timeZone === null)
    return [{ about, concert: null, song, town: row.town }]
  const concert = { id: row.subjectId, title, startsAt, timeZone, place: place ?? '' }
  return [{ about: row.about, concert, song, town: row.town }]
}

/**
 * Claims what a process that crashed or got no answer was sending this follower about this artist, else all that is
 * due; null when another process did.
 */
async function claimTask(
  inside: Sql,
  pair: DueNotices,
  { now, until }: { now: Date; until: Date },
): Promise<{ task: Task | null; result: 'rests' } | null> {
  const recipient = await lockRecipient(inside, pair.followerId)
  if (recipient === undefined) return null
  const rows = await noticesOf(inside, pair)
  const due = rows.filter(({ dueAt }) => dueAt !== null && dueAt <= now)
  const begun = rows.filter(({ messageId }) => messageId !== null)
  const subjects = begun.length > 0 ? begun : due
  const [first] = subjects
  if (first === undefined || due.length === 0) return null
  const rest = async (dueAt: Date) => {
    await saveNotices(inside, { ...pair, subjects: due }, { dueAt })
    return { task: null, result: 'rests' } as const
  }
  // A notice that becomes due while another message is being sent waits for it.
  if (first.dueAt !== null && first.dueAt > now) return rest(first.dueAt)
  const zone = recipient.timeZone ?? first.timeZone ?? DEFAULT_ZONE
  const free = quietUntil(now, zone, latest(rows.map(({ toldAt }) => toldAt)))
  if (free !== null) return rest(free)
  const [one, ...more] = mergedNews(subjects.flatMap(dueNewsOf), now, zone)
  // Tries without a response count too: the message itself may crash the process.
  if (one === undefined || first.tries >= NOTICE_TRIES) {
    const notified = begun.length > 0 && { toldAt: now }
    await saveNotices(inside, { ...pair, subjects }, { dueAt: null, messageId: null, ...notified })
    return { task: null, result: 'rests' }
  }
  const messageId = first.messageId ?? randomUUIDv7()
  const tries = first.tries + 1
  await saveNotices(inside, { ...pair, subjects }, { dueAt: until, messageId, tries })
  const artist = await artistNamed(inside, pair.artistId)
  const { followId } = first
  const follow = await followById(inside, followId)
  const what = follow === undefined ? '' : wordsOf(follow)
  const news = [one, ...more] as const
  return {
    task: { ...pair, recipient, messageId, news, artist, what, followId, tries },
    result: 'rests',
  }
}

async function send(ctx: Context, { recipient, news, ...task }: Task): Promise<PushAnswer> {
  const { username } = task.artist
  const artist = task.artist.name === '' ? username : task.artist.name
  const { messageId } = task
  const { email, endpoint, p256dh, auth } = recipient
  if (email === null) {
    if (endpoint === null || p256dh === null || auth === null) return 'gone'
    return ctx.push.send({ endpoint, p256dh, auth } satisfies PushTarget, {
      text: newsPush(news, { artist, username, messageId }),
      ttlSeconds: DAY_MS / 1000,
      topic: messageId.replaceAll('-', ''),
    })
  }
  const page = `${ctx.publicUrl}/user/${encodeURIComponent(username)}`
  const link = `${ctx.publicUrl}/follow/${tokenOfFollow(ctx, task.followId)}`
  const content = { news, artist, page, oneClick: `${link}/one-click`, messageId }
  try {
    await ctx.mail.send(newsMail({ to: email, what: task.what, link: `${link}/end` }, content))
    return 'sent'
  } catch (error) {
    if (!(error instanceof MailDown)) throw error
    return error.answer
  }
}

/** A message that surely was not accepted is merged into the next one; one that may have been is repeated under the same id. */
function sending(
  ctx: Context,
  onDown: () => void,
): DueWork<Task, PushAnswer, PushAnswer | 'rests'> {
  return {
    claim(inside, id, lease) {
      const [followerId = '', artistId = ''] = id.split(' ')
      return claimTask(inside, { followerId, artistId }, lease)
    },
    async ask(task) {
      const answer = await send(ctx, task)
      if (answer === 'unreached' || answer === 'silent') onDown()
      return answer
    },
    async settle(inside, task, answer, now) {
      const { recipient, tries } = task
      if (answer === 'gone') {
        await deleteFollower(inside, recipient.id)
        return answer
      }
      const maybeDelivered = answer === 'sent' || answer === 'silent'
      const again = answer !== 'sent' && answer !== 'refused' && tries < NOTICE_TRIES
      const rest = typeof answer === 'number' ? Math.min(answer, DAY_MS) : 0
      const usual = retryAt(NOTICE_RETRY_MS, tries - 1, now).getTime()
      await saveMessage(inside, task, {
        dueAt: again ? new Date(Math.max(usual, now.getTime() + rest)) : null,
        ...(!(again && answer === 'silent') && { messageId: null }),
        ...(!again && maybeDelivered && { toldAt: now }),
      })
      return answer
    },
  }
}

const BATCH = 256
const AT_ONCE = 16
/** The day begins earlier in some zones, plus the hours until its morning. */
const TODAY_AHEAD_MS = 26 * HOUR_MS

/** Each process takes the notices in another order. */
function shuffled<T>(all: readonly T[]): T[] {
  const mixed = all.map((one) => ({ one, at: Math.random() }))
  return mixed.toSorted((a, b) => a.at - b.at).map(({ one }) => one)
}

/** Makes notices of the news, one batch of followers at a time. */
export async function fanOutNews(ctx: Context, stopping?: AbortSignal): Promise<number> {
  const now = ctx.now()
  await addNewsOfToday(ctx.sql, {
    now,
    until: new Date(now.getTime() + TODAY_AHEAD_MS),
    announcedBefore: new Date(now.getTime() - NEWS_REST_MS),
  })
  return runAllDue(async (except) => {
    const due = await dueNews(ctx.sql, ctx.now(), [...except])
    return due.map((id) => ({
      id,
      run: async () => ((await fanOutOnce(ctx, id)) === null ? 0 : 1),
    }))
  }, stopping)
}

/** Makes and sends the due notices until none is left; any number of processes may run it at once. */
export async function runDueNotices(ctx: Context, stopping?: AbortSignal): Promise<number> {
  const made = await fanOutNews(ctx, stopping)
  const down = new Set<string>()
  const sent = await runAllDue(
    async (except) => {
      const part = { except: [...except], downOrigins: [...down], limit: BATCH }
      const due = await dueNotices(ctx.sql, ctx.now(), part)
      const pairs = new Map(
        due.map((one) => [`${one.followerId} ${one.artistId}`, one.origin] as const),
      )
      return shuffled([...pairs]).map(([id, origin]) => ({
        id,
        async run() {
          // A notice that another process took meanwhile is no longer due.
          if (!down.has(origin))
            await runDueWork(
              ctx,
              sending(ctx, () => down.add(origin)),
              id,
            )
          return 1
        },
      }))
    },
    stopping,
    AT_ONCE,
  )
  return made + sent
}
