import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { NewsKind } from '#domain/notifications.ts'
import { REMINDERS } from '#domain/quiet-hours.ts'
import type { ReminderKind } from '#domain/quiet-hours.ts'
import type { SongState } from '#domain/songs/repertoire.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** Not begun yet; who is coming is told of it. A street concert is over before any follower could come. */
export const AHEAD = raw`(c.status = 'SCHEDULED' and c.hidden_at is null and c.commanded_at is null)`
/** Public, too. */
export const NOTIFIABLE = raw`(${AHEAD} and not c.closed_session)`
/** Public, and running. */
export const SHOWN_NOW = raw`(c.status = 'NOW' and not c.closed_session and c.hidden_at is null)`

/** The concert `c` is this one, or another of its series. */
export const isOfSeries = (
  concertId: string | RawBuilder<unknown>,
) => raw`(c.id = ${concertId}::uuid
  or c.series_id = (select o.series_id from concerts o where o.id = ${concertId}::uuid))`
/** The announcement of this concert, or of its series, is not told yet. */
const isUntold = (concertId: string | RawBuilder<unknown>) => raw`exists (
  select from concerts c join follow_news n on n.concert_id = c.id
  where ${isOfSeries(concertId)} and ${NOTIFIABLE} and n.about = 'new' and n.due_at is not null)`

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

/** The announcement of a concert, where it waits, waits until then. */
export async function restAnnouncement(sql: Sql, concertId: string, dueAt: Date): Promise<void> {
  await sql
    .updateTable('followNews')
    .set({ dueAt })
    .where('concertId', '=', concertId)
    .where('about', '=', 'new')
    .where('dueAt', 'is not', null)
    .execute()
}

/** News that a concert does not take place, unless its followers do not know of its series yet. Its record is there. */
export async function addCancelledNews(sql: Sql, concertId: string, at: Date): Promise<void> {
  await raw`
    insert into follow_news (artist_id, gone_id, about, made_at, due_at)
    select c.artist_id, c.id, 'cancelled', ${at}::timestamptz, ${at}::timestamptz
    from concerts c where c.id = ${concertId}::uuid and ${NOTIFIABLE} and not ${isUntold(concertId)}
    on conflict do nothing
  `.execute(sql)
}

/**
 * The next concert of its series is announced in place of one that is to be deleted, to all where its announcement still
 * rests, else to those followers for whom it waits.
 */
