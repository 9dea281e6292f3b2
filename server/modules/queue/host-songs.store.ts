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

/** For whom a song is, with this moment of the host in place of `was`, behind what the artist himself noted. */
function withMoment(was: string, moment: string): RawBuilder<string> {
  const behind = `, ${was}`
  return raw`concat_ws(', ', nullif(case
    when for_whom = ${was}::text then ''
    when ${was !== ''}::boolean and right(for_whom, length(${behind}::text)) = ${behind}::text
      then left(for_whom, -length(${behind}::text))
    else for_whom end, ''), nullif(${moment}::text, ''))`
}

/** Makes a song the artist's own, for this moment of the host in place of `was`. */
export async function saveMoment(
  sql: Sql,
  entryId: string,
  { was, moment }: { readonly was: string; readonly moment: string },
): Promise<void> {
  const forWhom = withMoment(was, moment)
  await sql
    .updateTable('queueEntries')
    .set({ own: true, forWhom, noted: raw<boolean>`${forWhom} <> '' or in_cash` })
    .where('id', '=', entryId)
    .execute()
}

/**
 * The host's moment of an entry goes; `own: false`: it waits for the listeners alone again, and leaves with the last of
 * their orders.
 */
export async function dropMoment(
  sql: Sql,
  entryId: string,
  { was, own }: { readonly was: string; readonly own: boolean },
): Promise<void> {
  const forWhom = withMoment(was, '')
  await raw`
    update queue_entries set
      own = own and (${own}::boolean or status not in ('SCHEDULED', 'QUEUED')),
      for_whom = ${forWhom}, noted = ${forWhom} <> '' or in_cash
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
