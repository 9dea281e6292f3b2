import { sql as raw } from 'kysely'
import type { NewsAbout } from '#domain/follows.ts'
import type { PushTarget } from '#domain/push.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** Public and not begun yet. A street concert is over before any follower could come. */
const NOTIFIABLE = raw`(c.status = 'SCHEDULED' and not c.closed_session and c.commanded_at is null)`

/** News of a concert, once of each kind; another move is sent to everybody again. */
export async function addConcertNews(
  sql: Sql,
  news: { concertId: string; about: 'new' | 'moved'; at: Date; dueAt: Date },
): Promise<void> {
  const { concertId, about, at, dueAt } = news
  await raw`
    insert into follow_news as n (artist_id, concert_id, about, made_at, due_at)
    select artist_id, id, ${about}, ${at}::timestamptz, ${dueAt}::timestamptz
    from concerts where id = ${concertId}::uuid
    on conflict (concert_id, about) where concert_id is not null
      do update set due_at = excluded.due_at, to_waiting = false, after_id = null
  `.execute(sql)
  if (about === 'moved')
    await sql
      .updateTable('followNews')
      .set({ dueAt, toWaiting: false, afterId: null })
      .where('concertId', '=', concertId)
      .where('about', '=', 'today')
      .execute()
}

/** News of those of these songs that a listener waits for, once of each kind. */
export async function addSongNews(
  sql: Sql,
  news: {
    artistId: string
    songIds: readonly string[]
    about: 'learning' | 'open'
    at: Date
    dueAt: Date
  },
): Promise<void> {
  await raw`
    insert into follow_news (artist_id, song_id, about, made_at, due_at)
    select ${news.artistId}::uuid, s.id, ${news.about}, ${news.at}::timestamptz, ${news.dueAt}::timestamptz
    from unnest(${news.songIds}::uuid[]) as s (id)
    where exists (select from follows f where f.song_id = s.id)
      or exists (select from song_wishes w where w.artist_id = ${news.artistId}::uuid and w.song_id = s.id)
    on conflict do nothing
  `.execute(sql)
}

/** News of the concerts that begin before `until`, each once. `announcedBefore`: an announcement rests first. */
export async function addNewsOfToday(
  sql: Sql,
  at: { now: Date; until: Date; announcedBefore: Date },
): Promise<void> {
  await raw`
    insert into follow_news (artist_id, concert_id, about, made_at, due_at)
    select c.artist_id, c.id, 'today', ${at.now}::timestamptz, ${at.now}::timestamptz
    from concerts c
    where ${NOTIFIABLE} and c.created_at <= ${at.announcedBefore}::timestamptz
      and c.starts_at > ${at.now}::timestamptz and c.starts_at <= ${at.until}::timestamptz
      and not exists (select from follow_news n where n.concert_id = c.id and n.about = 'today')
    on conflict do nothing
  `.execute(sql)
}

export async function dueNews(sql: Sql, now: Date, except: readonly string[]): Promise<string[]> {
  const rows = await sql
    .selectFrom('followNews')
    .select('id')
    .where('dueAt', '<=', now)
    .where(raw<boolean>`id <> all(${except}::uuid[])`)
    .orderBy('dueAt')
    .limit(16)
    .execute()
  return rows.map(({ id }) => id)
}

export type LockedNews = {
  readonly id: string
  readonly artistId: string
  readonly subjectId: string
  readonly songId: string | null
  readonly about: NewsAbout
  readonly toWaiting: boolean
  readonly afterId: string | null
  /** When its notices begin to be made. */
  readonly dueAt: Date
  /** Of a concert. */
  readonly startsAt: Date | null
  readonly timeZone: string | null
  readonly city: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  /** There is nothing left to send. */
  readonly isOver: boolean
}

