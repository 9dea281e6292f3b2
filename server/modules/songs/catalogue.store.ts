import { sql as raw } from 'kysely'
import type { WorkAuthors } from '#domain/songs/catalogue-file.ts'
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

/** Of the songs under these keys, says which work they are a recording of; what is known stays. */
export async function saveWorks(
  sql: Sql,
  songs: readonly { readonly key: string; readonly workId?: string | undefined }[],
): Promise<void> {
  const known = songs.flatMap(({ key, workId }) => (workId === undefined ? [] : [{ key, workId }]))
  if (known.length === 0) return
  await raw`
    update songs s set work_id = n.work_id
    from unnest(${known.map(({ key }) => key)}::text[], ${known.map(({ workId }) => workId)}::uuid[])
      as n (key, work_id)
    where s.song_key = n.key and s.work_id is null
  `.execute(sql)
}

/** Returns the number of songs that are recordings of these works. */
export async function saveAuthors(sql: Sql, works: readonly WorkAuthors[]): Promise<number> {
  if (works.length === 0) return 0
  const { numAffectedRows } = await raw`
    update songs s set music_by = n.music_by, words_by = n.words_by
    from unnest(${works.map(({ workId }) => workId)}::uuid[], ${works.map(({ musicBy }) => musicBy)}::text[],
      ${works.map(({ wordsBy }) => wordsBy)}::text[]) as n (work_id, music_by, words_by)
    where s.work_id = n.work_id
  `.execute(sql)
  return Number(numAffectedRows ?? 0)
}
