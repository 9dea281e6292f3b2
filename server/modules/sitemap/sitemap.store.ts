import { sql as raw } from 'kysely'
import { publicAhead } from '#server/platform/db/concert-filter.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** A page of the site and the time of the last change of its content. */
type Listed = { readonly username: string; readonly id: string | null; readonly at: Date }

type Part = { readonly offset: number; readonly limit: number }

export async function countArtists(sql: Sql): Promise<number> {
  const { many } = await sql
    .selectFrom('artists')
    .select(raw<number>`count(*)::int`.as('many'))
    .where('hiddenAt', 'is', null)
    .executeTakeFirstOrThrow()
  return many
}

/** A page changes with its artist's concerts, which are read for this part alone. In order of sign-up. */
export async function listArtists(sql: Sql, { offset, limit }: Part): Promise<Listed[]> {
  return sql
    .selectFrom((artists) =>
      artists
        .selectFrom('artists')
        .select(['id', 'username', 'createdAt'])
        .where('hiddenAt', 'is', null)
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .as('a'),
    )
    .select([
      'a.username',
      raw<null>`null`.as('id'),
      raw<Date>`greatest(a.created_at, (
        select max(coalesce(c.changed_at, c.created_at)) from concerts c where c.artist_id = a.id
      ))`.as('at'),
    ])
    .orderBy('a.id')
    .execute()
}

function ahead(sql: Sql, now: Date) {
  return sql.selectFrom('concerts as c').where(publicAhead(now))
}

export async function countConcertsAhead(sql: Sql, now: Date): Promise<number> {
  const { many } = await ahead(sql, now)
    .select(raw<number>`count(*)::int`.as('many'))
    .executeTakeFirstOrThrow()
  return many
}

/** Concerts that anybody may come to and that are not over, the nearest first. */
export async function listConcertsAhead(
  sql: Sql,
  now: Date,
  { offset, limit }: Part,
): Promise<Listed[]> {
  return ahead(sql, now)
    .innerJoin('artists as a', 'a.id', 'c.artistId')
    .select(['a.username', 'c.id', raw<Date>`coalesce(c.changed_at, c.created_at)`.as('at')])
    .orderBy('c.startsAt')
    .orderBy('c.id')
    .offset(offset)
    .limit(limit)
    .execute()
}
