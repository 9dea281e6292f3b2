import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import { seatOf, withNotedTable } from '#domain/queue/arrangement.ts'
import type { Behind } from '#domain/queue/arrangement.ts'
import type { Sql } from '#server/platform/db/open.ts'

export const NOBODY: Behind = { people: [], amount: 0, arrivedAt: 0 }

export type BehindRow = readonly [
  entryId: string,
  arrivedAt: number,
  amount: number,
  people: PeopleRow,
  forWhom?: string,
  letPass?: readonly [entryId: string, at: number, by: string] | null,
  won?: boolean,
]

/** Each person with its table; null: nobody. */
export type PeopleRow = readonly (readonly [device: string, table: number | null])[] | null

/** The people and the sum behind the entry `e`; a device that joined it with a share is marked as `supporter` does. */
export const BEHIND = raw`(
  select sum(o.amount) as amount,
    json_agg(distinct jsonb_build_array(
      case when o.share and o.joined then '+' else '' end || o.device_id, t.number)) as people,
    (json_agg(json_build_array(o.let_pass, round(extract(epoch from o.let_pass_at) * 1000), o.device_id)
      order by o.let_pass_at desc) filter (where o.let_pass is not null)) -> 0 as let_pass
  from orders o
    left join seats t on t.concert_id = o.concert_id and t.device_id = o.device_id
  where o.entry_id = e.id and o.dropped_at is null)`

/** Returns the people of an entry and their tables. */
export function peopleBehind(rows: PeopleRow): Pick<Behind, 'people' | 'seats'> {
  const people = (rows ?? []).map(([device]) => device)
  return { people, seats: (rows ?? []).map(([device, table]) => seatOf(device, table)) }
}

// Literals, not parameters: only so can the planner see that the partial index fits.
export const LIVE = raw<boolean>`e.status in ('SCHEDULED', 'QUEUED', 'NOW')`

/** The people and sums behind the live entries of a concert, as one JSON value; null where there are none. */
export function behindLive(concertId: string): RawBuilder<readonly BehindRow[] | null> {
  return raw`(
    select json_agg(json_build_array(e.id, round(extract(epoch from e.created_at) * 1000),
      coalesce(b.amount, 0), b.people, case when e.own then e.for_whom else '' end, b.let_pass, e.won))
    from queue_entries e left join lateral ${BEHIND} b on true
    where e.concert_id = ${concertId}::uuid and ${LIVE})`
}

/** Adds to each entry what stands behind it. */
export function withBehind<E extends { readonly id: string }>(
  entries: readonly E[],
  rows: readonly BehindRow[] | null,
): (E & { behind: Behind; won?: boolean })[] {
  const behind = new Map(
    rows?.map(([id, arrivedAt, amount, people, forWhom = '', passed = null, won = false]) => {
      const [entryId, at, by] = passed ?? []
      const letPass = entryId !== undefined &&
        at !== undefined &&
        by !== undefined && { entryId, at, by }
      const who = { ...peopleBehind(people), amount, arrivedAt, ...(letPass && { letPass }) }
      return [id, { behind: withNotedTable(who, forWhom), ...(won && { won }) }]
    }),
  )
  return entries.map((entry) => ({ ...entry, behind: NOBODY, ...behind.get(entry.id) }))
}

/** The table of this device in a concert, as a value; null where it named none. */
export function tableIn(concertId: string, deviceId: string) {
  return raw<number | null>`(select t.number from seats t
    where t.concert_id = ${concertId}::uuid and t.device_id = ${deviceId}::uuid)`
}

/** Returns the table of this device in a concert; null where it named none. */
export async function tableOf(
  sql: Sql,
  concertId: string,
  deviceId: string,
): Promise<number | null> {
  const { rows } = await raw<{ table: number | null }>`
    select ${tableIn(concertId, deviceId)} as "table"`.execute(sql)
  return rows[0]?.table ?? null
}

/** Saves the table of this device from now on; null: at no table. */
export async function saveTable(
  sql: Sql,
  concertId: string,
  deviceId: string,
  number: number | null,
): Promise<void> {
  if (number === null)
    await sql
      .deleteFrom('seats')
      .where('concertId', '=', concertId)
      .where('deviceId', '=', deviceId)
      .execute()
  else
    await sql
      .insertInto('seats')
      .values({ concertId, deviceId, number })
      .onConflict((on) => on.columns(['concertId', 'deviceId']).doUpdateSet({ number }))
      .execute()
}
