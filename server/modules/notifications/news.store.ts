import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { NewsKind } from '#domain/notifications.ts'
import type { ReminderKind } from '#domain/quiet-hours.ts'
import type { SongState } from '#domain/songs/repertoire.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** Public and not begun yet. A street concert is over before any follower could come. */
export const NOTIFIABLE = raw`(c.status = 'SCHEDULED' and not c.closed_session and c.hidden_at is null and c.commanded_at is null)`
/** Public, and running. */
export const SHOWN_NOW = raw`(c.status = 'NOW' and not c.closed_session and c.hidden_at is null)`

/** The follower `f` comes to the concert `c`. */
export const COMES = raw`(f.concert_id is not null
  or exists (select from going w where w.concert_id = c.id and w.device_id = f.device_id))`

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
      do update set made_at = excluded.made_at, due_at = excluded.due_at, to_waiting = false, after_id = null
  `.execute(sql)
  if (about === 'moved')
    await sql
      .updateTable('followNews')
      .set({ dueAt, toWaiting: false, afterId: null })
      .where('concertId', '=', concertId)
      .where('about', '=', 'today')
      .execute()
}

/** News that the artist says something to his followers. */
export async function addWordNews(
  sql: Sql,
  news: { artistId: string; wordId: string; at: Date; dueAt: Date },
): Promise<void> {
  const { artistId, wordId, at: madeAt, dueAt } = news
  await sql
    .insertInto('followNews')
    .values({ artistId, wordId, about: 'word', madeAt, dueAt })
    .execute()
}

/** Whether nobody was told of this word yet; null where the artist has said none such. Locked until the commit. */
export async function wordWaits(
  sql: Sql,
  artistId: string,
  wordId: string,
): Promise<boolean | null> {
  const news = await sql
    .selectFrom('followNews')
    .select(['dueAt', 'afterId'])
    .where('wordId', '=', wordId)
    .where('artistId', '=', artistId)
    .forUpdate()
    .executeTakeFirst()
  return news === undefined ? null : news.dueAt !== null && news.afterId === null
}

export type WordProgress = { readonly id: string; readonly told: number; readonly waits: boolean }

/** How many followers got each of these words, and whether it waits for its rest. */
export async function progressOfWords(
  sql: Sql,
  artistId: string,
  ids: readonly string[],
): Promise<WordProgress[]> {
  const { rows } = await raw<WordProgress>`
    select n.word_id as id, n.due_at is not null and n.after_id is null as waits,
      (select count(*)::integer from notifications t where t.artist_id = n.artist_id
        and t.subject_id = n.word_id and t.kind = 'word' and t.told_at is not null) as told
    from follow_news n where n.artist_id = ${artistId}::uuid and n.word_id = any(${ids}::uuid[])
  `.execute(sql)
  return rows
}

/** News of those of these songs that a listener waits for, once of each kind. */
export async function addSongNews(
  sql: Sql,
  news: {
    artistId: string
    songIds: readonly string[]
    about: Exclude<SongState, 'closed'>
    at: Date
    dueAt: Date
  },
): Promise<void> {
  await raw`
    insert into follow_news (artist_id, song_id, about, made_at, due_at)
    select ${news.artistId}::uuid, s.id, ${news.about}, ${news.at}::timestamptz, ${news.dueAt}::timestamptz
    from unnest(${news.songIds}::uuid[]) as s (id)
    where exists (select from follows f where f.song_id = s.id)
      or exists (select from wishes w where w.artist_id = ${news.artistId}::uuid and w.song_id = s.id)
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

/** The concerts that begin before `until` and are not to be reminded of yet, with when they were announced. */
export async function concertsToRemindOf(
  sql: Sql,
  at: { now: Date; until: Date },
): Promise<{ id: string; startsAt: Date; timeZone: string; announcedAt: Date }[]> {
  const { rows } = await raw<{ id: string; startsAt: Date; timeZone: string; announcedAt: Date }>`
    select c.id, c.starts_at, c.time_zone, c.created_at as announced_at from concerts c
    where ${NOTIFIABLE} and c.starts_at > ${at.now}::timestamptz and c.starts_at <= ${at.until}::timestamptz
      and not exists (select from follow_news n where n.concert_id = c.id and n.about = 'soon')
  `.execute(sql)
  return rows
}

