import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'
import { isOfSeries, NOTIFIABLE } from './news.store.ts'
import type { LockedNews } from './news.store.ts'

/** The follower `f` comes to the concert `c`. */
export const COMES = raw`(f.concert_id is not null
  or exists (select from going w where w.concert_id = c.id and w.device_id = f.device_id))`

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
      ? raw`f.town = any(${towns}::text[]) and (f.song_id is null or ${news.about === 'cancelled'}::boolean or exists (select from repertoire r
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

/**
 * Whether a move is left out for this recipient: he is told of the concert, or its series, as new after it. Where that
 * of the concert itself waits for him already, the outbox decides on both.
 */
const isToldAsNew = ({ about, artistId, subjectId, madeAt }: LockedNews, who: string) =>
  about !== 'moved'
    ? raw`false`
    : raw`exists (select from concerts c left join follow_news a on a.concert_id = c.id and a.about = 'new'
      left join notifications k on k.recipient_id = ${raw.ref(who)} and k.artist_id = ${artistId}::uuid
        and k.subject_id = c.id and k.kind = 'new'
      where ${isOfSeries(subjectId)}
        and (k.made_at > ${madeAt}::timestamptz or (k.made_at is null and a.due_at is not null and ${NOTIFIABLE})
          or (c.id <> ${subjectId}::uuid and k.due_at is not null and k.told_at is null and k.message_id is null
            and ${NOTIFIABLE} and not exists (select from notifications o where o.recipient_id = k.recipient_id
              and o.artist_id = k.artist_id and o.subject_id = ${subjectId}::uuid and o.told_at is not null))))`

/**
 * Whether a recipient may be told that a concert does not take place: his announcement of it, or of its series, does not
 * wait; where he only waits for its town, he was told of one. Its record is there.
 */
export const mayBeToldGone = (
  goneId: string,
  who: string,
  { toWaiting = false } = {},
) => raw`coalesce((
  select bool_or(k.told_at is not null or k.message_id is not null)
    ${toWaiting ? raw`` : raw`or not bool_or(k.kind = 'new')`}
  from notifications k
  where k.recipient_id = ${raw.ref(who)}
    and k.artist_id = (select artist_id from gone_concerts where id = ${goneId}::uuid)
    and k.subject_id in (
      select ${goneId}::uuid
      union all select o.id from gone_concerts g join gone_concerts o on o.series_id = g.series_id where g.id = ${goneId}::uuid
      union all select o.id from gone_concerts g join concerts o on o.series_id = g.series_id where g.id = ${goneId}::uuid)),
  ${!toWaiting}::boolean)`

/** Whether the news is for this recipient. */
const isFor = (news: LockedNews, who: string) =>
  news.about === 'cancelled'
    ? // Who is coming is told as a guest.
      raw`${mayBeToldGone(news.subjectId, who, news)} and not exists (
        select from gone_guests g join followers w on coalesce(w.endpoint, w.email) = coalesce(g.endpoint, g.email)
        where g.concert_id = ${news.subjectId}::uuid and w.id = ${raw.ref(who)})`
    : raw`not ${isToldAsNew(news, who)}`

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
    where (${isFor(news, 'n.follower_id')}) or exists (select from follows f, concerts c
      where f.id = n.follow_id and c.id = ${news.subjectId}::uuid and ${COMES})
    order by n.follower_id
    on conflict (recipient_id, artist_id, subject_id, kind) do update
      set due_at = case when notifications.message_id is null then excluded.due_at else notifications.due_at end,
        made_at = excluded.made_at, tries = 0
      where notifications.made_at < ${news.dueAt}::timestamptz
  `.execute(sql)
}

/** Adds news of a concert for its artist's channels, once in each; a later move is posted again. */
export async function addChannelNews(sql: Sql, news: LockedNews, at: Date): Promise<void> {
  await raw`
    insert into notifications (recipient_id, channel_id, artist_id, subject_id, kind, made_at, due_at)
    select h.id, h.id, h.artist_id, ${news.subjectId}::uuid, ${news.about}::text, ${at}::timestamptz, ${at}::timestamptz
    from artist_channels h where h.artist_id = ${news.artistId}::uuid
      and ${isFor(news, 'h.id')}
    order by h.id
    on conflict (recipient_id, artist_id, subject_id, kind) do update
      set due_at = excluded.due_at, made_at = excluded.made_at, tries = 0, message_id = null
      where notifications.made_at < ${news.dueAt}::timestamptz
  `.execute(sql)
}