/** Undefined when another process is making its notices, or has made them. */
export async function lockNews(sql: Sql, id: string, now: Date): Promise<LockedNews | undefined> {
  const locked = await sql
    .selectFrom('followNews')
    .select('id')
    .where('id', '=', id)
    .where('dueAt', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (locked === undefined) return undefined
  const { rows } = await raw<LockedNews>`
    select n.id, n.artist_id, coalesce(n.concert_id, n.song_id) as subject_id,
      n.song_id, n.about, n.to_waiting, n.after_id,
      n.due_at, c.starts_at, c.time_zone, c.city, c.latitude, c.longitude,
      case when n.concert_id is null then coalesce(r.state, 'closed') = 'closed'
        else not ${NOTIFIABLE} or c.starts_at <= ${now}::timestamptz end as is_over
    from follow_news n left join concerts c on c.id = n.concert_id
      left join repertoire r on r.artist_id = n.artist_id and r.song_id = n.song_id
    where n.id = ${id}::uuid
  `.execute(sql)
  return rows[0]
}

/** The next follows to notify, in order. `towns`: of the concert, or where the artist plays. */
export async function nextFollows(
  sql: Sql,
  news: LockedNews,
  { towns, limit }: { towns: readonly string[]; limit: number },
): Promise<{ id: string; followerId: string; timeZone: string | null }[]> {
  const ofArtist =
    news.songId === null
      ? raw`f.artist_id = ${news.artistId}::uuid`
      : // Listeners who wait for a song that the artist is learning.
        raw`f.artist_id = ${news.artistId}::uuid and ${news.about === 'open'}::boolean and f.device_id in (
          select w.device_id from song_wishes w
          where w.artist_id = ${news.artistId}::uuid and w.song_id = ${news.songId}::uuid)`
  const waiting =
    news.songId === null
      ? raw`f.town = any(${towns}::text[]) and exists (select from repertoire r
          where r.song_id = f.song_id and r.artist_id = ${news.artistId}::uuid and r.state = 'open')`
      : raw`f.song_id = ${news.songId}::uuid and f.town = any(${towns}::text[])`
  const after = news.afterId === null ? raw`` : raw`and f.id > ${news.afterId}::uuid`
  const { rows } = await raw<{ id: string; followerId: string; timeZone: string | null }>`
    select f.id, f.follower_id, w.time_zone
    from follows f join followers w on w.id = f.follower_id
    where ${news.toWaiting ? waiting : ofArtist} and f.confirmed_at is not null ${after}
    order by f.id limit ${limit}
  `.execute(sql)
  return rows
}

export type NewNotice = {
  readonly followId: string
  readonly followerId: string
  readonly dueAt: Date
}

/** One notice per follower, even if he waits for several songs and follows their artist. */
export async function addNotices(
  sql: Sql,
  news: LockedNews,
  notices: readonly NewNotice[],
  at: Date,
): Promise<void> {
  if (notices.length === 0) return
  // Sorted, so that two processes do not deadlock.
  const sorted = notices.toSorted((a, b) => (a.followerId < b.followerId ? -1 : 1))
  await raw`
    insert into follow_notices (follower_id, artist_id, subject_id, about, follow_id, made_at, due_at)
    select distinct on (n.follower_id) n.follower_id, ${news.artistId}::uuid, ${news.subjectId}::uuid,
      ${news.about}::text, n.follow_id, ${at}::timestamptz, n.due_at
    from unnest(${sorted.map((one) => one.followerId)}::uuid[], ${sorted.map((one) => one.followId)}::uuid[],
      ${sorted.map((one) => one.dueAt)}::timestamptz[]) as n (follower_id, follow_id, due_at)
    order by n.follower_id
    on conflict (follower_id, artist_id, subject_id, about) do update
      set due_at = excluded.due_at, made_at = excluded.made_at, tries = 0, message_id = null
      where follow_notices.made_at < ${news.dueAt}::timestamptz
  `.execute(sql)
}

/** `afterId` null: goes on with those who wait for a song, or ends. */
export async function saveProgress(
  sql: Sql,
  id: string,
  progress: { toWaiting: boolean; afterId: string | null; done: boolean },
): Promise<void> {
  await sql
    .updateTable('followNews')
    .set({ toWaiting: progress.toWaiting, afterId: progress.afterId })
    .$if(progress.done, (row) => row.set({ dueAt: null }))
    .where('id', '=', id)
    .execute()
}

export type DueNotices = { readonly followerId: string; readonly artistId: string }

/** The followers and artists with due notices; `origin` is that of the push service, empty for an e-mail. */
export async function dueNotices(
  sql: Sql,
  now: Date,
  part: { except: readonly string[]; downOrigins: readonly string[]; limit: number },
): Promise<(DueNotices & { readonly origin: string })[]> {
  const { rows } = await raw<DueNotices & { origin: string }>`
    select n.follower_id, n.artist_id,
      coalesce(substring(w.endpoint from '^[a-z]+://[^/]+/'), '') as origin
    from follow_notices n join followers w on w.id = n.follower_id
    where n.due_at <= ${now}::timestamptz
      and n.follower_id || ' ' || n.artist_id <> all(${part.except}::text[])
      and coalesce(substring(w.endpoint from '^[a-z]+://[^/]+/'), '') <> all(${part.downOrigins}::text[])
    order by n.due_at limit ${part.limit}
  `.execute(sql)
  return rows
}

export type NoticeRecipient = {
  readonly id: string
  readonly email: string | null
  readonly timeZone: string | null
} & { readonly [Name in keyof PushTarget]: string | null }

/** Locks the follower: no other process notifies him before the commit. */
export function lockRecipient(sql: Sql, id: string): Promise<NoticeRecipient | undefined> {
  return sql
    .selectFrom('followers')
    .select(['id', 'email', 'endpoint', 'p256dh', 'auth', 'timeZone'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type NoticeRow = {
  readonly about: NewsAbout
  readonly subjectId: string
  readonly followId: string
  readonly dueAt: Date | null
  readonly toldAt: Date | null
  readonly tries: number
  /** Of the message being sent, or that a crashed process was sending. */
  readonly messageId: string | null
  /** The notice is still true. */
  readonly holds: boolean
  readonly title: string | null
  readonly startsAt: Date | null
  readonly timeZone: string | null
  readonly place: string | null
  readonly song: string | null
  /** Where he waits for the song. */
  readonly town: string | null
  readonly state: 'open' | 'learning' | 'closed' | null
}

/** All notices to this follower about this artist, sent or not. */
export async function noticesOf(
  sql: Sql,
  { followerId, artistId }: DueNotices,
): Promise<NoticeRow[]> {
  const { rows } = await raw<NoticeRow>`
    select n.about, n.subject_id, n.follow_id, n.due_at,
      n.told_at, n.tries, n.message_id, c.title, c.starts_at, c.time_zone,
      concert_place(c.place_name, c.city, c.address) as place, s.title as song, f.town, r.state,
      case when n.about in ('learning', 'open') then r.state <> 'closed' else ${NOTIFIABLE} end is true as holds
    from follow_notices n join follows f on f.id = n.follow_id
      left join concerts c on c.id = n.subject_id
      left join songs s on s.id = coalesce(f.song_id, case when c.id is null then n.subject_id end)
      left join repertoire r on r.artist_id = n.artist_id and r.song_id = n.subject_id
    where n.follower_id = ${followerId}::uuid and n.artist_id = ${artistId}::uuid
    order by n.made_at
  `.execute(sql)
  return rows
}

export const artistNamed = (sql: Sql, id: string) =>
  sql
    .selectFrom('artists')
    .select(['username', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

type Subjects = DueNotices & {
  readonly subjects: readonly { subjectId: string; about: NewsAbout }[]
}

type NoticeChange = {
  readonly dueAt: Date | null
  readonly toldAt?: Date
  readonly tries?: number
  readonly messageId?: string | null
}

function changeNotices(sql: Sql, { followerId, artistId }: DueNotices, to: NoticeChange) {
  return sql
    .updateTable('followNotices')
    .set({
      dueAt: to.dueAt,
      ...(to.toldAt && { toldAt: to.toldAt }),
      ...(to.tries !== undefined && { tries: to.tries }),
      ...(to.messageId !== undefined && { messageId: to.messageId }),
    })
    .where('followerId', '=', followerId)
    .where('artistId', '=', artistId)
}

/** Changes these notices; undefined fields stay unchanged. */
export async function saveNotices(
  sql: Sql,
  { subjects, ...pair }: Subjects,
  to: NoticeChange,
): Promise<void> {
  await changeNotices(sql, pair, to)
    .where(
      raw<boolean>`(subject_id, about) in (select * from unnest(
        ${subjects.map(({ subjectId }) => subjectId)}::uuid[], ${subjects.map(({ about }) => about)}::text[]))`,
    )
    .execute()
}

/** Changes the notices of this message, except those made again since. */
export async function saveMessage(
  sql: Sql,
  { messageId, ...pair }: DueNotices & { readonly messageId: string },
  to: NoticeChange,
): Promise<void> {
  await changeNotices(sql, pair, to).where('messageId', '=', messageId).execute()
}

/** The browser accepts no more messages. */
export async function deleteFollower(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('followers').where('id', '=', id).execute()
}

export async function forgetNews(sql: Sql, before: Date): Promise<void> {
  for (const table of ['followNotices', 'followNews'] as const)
    await sql.deleteFrom(table).where('dueAt', 'is', null).where('madeAt', '<', before).execute()
}
