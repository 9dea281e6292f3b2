import { sql as raw } from 'kysely'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { lockArtistRow } from '#server/platform/db/tx.ts'
import { eventually } from '../eventually.ts'
import type { World } from '../world.ts'

/** Shorter than the time that PostgreSQL lets a transaction idle. */
const WAITING_MS = 10_000

async function waiting({ sql }: World): Promise<number> {
  const { rows } = await raw<{ waiting: number }>`select count(*)::int as waiting
    from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(sql)
  return rows[0]?.waiting ?? 0
}

/**
 * Makes calls that wait for the row of an artist, each after the one before has begun to, while another transaction
 * holds it and does `meanwhile`. Returns their answers once that is committed. PostgreSQL only.
 */
export async function callsMeanwhile<T>(
  world: World,
  artistId: string,
  calls: readonly (() => Promise<T>)[],
  meanwhile: (inside: Context) => Promise<unknown> = async () => {},
): Promise<T[]> {
  const answers: Promise<T>[] = []
  await transaction(world.app.ctx, async (inside) => {
    await lockArtistRow(inside.sql, artistId)
    for (const call of calls) {
      answers.push(call())
      await eventually(() => waiting(world), answers.length, WAITING_MS)
    }
    await meanwhile(inside)
  })
  return Promise.all(answers)
}
