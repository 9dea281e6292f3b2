import { sql as raw } from 'kysely'
import type { PadAction } from '#domain/queue/second-pad.ts'
import type { Sql } from '#server/platform/db/open.ts'

type SecondPadRow = { id: string; name: string; openedAt: Date | null }

/** The holder of a second pad's token, while the concert is not over, nor its artist blocked. */
type SecondPadHolder = {
  id: string
  name: string
  concertId: string
  running: boolean
  /** The pass of a closed evening. */
  pass: string | null
  createdAt: Date
  artistId: string
  username: string
}

export async function addSecondPad(
  sql: Sql,
  pad: { id: string; concertId: string; tokenHash: string; name: string; createdAt: Date },
): Promise<void> {
  await sql.insertInto('secondPads').values(pad).execute()
}

export async function secondPadsOf(sql: Sql, concertId: string): Promise<SecondPadRow[]> {
  return sql
    .selectFrom('secondPads')
    .select(['id', 'name', 'openedAt'])
    .where('concertId', '=', concertId)
    .orderBy('id')
    .execute()
}

/** False where the concert has no such pad. */
export async function removeSecondPad(sql: Sql, concertId: string, id: string): Promise<boolean> {
  const removed = await sql
    .deleteFrom('secondPads')
    .where('concertId', '=', concertId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** Removes the pads of every concert of an artist. */
export async function removeSecondPads(sql: Sql, artistId: string): Promise<void> {
  const own = sql.selectFrom('concerts').select('id').where('artistId', '=', artistId)
  await sql.deleteFrom('secondPads').where('concertId', 'in', own).execute()
}

export async function holderOf(sql: Sql, tokenHash: string): Promise<SecondPadHolder | undefined> {
  return sql
    .selectFrom('secondPads as pad')
    .innerJoin('concerts as concert', 'concert.id', 'pad.concertId')
    .innerJoin('artists as artist', 'artist.id', 'concert.artistId')
    .select([
      'pad.id',
      'pad.name',
      'pad.concertId',
      raw<boolean>`concert.status = 'NOW'`.as('running'),
      'concert.pass',
      'pad.createdAt',
      'artist.id as artistId',
      'artist.username',
    ])
    .where('pad.tokenHash', '=', tokenHash)
    .where('concert.status', '!=', 'PLAYED')
    .where('artist.blockedAt', 'is', null)
    .executeTakeFirst()
}

export async function markOpened(sql: Sql, id: string, at: Date): Promise<void> {
  await sql
    .updateTable('secondPads')
    .set({ openedAt: at })
    .where('id', '=', id)
    .where('openedAt', 'is', null)
    .execute()
}

type LoggedAction = {
  id: string
  artistId: string
  /** Null: the concert that this artist is playing. */
  concertId: string | null
  at: Date
  by: string | null
  action: PadAction
  songId: string | null
}

/** Logs nothing for a concert that never had a second pad and was led by no key; an unknown song is logged as null. */
export async function logAction(sql: Sql, done: LoggedAction): Promise<void> {
  await raw`
    insert into pad_log (id, concert_id, done_at, done_by, action, song_id)
    select ${done.id}::uuid, c.id, ${done.at}::timestamptz, ${done.by}::text, ${done.action},
      (select s.id from songs s where s.id = ${done.songId}::uuid)
    from concerts c
    where c.artist_id = ${done.artistId}::uuid
      and (c.id = ${done.concertId}::uuid or (${done.concertId}::uuid is null and c.status = 'NOW'))
      and (${done.by}::text is not null or exists (select from second_pads p where p.concert_id = c.id)
        or exists (select from pad_log l where l.concert_id = c.id))
  `.execute(sql)
}

/** A line of the log; `by` is the name of a second pad, null for the artist. */
type LoggedLine = {
  id: string
  at: Date
  by: string | null
  action: PadAction
  songTitle: string | null
}

/** The newest first. */
export async function actionsOf(sql: Sql, concertId: string, limit: number): Promise<LoggedLine[]> {
  return sql
    .selectFrom('padLog as l')
    .leftJoin('songs as s', 's.id', 'l.songId')
    .select(['l.id', 'l.doneAt as at', 'l.doneBy as by', 'l.action', 's.title as songTitle'])
    .where('l.concertId', '=', concertId)
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute()
}
