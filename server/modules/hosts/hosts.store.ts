import { sql as raw } from 'kysely'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import type { SongStatus } from '#domain/queue/queue.ts'
import type { Sql } from '#server/platform/db/open.ts'

export type HostedConcert = {
  readonly id: string
  readonly artistId: string
  readonly username: string
  readonly artistName: string
  readonly title: string
  readonly status: ConcertStatus
  readonly startsAt: Date
  readonly timeZone: string
  readonly pass: string | null
  readonly publishAt: Date | null
  /** The artist has closed the lists. */
  readonly closed: boolean
}

/** A concert with a host's link. */
export function hostedConcert(sql: Sql, concertId: string): Promise<HostedConcert | undefined> {
  return sql
    .selectFrom('hosts as h')
    .innerJoin('concerts as c', 'c.id', 'h.concertId')
    .innerJoin('artists as a', 'a.id', 'c.artistId')
    .select([
      'c.id',
      'c.artistId',
      'a.username',
      'a.name as artistName',
      'c.title',
      'c.status',
      'c.startsAt',
      'c.timeZone',
      'c.pass',
      'c.publishAt',
      raw<boolean>`h.closed_at is not null`.as('closed'),
    ])
    .where('c.id', '=', concertId)
    .executeTakeFirst()
}

/** Undefined also while its artist is blocked. */
export function concertOfToken(
  sql: Sql,
  tokenHash: string,
): Promise<{ concertId: string; createdAt: Date } | undefined> {
  return sql
    .selectFrom('hosts as h')
    .innerJoin('concerts as c', 'c.id', 'h.concertId')
    .innerJoin('artists as a', 'a.id', 'c.artistId')
    .select(['h.concertId', 'h.createdAt'])
    .where('h.tokenHash', '=', tokenHash)
    .where('a.blockedAt', 'is', null)
    .executeTakeFirst()
}

/** Gives the concert this link in place of the one before. */
export async function saveLink(
  sql: Sql,
  link: { concertId: string; tokenHash: string; createdAt: Date },
): Promise<void> {
  const { tokenHash, createdAt } = link
  await sql
    .insertInto('hosts')
    .values(link)
    .onConflict((on) =>
      on.column('concertId').doUpdateSet({ tokenHash, createdAt, openedAt: null, closedAt: null }),
    )
    .execute()
}

/** False where the concert has no link. */
export async function removeLink(sql: Sql, concertId: string): Promise<boolean> {
  const { numDeletedRows } = await sql
    .deleteFrom('hosts')
    .where('concertId', '=', concertId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes the links of every concert of an artist. */
export async function removeLinks(sql: Sql, artistId: string): Promise<void> {
  const own = sql.selectFrom('concerts').select('id').where('artistId', '=', artistId)
  await sql.deleteFrom('hosts').where('concertId', 'in', own).execute()
}

/** False where the concert has no link. */
export async function setClosed(sql: Sql, concertId: string, at: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('hosts')
    .set({ closedAt: at })
    .where('concertId', '=', concertId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markOpened(sql: Sql, concertId: string, at: Date): Promise<void> {
  await sql
    .updateTable('hosts')
    .set({ openedAt: at })
    .where('concertId', '=', concertId)
    .where('openedAt', 'is', null)
    .execute()
}

export function linkOf(
  sql: Sql,
  concertId: string,
): Promise<{ opened: boolean; closed: boolean } | undefined> {
  return sql
    .selectFrom('hosts')
    .select([
      raw<boolean>`opened_at is not null`.as('opened'),
      raw<boolean>`closed_at is not null`.as('closed'),
    ])
    .where('concertId', '=', concertId)
    .executeTakeFirst()
}

export type HostSongRow = {
  readonly id: string
  readonly songId: string
  readonly moment: string | null
  readonly words: string
  /** The word filter holds its texts back. */
  readonly held: boolean
  readonly openedAt: Date | null
  readonly entryId: string | null
  readonly brought: boolean
}

/** Everything that the host wants: songs that must be played, then moments, each in his order. */
export async function hostSongsOf(
  sql: Sql,
  concertId: string,
): Promise<(HostSongRow & { title: string; artistName: string; status: SongStatus | null })[]> {
  return sql
    .selectFrom('hostSongs as h')
    .innerJoin('songs as s', 's.id', 'h.songId')
    .leftJoin('queueEntries as e', 'e.id', 'h.entryId')
    .select(['h.id', 'h.songId', 's.title', 's.artistName', 'h.moment', 'h.words', 'h.held'])
    .select(['h.openedAt', 'h.entryId', 'h.brought', 'e.status'])
    .where('h.concertId', '=', concertId)
    .orderBy(raw`h.moment is not null`)
    .orderBy('h.position')
    .execute()
}

/** Replaces all that the host of a concert wants. */
export async function saveHostSongs(
  sql: Sql,
  concertId: string,
  songs: readonly HostSongRow[],
): Promise<void> {
  await sql.deleteFrom('hostSongs').where('concertId', '=', concertId).execute()
  if (songs.length === 0) return
  const rows = songs.map(
    ({ id, songId, moment, words, held, openedAt, entryId, brought }, position) => ({
      concertId,
      position,
      id,
      songId,
      moment,
      words,
      held,
      openedAt,
      entryId,
      brought,
    }),
  )
  await sql.insertInto('hostSongs').values(rows).execute()
}

/** The ids of the songs that are not played this evening. */
export async function barredIds(sql: Sql, concertId: string): Promise<Set<string>> {
  const rows = await sql
    .selectFrom('barredSongs')
    .select('songId')
    .where('concertId', '=', concertId)
    .execute()
  return new Set(rows.map(({ songId }) => songId))
}

/** Erases what hosts wrote, and their links, of concerts that ended before this. */
export async function eraseHosts(sql: Sql, endedBefore: Date): Promise<void> {
  for (const table of ['host_songs', 'hosts'])
    await raw`
      delete from ${raw.table(table)} h using concerts c
      where c.id = h.concert_id and coalesce(c.finished_at, c.ends_at) < ${endedBefore}::timestamptz
    `.execute(sql)
}
