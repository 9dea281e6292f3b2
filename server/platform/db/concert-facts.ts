import type { ConcertStatus } from '#domain/concerts/concert.ts'
import type { Sql } from './open.ts'

/** Returns the artist and the status of a concert. */
export function concertFacts(
  sql: Sql,
  id: string,
): Promise<{ artistId: string; status: ConcertStatus } | undefined> {
  return sql
    .selectFrom('concerts')
    .select(['artistId', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
}
