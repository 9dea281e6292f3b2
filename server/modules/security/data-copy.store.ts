import type { Sql } from '#server/platform/db/open.ts'

type DataCopy = {
  readonly id: string
  readonly artistId: string
  readonly askedAt: Date
  readonly readyAt: Date | null
  readonly tries: number
}

export function copyOf(sql: Sql, artistId: string): Promise<DataCopy | undefined> {
  return sql
    .selectFrom('dataCopies')
    .selectAll()
    .where('artistId', '=', artistId)
    .executeTakeFirst()
}

/** Returns false where a copy is there already. */
export async function addCopy(
  sql: Sql,
  copy: { id: string; artistId: string; at: Date },
): Promise<boolean> {
  const added = await sql
    .insertInto('dataCopies')
    .values({ id: copy.id, artistId: copy.artistId, askedAt: copy.at })
    .onConflict((same) => same.column('artistId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Leases the oldest copy that is still to be made and had fewer tries; undefined where there is none. */
export async function claimCopy(
  sql: Sql,
  tries: number,
  lease: { readonly now: Date; readonly until: Date },
): Promise<DataCopy | undefined> {
  const next = await sql
    .selectFrom('dataCopies')
    .selectAll()
    .where('readyAt', 'is', null)
    .where('tries', '<', tries)
    .where((is) => is.or([is('leasedUntil', 'is', null), is('leasedUntil', '<=', lease.now)]))
    .orderBy('askedAt')
    .limit(1)
    .executeTakeFirst()
  if (next === undefined) return undefined
  // Another process may have taken it.
  return sql
    .updateTable('dataCopies')
    .set({ tries: next.tries + 1, leasedUntil: lease.until })
    .where('id', '=', next.id)
    .where('tries', '=', next.tries)
    .where('readyAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Returns whether this call made it ready. */
export async function finishCopy(sql: Sql, id: string, at: Date): Promise<boolean> {
  const done = await sql
    .updateTable('dataCopies')
    .set({ readyAt: at })
    .where('id', '=', id)
    .where('readyAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

/** Those that were ready, or asked for without success, before then. */
export async function copiesBefore(sql: Sql, before: Date): Promise<string[]> {
  const rows = await sql
    .selectFrom('dataCopies')
    .select('id')
    .where((of) => of(of.fn.coalesce('readyAt', 'askedAt'), '<=', before))
    .execute()
  return rows.map(({ id }) => id)
}

export async function dropCopy(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('dataCopies').where('id', '=', id).execute()
}
