import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

/** What the host of the evening says with the entry `e`; null where it is no moment of his with a dedication. */
export function dedicationOf(): RawBuilder<{ words: string; held: boolean } | null> {
  return raw`(
    select json_build_object(
      'words', case when h.held and h.opened_at is null then '' else h.words end,
      'held', h.held and h.opened_at is null)
    from host_songs h where h.entry_id = e.id and h.moment is not null
      and (h.words <> '' or h.held and h.opened_at is null) limit 1)`
}

/** Of these entries: which are the artist's own, and which listeners ordered. */
export async function backersOf(
  sql: Sql,
  entryIds: readonly string[],
): Promise<Map<string, { own: boolean; ordered: boolean }>> {
  const { rows } = await raw<{ id: string; own: boolean; ordered: boolean }>`
    select e.id, e.own, exists (
      select from orders o where o.entry_id = e.id and o.dropped_at is null) as ordered
    from queue_entries e where e.id = any(${entryIds}::uuid[])
  `.execute(sql)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

/** Sets for whom a song of the artist's is. */
export async function saveForWhom(sql: Sql, entryId: string, forWhom: string): Promise<void> {
  await sql
    .updateTable('queueEntries')
    .set({ own: true, forWhom, noted: raw<boolean>`${forWhom} <> '' or in_cash` })
    .where('id', '=', entryId)
    .execute()
}

/**
 * The host's note of an entry goes; `own: false`: it waits for the listeners alone again, and leaves with the last of
 * their orders.
 */
export async function dropForWhom(
  sql: Sql,
  entryId: string,
  { forWhom, own }: { readonly forWhom: string; readonly own: boolean },
): Promise<void> {
  await raw`
    update queue_entries set
      own = own and (${own}::boolean or status not in ('SCHEDULED', 'QUEUED')),
      for_whom = case when for_whom = ${forWhom} then '' else for_whom end,
      noted = noted and (for_whom <> ${forWhom} or in_cash)
    where id = ${entryId}::uuid
  `.execute(sql)
  if (own) return
  await raw`
    update orders set joined = false where id = (
      select o.id from orders o join queue_entries e on e.id = o.entry_id
      where e.id = ${entryId}::uuid and not e.own and o.dropped_at is null
      order by o.joined, o.share, o.created_at, o.id limit 1)
  `.execute(sql)
}
