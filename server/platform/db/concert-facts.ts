import type { ConcertStatus } from '#domain/concerts/concert.ts'
import type { Sql } from './open.ts'

/** Returns whose a concert is, how far it is, and when it appears: null once it has. */
export function concertFacts(
  sql: Sql,
  id: string,
): Promise<{ artistId: string; status: ConcertStatus; publishAt: Date | null } | undefined> {
  return sql
    .selectFrom('concerts')
    .select(['artistId', 'status', 'publishAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}
