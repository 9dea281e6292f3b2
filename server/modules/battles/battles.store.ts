import { sql as raw } from 'kysely'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import type { Battle } from '#domain/queue/battle.ts'
import { HELD_TITLE } from '#domain/queue/held-texts.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { bumpRevision } from '#server/platform/db/order-effects.ts'

type ConcertFacts = {
  readonly artistId: string
  readonly status: ConcertStatus
  readonly pass: string | null
}

/** Locks the concert whose hall votes, and bumps its revision; undefined where strangers know of none. */
export async function lockForVote(sql: Sql, concertId: string): Promise<ConcertFacts | undefined> {
  // First, so that what ends the battle and all votes come one after another.
  await bumpRevision(concertId).execute(sql)
  return sql
    .selectFrom('concerts')
    .select(['artistId', 'status', 'pass'])
    .where('id', '=', concertId)
    .where('publishAt', 'is', null)
    .executeTakeFirst()
}

export async function addBattle(
  sql: Sql,
  { songIds, ...battle }: Battle & { readonly id: string; readonly concertId: string },
  startedAt: Date,
): Promise<void> {
  await sql
    .insertInto('battles')
    .values({ ...battle, songIds: [...songIds], startedAt })
    .execute()
}

/** How many of these songs there are. */
export async function countSongs(sql: Sql, ids: readonly string[]): Promise<number> {
  const { songs } = await sql
    .selectFrom('songs')
    .select((of) => of.fn.countAll<number>().as('songs'))
    .where(raw<boolean>`id = any(${ids}::uuid[])`)
    .executeTakeFirstOrThrow()
  return songs
}

/**
 * The votes for the song `s` in the battle `b`: of a battle by money the kopecks that are there. While it runs, money
 * of a song that has begun to sound decides nothing more.
 */
const VOTES = raw<number>`case when b.paid
  then (select coalesce(sum(o.amount), 0)::bigint
    from orders o join queue_entries e on e.id = o.entry_id
    where o.battle_id = b.id and e.song_id = s.id and o.dropped_at is null and e.status <> 'SKIPPED'
      and (b.ended_at is not null or e.status not in ('NOW', 'PLAYED')))
  else (select count(*) from battle_votes v where v.battle_id = b.id and v.song_id = s.id) end`

/** The votes of each song, in the order of the battle. */
export async function votesIn(
  sql: Sql,
  { id }: { readonly id: string },
): Promise<{ songId: string; votes: number }[]> {
  const { rows } = await raw<{ songId: string; votes: number }>`
    select s.id as song_id, ${VOTES} as votes
    from battles b join songs s on s.id = any(b.song_ids)
    where b.id = ${id}::uuid order by array_position(b.song_ids, s.id)`.execute(sql)
  return rows
}

export async function closeBattle(
  sql: Sql,
  id: string,
  how: { readonly endedAt: Date; readonly cancelled: boolean; readonly winnerId: string | null },
): Promise<void> {
  await sql.updateTable('battles').set(how).where('id', '=', id).execute()
}

/** The device's vote, in place of one that it gave before. */
export async function saveVote(
  sql: Sql,
  vote: { readonly battleId: string; readonly deviceId: string; readonly songId: string },
): Promise<void> {
  await sql
    .insertInto('battleVotes')
    .values(vote)
    .onConflict((again) =>
      again.columns(['battleId', 'deviceId']).doUpdateSet({ songId: vote.songId }),
    )
    .execute()
}

export async function voteOf(sql: Sql, battleId: string, deviceId: string): Promise<string | null> {
  const row = await sql
    .selectFrom('battleVotes')
    .select('songId')
    .where('battleId', '=', battleId)
    .where('deviceId', '=', deviceId)
    .executeTakeFirst()
  return row?.songId ?? null
}

/** The battles whose time has come. */
export function battlesDue(
  sql: Sql,
  now: Date,
  except: readonly string[],
): Promise<{ id: string; concertId: string }[]> {
  return sql
    .selectFrom('battles')
    .select(['id', 'concertId'])
    .where('endedAt', 'is', null)
    .where('endsAt', '<=', now)
    .where(raw<boolean>`id <> all(${except}::uuid[])`)
    .orderBy('endsAt')
    .limit(50)
    .execute()
}

export type ShownBattle = {
  readonly id: string
  readonly concertId: string
  readonly paid: boolean
  readonly endsAt: Date
  readonly endedAt: Date | null
  readonly winnerId: string | null
  readonly songs: { songId: string; title: string; artistName: string; votes: number }[]
}

/** Whether everybody but the artist sees the song `s` of a battle in the concert `c` as «скрыто», as in its queue. */
const HELD = raw<boolean>`(
  not s.verified and s.held is not false
    and not exists (select from repertoire mine
      where mine.artist_id = c.artist_id and mine.song_id = s.id)
    and not exists (select from queue_entries e
      where e.concert_id = c.id and e.song_id = s.id and e.title_opened_at is not null)
  or coalesce((select mine.hidden_at is not null from repertoire mine
    where mine.artist_id = c.artist_id and mine.song_id = s.id), false)
  or exists (select from queue_entries e
    where e.concert_id = c.id and e.song_id = s.id and e.hidden_at is not null))`

/** The last battle of each of these running concerts, unless it was cancelled or ended before `since`. */
export async function battlesShown(
  sql: Sql,
  concertIds: readonly string[],
  since: Date,
): Promise<ShownBattle[]> {
  const { rows } = await raw<ShownBattle>`
    select b.id, b.concert_id, b.paid, b.ends_at, b.ended_at, b.winner_id, (
      select json_agg(json_build_object(
        'songId', s.id,
        'title', case when ${HELD} then ${raw.lit(HELD_TITLE)} else s.title end,
        'artistName', case when ${HELD} then '' else s.artist_name end,
        'votes', ${VOTES}
      ) order by array_position(b.song_ids, s.id))
      from songs s where s.id = any(b.song_ids)) as songs
    from (
      select distinct on (concert_id) * from battles
      where concert_id = any(${concertIds}::uuid[])
      order by concert_id, started_at desc) b
    join concerts c on c.id = b.concert_id
    where c.status = 'NOW' and not b.cancelled
      and (b.ended_at is null or b.ended_at > ${since}::timestamptz)
  `.execute(sql)
  return rows
}

/** With their votes. */
export async function eraseBattles(sql: Sql, before: Date): Promise<void> {
  await sql.deleteFrom('battles').where('endedAt', '<', before).execute()
}
