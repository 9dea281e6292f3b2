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
function battlesFrom(sql: Sql) {
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

/**
 * Drops the votes in ended battles of a concert for songs that did not win, as far as these wait; returns where they
 * stood, in one order. The concert must be locked.
 */
export async function dropLostVotes(
  sql: Sql,
  concertId: string,
  at: Date,
): Promise<{ entryId: string; paymentId: string; reason: 'battle_lost' | 'battle_over' }[]> {
  const { rows } = await raw<Awaited<ReturnType<typeof dropLostVotes>>[number]>`
    with dropped as (
      update orders o set dropped_at = ${at}::timestamptz from queue_entries e, battles b
      where b.concert_id = ${concertId}::uuid and b.ended_at is not null
        and o.battle_id = b.id and o.dropped_at is null
        and e.id = o.entry_id and e.song_id is distinct from b.winner_id
        and e.status in ('COLLECTING', 'SCHEDULED', 'QUEUED')
      returning o.entry_id, o.payment_id,
        case when b.winner_id is null then 'battle_over' else 'battle_lost' end as reason)
    select * from dropped order by payment_id
  `.execute(sql)
  return rows
}

/** Lets a song that «Вернуть» puts before the winner of a battle keep its place as it does. */
export async function keepFirst(sql: Sql, entryId: string): Promise<void> {
  await sql.updateTable('queueEntries').set({ won: true }).where('id', '=', entryId).execute()
}

/** Makes the winner of a battle the artist's own song, which keeps its place. */
export async function noteWinner(sql: Sql, entryId: string): Promise<void> {
  await sql
    .updateTable('queueEntries')
    .set({ own: true, won: true })
    .where('id', '=', entryId)
    .execute()
}
