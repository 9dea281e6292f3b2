import type { Sql } from '../../platform/db/open.ts'

export type CatalogueRow = {
  id: string
  title: string
  artistName: string
  source: string
  verified: boolean
  orders: number
}

/** The next songs after an id, by id. */
export function cataloguePage(
  sql: Sql,
  page: { after: string; limit: number; verifiedOnly: boolean },
): Promise<CatalogueRow[]> {
  return sql
    .selectFrom('songs')
    .select(['id', 'title', 'artist_name as artistName', 'source', 'verified'])
    .select('order_count as orders')
    .where('id', '>', page.after)
    .$if(page.verifiedOnly, (songs) => songs.where('verified', '=', true))
    .orderBy('id')
    .limit(page.limit)
    .execute()
}
