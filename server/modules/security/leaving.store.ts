import { sql as raw } from 'kysely'
import type { Role } from '#domain/accounts/operators.ts'
import type { Sql } from '#server/platform/db/open.ts'

export type LeavingRow = {
  readonly role: Role
  readonly username: string
  readonly name: string
  readonly closingAt: Date | null
  readonly running: boolean
  readonly payoutUnderWay: boolean
  readonly songs: number
  readonly texts: number
}

/** What an account holds, in one query. */
export async function leavingOf(sql: Sql, artistId: string): Promise<LeavingRow | undefined> {
  const { rows } = await raw<LeavingRow>`
    select a.role, a.username, a.name, a.closing_at,
      exists (select from concerts where artist_id = a.id and status = 'NOW') as running,
      exists (select from payouts where artist_id = a.id and closed_at is null) as payout_under_way,
      (select count(*)::int from repertoire where artist_id = a.id) as songs,
      (select count(*)::int from song_texts where artist_id = a.id) as texts
    from artists a where a.id = ${artistId}::uuid`.execute(sql)
  return rows[0]
}

type LeavingConcert = {
  readonly id: string
  readonly title: string
  readonly startsAt: Date
  readonly timeZone: string
  /** Kopecks that wait there for their songs, and how many listeners paid them. */
  readonly paid: number
  readonly payers: number
}

/** The concerts that are still to come, the next one first. */
export async function comingOf(sql: Sql, artistId: string): Promise<LeavingConcert[]> {
  const { rows } = await raw<LeavingConcert>`
    select c.id, c.title, c.starts_at, c.time_zone,
      coalesce(sum(p.amount), 0)::int as paid, count(distinct p.device_id)::int as payers
    from concerts c
      left join payments p on p.concert_id = c.id and p.state = 'secured'
    where c.artist_id = ${artistId}::uuid and c.status = 'SCHEDULED'
    group by c.id order by c.starts_at`.execute(sql)
  return rows
}

/** From then on the page is hidden; one that an operator hid stays as it is. */
export async function markClosing(sql: Sql, artistId: string, at: Date): Promise<void> {
  await sql
    .updateTable('artists')
    .set((of) => ({
      closingAt: at,
      hiddenByLeaving: raw<boolean>`hidden_at is null`,
      hiddenAt: of.fn.coalesce('hiddenAt', of.val(at)),
    }))
    .where('id', '=', artistId)
    .execute()
}

/** The accounts whose time to come back is over. */
export async function closedBefore(sql: Sql, before: Date): Promise<string[]> {
  const rows = await sql
    .selectFrom('artists')
    .select('id')
    .where('closingAt', '<=', before)
    .where('erasedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

export async function markErased(sql: Sql, artistId: string, at: Date): Promise<void> {
  await sql.updateTable('artists').set({ erasedAt: at }).where('id', '=', artistId).execute()
}
