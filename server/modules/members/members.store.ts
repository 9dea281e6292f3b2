import type { Member } from '#domain/payments/members.ts'
import type { Sql } from '#server/platform/db/open.ts'

export async function membersOf(sql: Sql, artistId: string): Promise<Member[]> {
  const row = await sql
    .selectFrom('bandMembers')
    .select('members')
    .where('artistId', '=', artistId)
    .executeTakeFirst()
  return row?.members ?? []
}

export async function saveMembers(sql: Sql, artistId: string, band: readonly Member[]) {
  const members = JSON.stringify(band)
  await sql
    .insertInto('bandMembers')
    .values({ artistId, members })
    .onConflict((on) => on.column('artistId').doUpdateSet({ members }))
    .execute()
}

/** Returns the members of one concert, or of all concerts that ever had any. */
export async function concertMembers(
  sql: Sql,
  artistId: string,
  only: string | null,
): Promise<Map<string, Member[]>> {
  const rows = await sql
    .selectFrom('concertMembers')
    .select(['concertId', 'members'])
    .where('artistId', '=', artistId)
    .$if(only !== null, (of) => of.where('concertId', '=', only))
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
    .insertInto('concertMembers')
    .values({ concertId: of.concertId, artistId: of.artistId, members })
    .onConflict((on) => on.column('concertId').doUpdateSet({ members }))
    .execute()
}

/** Locks the concert against deletion until the commit. */
export function lockOwner(sql: Sql, concertId: string) {
  return sql
    .selectFrom('concerts')
    .select(['artistId', 'startedAt'])
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
    .select(['id as concertId', 'title', 'startedAt', 'finishedAt as till', 'timeZone'])
    .where('artistId', '=', artistId)
    .where('startedAt', 'is not', null)
    .$narrowType<{ startedAt: Date }>()
    .$if(concertId !== null, (of) => of.where('id', '=', concertId))
    .orderBy('startedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}
