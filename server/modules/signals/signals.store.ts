import { sql as raw } from 'kysely'
import { SIGNALS_KEPT } from '#domain/queue/signals.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { bumpRevision } from '#server/platform/db/order-effects.ts'

type NewSignal = {
  readonly id: string
  readonly concertId: string
  readonly givenAt: Date
  readonly givenBy: string | null
  readonly words: string
}

/** Saves a signal unless its id is known, drops all but the last of its concert, and bumps the concert's revision. */
export async function addSignal(sql: Sql, signal: NewSignal): Promise<void> {
  // First, so that simultaneous signals of one concert come one after another.
  await bumpRevision(signal.concertId).execute(sql)
  await sql
    .insertInto('bandSignals')
    .values({
      ...signal,
      number: raw<number>`(select coalesce(max(number), 0) + 1 from band_signals
        where concert_id = ${signal.concertId}::uuid)`,
    })
    .onConflict((on) => on.doNothing())
    .execute()
  await raw`
    delete from band_signals where concert_id = ${signal.concertId}::uuid and number <= (
      select number from band_signals where concert_id = ${signal.concertId}::uuid
      order by number desc offset ${SIGNALS_KEPT}::integer limit 1)
  `.execute(sql)
}

/** The newest first. */
export function recentSignals(sql: Sql, concertId: string, since: Date) {
  return sql
    .selectFrom('bandSignals')
    .select(['id', 'givenAt as at', 'givenBy as by', 'words'])
    .where('concertId', '=', concertId)
    .where('givenAt', '>=', since)
    .orderBy('number', 'desc')
    .execute()
}

export async function ownSignalsOf(sql: Sql, artistId: string): Promise<string[]> {
  const row = await sql
    .selectFrom('ownSignals')
    .select('signals')
    .where('artistId', '=', artistId)
    .executeTakeFirst()
  return row?.signals ?? []
}

export async function saveOwnSignals(
  sql: Sql,
  artistId: string,
  own: readonly string[],
): Promise<void> {
  await raw`
    insert into own_signals (artist_id, signals) values (${artistId}::uuid, ${own}::text[])
    on conflict (artist_id) do update set signals = excluded.signals
  `.execute(sql)
}
