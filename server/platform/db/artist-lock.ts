import type { Sql } from './open.ts'

/** Makes whoever else holds this artist wait until the transaction ends, so that a bound on what is his holds. Throws for an artist who is not there. */
export async function holdArtist(sql: Sql, artistId: string): Promise<void> {
  await sql
    .selectFrom('artists')
    .select('id')
    .where('id', '=', artistId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
