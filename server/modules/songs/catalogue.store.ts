import type { Sql } from '#server/platform/db/open.ts'

type CatalogueRow = {
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
    .select(['id', 'title', 'artistName', 'source', 'verified'])
    .select('orderCount as orders')
    .where('id', '>', page.after)
    .$if(page.verifiedOnly, (songs) => songs.where('verified', '=', true))
    .orderBy('id')
    .limit(page.limit)
    .execute()
}

/** Identifies a file by its name, its size and its beginning. */
export type FileIdentity = { name: string; size: number | null; headHash: string }

type ImportMark<Counts> = FileIdentity & {
  position: number
  line: number
  counts: Counts
}

export async function markOf<Counts>(sql: Sql, name: string): Promise<ImportMark<Counts> | null> {
  const row = await sql
    .selectFrom('catalogueImports')
    .select(['name', 'size', 'headHash', 'position', 'line', 'counts'])
    .where('name', '=', name)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, counts: row.counts as Counts }
}

export async function saveMark(sql: Sql, mark: ImportMark<unknown>, at: Date): Promise<void> {
  const { name, size, headHash, position, line } = mark
  const rest = {
    size,
    headHash,
    position,
    line,
    counts: JSON.stringify(mark.counts),
    at,
  }
  await sql
    .insertInto('catalogueImports')
    .values({ name, ...rest })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(rest))
    .execute()
}

export async function forgetMark(sql: Sql, name: string): Promise<void> {
  await sql.deleteFrom('catalogueImports').where('name', '=', name).execute()
}