export async function passAnnouncement(sql: Sql, concertId: string): Promise<void> {
  const next = raw`(select c.id from concerts c
    where ${isOfSeries(concertId)} and c.id <> ${concertId}::uuid and ${NOTIFIABLE}
    order by c.starts_at, c.id limit 1) t`
  await raw`
    update follow_news n set concert_id = t.id, to_waiting = false, after_id = null from ${next}
    where n.concert_id = ${concertId}::uuid and n.about = 'new' and n.due_at is not null
      and not exists (select from follow_news o where o.concert_id = t.id and o.about = 'new')
  `.execute(sql)
  await raw`
    update notifications n set subject_id = t.id from ${next}
    where n.subject_id = ${concertId}::uuid and n.kind = 'new' and n.follow_id is not null
      and n.due_at is not null and n.told_at is null and n.message_id is null
      and not exists (select from notifications o where o.recipient_id = n.recipient_id
        and o.artist_id = n.artist_id and o.subject_id = t.id and o.kind = 'new')
  `.execute(sql)
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

/** What is not told yet of one song of an artist is told of another. */
export async function moveNewsOfSong(
  sql: Sql,
  { artistId, songId, to }: { artistId: string; songId: string; to: string },
): Promise<void> {
  await raw`
    update follow_news n set song_id = ${to}::uuid
    where n.artist_id = ${artistId}::uuid and n.song_id = ${songId}::uuid and n.due_at is not null
      and not exists (select from follow_news o where o.artist_id = n.artist_id and o.song_id = ${to}::uuid
        and o.about = n.about)
  `.execute(sql)
  await raw`
    update notifications n set subject_id = ${to}::uuid
    where n.follow_id is not null and n.artist_id = ${artistId}::uuid and n.subject_id = ${songId}::uuid
      and n.kind in ('learning', 'open') and n.due_at is not null and n.told_at is null and n.message_id is null
      and not exists (select from notifications o where o.recipient_id = n.recipient_id
        and o.artist_id = n.artist_id and o.subject_id = ${to}::uuid and o.kind = n.kind)
  `.execute(sql)
}

/** News of the concerts that begin before `until`, each once, not before the announcement. `announcedBefore`: that rests first. */
export async function addNewsOfToday(
  sql: Sql,
  at: { now: Date; until: Date; announcedBefore: Date },
): Promise<void> {
  await raw`
    insert into follow_news (artist_id, concert_id, about, made_at, due_at)
    select t.artist_id, t.id, 'today', ${at.now}::timestamptz, ${at.now}::timestamptz
    from (select c.artist_id, c.id from concerts c
      where ${NOTIFIABLE} and c.created_at <= ${at.announcedBefore}::timestamptz
        and c.starts_at > ${at.now}::timestamptz and c.starts_at <= ${at.until}::timestamptz
        and not exists (select from follow_news n where n.concert_id = c.id and n.about = 'today')) t
    where not ${isUntold(raw`t.id`)}
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
      and exists (select from unnest(${REMINDERS}::text[]) as r (about)
        where not exists (select from follow_news n where n.concert_id = c.id and n.about = r.about))
  `.execute(sql)
  return rows
}

/** News for who is coming to a concert, due then; null: no more. `again`: also where it was told already. */
export async function addReminders(
  sql: Sql,
  concertId: string,
  reminders: {
    due: readonly { about: ReminderKind; at: Date | null }[]
    at: Date
    again: boolean
  },
): Promise<void> {
  const { due, at, again } = reminders
  await raw`
    insert into follow_news (artist_id, concert_id, about, made_at, due_at)
    select c.artist_id, c.id, r.about, ${at}::timestamptz, r.due_at
    from concerts c cross join unnest(${due.map(({ about }) => about)}::text[],
      ${due.map((one) => one.at)}::timestamptz[]) as r (about, due_at)
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
  /** Only who is coming is told. */
  readonly toComing: boolean
  /** There is nothing left to send. */
  readonly isOver: boolean
  /** It announces a concert that may still be open to all. */
  readonly mayOpen: boolean
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
      n.made_at, n.due_at, coalesce(c.starts_at, g.starts_at) as starts_at, coalesce(c.time_zone, g.time_zone) as time_zone,
      coalesce(c.city, g.city) as city, coalesce(c.latitude, g.latitude) as latitude, coalesce(c.longitude, g.longitude) as longitude,
      case when n.word_id is not null then false when n.gone_id is not null then g.starts_at <= ${now}::timestamptz
        when n.concert_id is null then coalesce(r.state, 'closed') <> n.about
        else not (${NOTIFIABLE} or ${AHEAD} and n.about = 'moved') or c.starts_at <= ${now}::timestamptz end as is_over,
      n.about = any(${REMINDERS}::text[]) or coalesce(c.closed_session, false) as to_coming,
      coalesce(n.about = 'new' and c.status = 'SCHEDULED' and c.starts_at > ${now}::timestamptz, false) as may_open
    from follow_news n left join concerts c on c.id = n.concert_id left join gone_concerts g on g.id = n.gone_id
      left join repertoire r on r.artist_id = n.artist_id and r.song_id = n.song_id
    where n.id = ${id}::uuid
  `.execute(sql)
  return rows[0]
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

/** What was told of a concert stays while one of its series is ahead: its cancellation is for who was told. */
export async function forgetNews(sql: Sql, at: { before: Date; now: Date }): Promise<void> {
  const { before, now } = at
  await sql
    .deleteFrom('followNews')
    .where('dueAt', 'is', null)
    .where('madeAt', '<', before)
    .execute()
  await sql
    .deleteFrom('notifications')
    .where('dueAt', 'is', null)
    .where('madeAt', '<', before)
    .where('kind', 'not in', ['new', 'moved', 'today'])
    .execute()
  // Joined: a list after `not in` is read anew for each row once it is long.
  await raw`
    with every as not materialized (select id, series_id, starts_at from concerts
        union all select id, series_id, starts_at from gone_concerts),
      ahead as (select id, series_id from every where starts_at > ${now}::timestamptz),
      kept as (select id from ahead
        union select id from every where series_id in (select series_id from ahead))
    delete from notifications n where due_at is null and made_at < ${before}::timestamptz
      and kind in ('new', 'moved', 'today')
      and not exists (select from kept where kept.id = n.subject_id)
  `.execute(sql)
}