/** News for who is coming to a concert, due then; null: no more. `again`: also where it was told already. */
export async function addReminders(
  sql: Sql,
  concertId: string,
  reminders: { due: Readonly<Record<ReminderKind, Date | null>>; at: Date; again: boolean },
): Promise<void> {
  const { due, at, again } = reminders
  await raw`
    insert into follow_news (artist_id, concert_id, about, made_at, due_at)
    select c.artist_id, c.id, r.about, ${at}::timestamptz, r.due_at
    from concerts c cross join (values ('tomorrow', ${due.tomorrow}::timestamptz), ('soon', ${due.soon}::timestamptz))
      as r (about, due_at)
    where c.id = ${concertId}::uuid
    on conflict (concert_id, about) where concert_id is not null
      ${again ? raw`do update set due_at = excluded.due_at, after_id = null` : raw`do nothing`}
  `.execute(sql)
}

/** The start of a concert and its zone. */
export const startOf = (sql: Sql, concertId: string) =>
  sql
    .selectFrom('concerts')
    .select(['startsAt', 'startWas', 'timeZone'])
    .where('id', '=', concertId)
    .executeTakeFirst()

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
  readonly about: NewsKind
  readonly toWaiting: boolean
  readonly afterId: string | null
  /** Of what happened last. */
  readonly madeAt: Date
  /** When it begins to be fanned out. */
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

