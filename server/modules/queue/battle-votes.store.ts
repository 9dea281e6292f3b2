import { sql as raw } from 'kysely'
import type { Battle } from '#domain/queue/battle.ts'
import type { Sql } from '#server/platform/db/open.ts'

export type StoredBattle = Battle & {
  readonly id: string
  readonly concertId: string
  /** Null while it runs, and where nobody won. */
  readonly winnerId: string | null
}

/** Battles with all that decides a vote. */
export function battlesFrom(sql: Sql) {
  return sql
    .selectFrom('battles')
    .select(['id', 'concertId', 'songIds', 'paid', 'endsAt', 'endedAt', 'winnerId'])
}

/** The concert in which it is looked for must be locked. */
export function battleById(sql: Sql, id: string): Promise<StoredBattle | undefined> {
  return battlesFrom(sql).where('id', '=', id).executeTakeFirst()
}

/** Its concert must be locked. */
export function runningBattle(sql: Sql, concertId: string): Promise<StoredBattle | undefined> {
  return battlesFrom(sql)
    .where('concertId', '=', concertId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
}

/** Drops the votes for all songs of a battle but `exceptSong` that still wait; returns where they stood, in one order. */
export async function dropVotes(
  sql: Sql,
  { id, exceptSong }: { readonly id: string; readonly exceptSong: string | null },
  at: Date,
): Promise<{ entryId: string; paymentId: string }[]> {
  const { rows } = await raw<{ entryId: string; paymentId: string }>`
    with dropped as (
      update orders o set dropped_at = ${at}::timestamptz from queue_entries e
      where e.id = o.entry_id and o.battle_id = ${id}::uuid and o.dropped_at is null
        and e.song_id is distinct from ${exceptSong}::uuid
        and e.status in ('COLLECTING', 'SCHEDULED', 'QUEUED')
      returning o.entry_id, o.payment_id)
    select entry_id, payment_id from dropped order by payment_id
  `.execute(sql)
  return rows
}
