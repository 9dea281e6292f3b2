import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'
import { commissionOf } from '#server/platform/db/sql-expressions.ts'

/** What each of these artists was credited since then, but for one payment, and has not given back, kopecks; artists with no credit are left out. */
export async function creditedSince(
  sql: Sql,
  artistIds: readonly string[],
  since: Date,
  except: string | null = null,
): Promise<Map<string, { credited: number; last: Date }>> {
  const { rows } = await raw<{ artistId: string; credited: number; last: Date }>`
    select artist_id,
      sum(amount - ${commissionOf('payments')})::bigint as credited, max(closed_at) as last
    from payments
    where artist_id = any(${artistIds}::uuid[]) and kind in ('song', 'tip')
      and id is distinct from ${except}::uuid
      and state = 'released' and closed_at > ${since}::timestamptz
    group by artist_id
  `.execute(sql)
  return new Map(rows.map(({ artistId, credited, last }) => [artistId, { credited, last }]))
}
