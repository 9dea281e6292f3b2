import type { Member } from '#domain/payments/members.ts'
import type { Sql } from '#server/platform/db/open.ts'

export async function membersOf(sql: Sql, artistId: string): Promise<Member[]> {
  const row = await sql
    .selectFrom('band_members')
    .select('members')
    .where('artist_id', '=', artistId)
    .executeTakeFirst()
  return row?.members ?? []
}

export async function saveMembers(sql: Sql, artistId: string, band: readonly Member[]) {
  const members = JSON.stringify(band)
  await sql
    .insertInto('band_members')
    .values({ artist_id: artistId, members })
    .onConflict((on) => on.column('artist_id').doUpdateSet({ members }))
    .execute()
}

/** Returns the members of one concert, or of all concerts that ever had any. */
export async function concertMembers(
  sql: Sql,
  artistId: string,
  only: string | null,
): Promise<Map<string, Member[]>> {
  const rows = await sql
    .selectFrom('concert_members')
    .select(['concert_id as concertId', 'members'])
    .where('artist_id', '=', artistId)
    .$if(only !== null, (of) => of.where('concert_id', '=', only))
    .execute()
  return new Map(rows.map(({ concertId, members }) => [concertId, members]))
}

export async function saveConcertMembers(
  sql: Sql,
  of: { readonly artistId: string; readonly concertId: string },
  band: readonly Member[],
) {
  const members = JSON.stringify(band)
  await sql
    .insertInto('concert_members')
    .values({ concert_id: of.concertId, artist_id: of.artistId, members })
    .onConflict((on) => on.column('concert_id').doUpdateSet({ members }))
    .execute()
}

/** Locks the concert against deletion until the commit. */
export function lockOwner(sql: Sql, concertId: string) {
  return sql
    .selectFrom('concerts')
    .select(['artist_id as artistId', 'started_at as startedAt'])
    .where('id', '=', concertId)
    .forKeyShare()
    .executeTakeFirst()
}

/** The newest concerts that have begun, or one of them. */
export async function begunConcerts(
  sql: Sql,
  artistId: string,
  only: { readonly concertId: string | null; readonly limit: number },
) {
  const { concertId, limit } = only
  return sql
    .selectFrom('concerts')
    .select([
      'id as concertId',
      'title',
      'starts_at as startsAt',
      'started_at as from',
      'finished_at as till',
      'time_zone as timeZone',
    ])
    .where('artist_id', '=', artistId)
    .where('started_at', 'is not', null)
    .$narrowType<{ from: Date }>()
    .$if(concertId !== null, (of) => of.where('id', '=', concertId))
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}