/** Undefined when another process is fanning it out, or has done so. */
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
    select n.id, n.artist_id, coalesce(n.concert_id, n.gone_id, n.word_id, n.song_id) as subject_id,
      n.song_id, n.about, n.to_waiting, n.after_id,
      n.made_at, n.due_at, coalesce(c.starts_at, g.starts_at) as starts_at, coalesce(c.time_zone, g.time_zone) as time_zone, c.city, c.latitude, c.longitude,
      case when n.word_id is not null then false when n.gone_id is not null then g.starts_at <= ${now}::timestamptz
        when n.concert_id is null then coalesce(r.state, 'closed') <> n.about
        else not ${NOTIFIABLE} or c.starts_at <= ${now}::timestamptz end as is_over
    from follow_news n left join concerts c on c.id = n.concert_id left join gone_concerts g on g.id = n.gone_id
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
          select w.device_id from wishes w
          where w.artist_id = ${news.artistId}::uuid and w.song_id = ${news.songId}::uuid)`
  const waiting =
    news.songId === null
      ? raw`f.town = any(${towns}::text[]) and (f.song_id is null or exists (select from repertoire r
          where r.song_id = f.song_id and r.artist_id = ${news.artistId}::uuid and r.state = 'open'))`
      : raw`f.song_id = ${news.songId}::uuid and f.town = any(${towns}::text[])`
  const after = news.afterId === null ? raw`` : raw`and f.id > ${news.afterId}::uuid`
  const those = (condition: RawBuilder<unknown>) => raw`(
    select f.id, f.follower_id, w.time_zone
    from follows f join followers w on w.id = f.follower_id
    where ${condition} and f.confirmed_at is not null ${after}
    order by f.id limit ${limit})`
  // Whoever is reminded of a concert is told of its move too. Apart, so that each side reads its own index.
  const ofConcert = raw`f.concert_id = ${news.subjectId}::uuid`
  const isMove = news.about === 'moved' && !news.toWaiting
  const { rows } = await raw<{ id: string; followerId: string; timeZone: string | null }>`
    select * from (${those(news.toWaiting ? waiting : ofArtist)}
      ${isMove ? raw`union all ${those(ofConcert)}` : raw``}) t
    order by id limit ${limit}
  `.execute(sql)
  return rows
}

/**
 * The next of those who are coming to a concert: they follow it, or go there on a device that follows its artist. Of one
 * device the follow of the concert, then the one by push.
 */
export async function nextComing(
  sql: Sql,
  { subjectId, artistId, afterId }: LockedNews,
  limit: number,
): Promise<{ id: string; followerId: string; timeZone: string | null }[]> {
  const { rows } = await raw<{ id: string; followerId: string; timeZone: string | null }>`
    with coming as (
      select f.id, f.follower_id, f.device_id, true as asked from follows f
      where f.concert_id = ${subjectId}::uuid and f.confirmed_at is not null
      union all
      select f.id, f.follower_id, f.device_id, false from going g join follows f on f.device_id = g.device_id
      where g.concert_id = ${subjectId}::uuid and f.artist_id = ${artistId}::uuid and f.confirmed_at is not null)
    select * from (
      select distinct on (coalesce(k.device_id, k.follower_id)) k.id, k.follower_id, w.time_zone
      from coming k join followers w on w.id = k.follower_id
      order by coalesce(k.device_id, k.follower_id), k.asked desc, w.endpoint is null, k.id) f
    ${afterId === null ? raw`` : raw`where f.id > ${afterId}::uuid`}
    order by f.id limit ${limit}
  `.execute(sql)
  return rows
}

export type NewsFor = {
  readonly followId: string
  readonly followerId: string
  readonly dueAt: Date
}

/** Whether a move is left out for this recipient: he is told of the concert as new, with that move in it. */
export const isToldAsNew = ({ about, artistId, subjectId, madeAt }: LockedNews, who: string) =>
  about !== 'moved'
    ? raw`false`
    : raw`exists (select from concerts c left join follow_news a on a.concert_id = c.id and a.about = 'new'
      left join notifications k on k.recipient_id = ${raw.ref(who)} and k.artist_id = ${artistId}::uuid
        and k.subject_id = c.id and k.kind = 'new'
      where c.id = ${subjectId}::uuid
        and (k.made_at > ${madeAt}::timestamptz or (k.made_at is null and a.due_at is not null)))`

/**
 * Adds the news to the outbox once per follower, even if he waits for several songs and follows their artist. A message
 * on its way tells it as it stands now: it was made after what the news is of, which rests for a minute at least.
 */
export async function addNews(
  sql: Sql,
  news: LockedNews,
  followers: readonly NewsFor[],
  at: Date,
): Promise<void> {
  if (followers.length === 0) return
  // Sorted, so that two processes do not deadlock.
  const sorted = followers.toSorted((a, b) => (a.followerId < b.followerId ? -1 : 1))
  await raw`
    insert into notifications (recipient_id, follow_id, artist_id, subject_id, kind, made_at, due_at)
    select distinct on (n.follower_id) n.follower_id, n.follow_id, ${news.artistId}::uuid,
      ${news.subjectId}::uuid, ${news.about}::text, ${at}::timestamptz, n.due_at
    from unnest(${sorted.map((one) => one.followerId)}::uuid[], ${sorted.map((one) => one.followId)}::uuid[],
      ${sorted.map((one) => one.dueAt)}::timestamptz[]) as n (follower_id, follow_id, due_at)
    where not ${isToldAsNew(news, 'n.follower_id')} or exists (select from follows f, concerts c
      where f.id = n.follow_id and c.id = ${news.subjectId}::uuid and ${COMES})
    order by n.follower_id
    on conflict (recipient_id, artist_id, subject_id, kind) do update
      set due_at = case when notifications.message_id is null then excluded.due_at else notifications.due_at end,
        made_at = excluded.made_at, tries = 0
      where notifications.made_at < ${news.dueAt}::timestamptz
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

/** It is news again once it is true again. */
export async function dropNews(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('followNews').where('id', '=', id).execute()
}

export async function forgetNews(sql: Sql, before: Date): Promise<void> {
  for (const table of ['notifications', 'followNews'] as const)
    await sql.deleteFrom(table).where('dueAt', 'is', null).where('madeAt', '<', before).execute()
}
