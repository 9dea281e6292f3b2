import { sql as raw } from 'kysely'
import type { Sql } from '../../platform/db/open.ts'

/** Ids from the first to the last, both included; ids made later are greater. */
export type IdRange = { first: string; last: string }

/**
 * A part of the catalogue: id, orders, key, and the names themselves where they have brackets; in the order of ids as one text, which is read and handed to another thread at
 * a fraction of the price of as many rows: see `readPage`. Empty after the last part. `after` is the last
 * id of the part before.
 */
export async function songPage(
  sql: Sql,
  { after, last, most }: { after: string; last?: string | undefined; most: number },
): Promise<string> {
  // A bound at both ends looks narrow to a database without statistics, which then sorts all that is left.
  const upTo = last === undefined ? raw`` : raw`and id <= ${last}::uuid`
  // A song's key has a line break of its own, which becomes the sign between the parts of a line.
  const { rows } = await raw<{ page: string | null }>`
    select string_agg(id || chr(31) || order_count || chr(31) || translate(song_key, chr(10), chr(31))
      || case when names ~ '[([{]' then chr(31) || translate(names, chr(10) || chr(31), '  ') else '' end,
      chr(10) order by id) as page
    from (
      select id, order_count, song_key, title || ' ' || artist_name as names from songs
      where id > ${after}::uuid ${upTo}
      order by id limit ${most}
    ) part
  `.execute(sql)
  return rows[0]?.page ?? ''
}
