import type { Tries } from '#domain/accounts/login.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** The network of the row that counts all together. */
const ALL = ''

export type TryKey = { readonly account: string; readonly network: string }

const NONE: Tries = { wrong: 0, waitUntil: null, rightAt: null }

/** Locks and returns the tries of an account from one network and from all. */
export async function lockTries(
  sql: Sql,
  { account, network, real, at }: TryKey & { real: boolean; at: Date },
): Promise<{ own: Tries; all: Tries }> {
  // In a fixed order, so that two concurrent calls do not deadlock.
  const fresh = [ALL, network].map((one) => ({ account, network: one, real, triedAt: at }))
  await sql
    .insertInto('loginTries')
    .values(fresh)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await sql
    .selectFrom('loginTries')
    .select(['network', 'wrong', 'waitUntil', 'rightAt'])
    .where('account', '=', account)
    .where('network', 'in', [ALL, network])
    .orderBy('network')
    .forUpdate()
    .execute()
  const of = (wanted: string) => rows.find((row) => row.network === wanted) ?? NONE
  return { own: of(network), all: of(ALL) }
}

export async function hadRightLogin(sql: Sql, key: TryKey, since: Date): Promise<boolean> {
  const row = await sql
    .selectFrom('loginTries')
    .select('rightAt')
    .where('account', '=', key.account)
    .where('network', '=', key.network)
    .where('rightAt', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts a try as wrong until it proves right. */
export async function countTry(
  sql: Sql,
  key: TryKey,
  waits: { own: Date | null; all: Date | null; at: Date },
): Promise<void> {
  for (const [network, waitUntil] of [
    [ALL, waits.all],
    [key.network, waits.own],
  ] as const)
    await sql
      .updateTable('loginTries')
      .set((set) => ({
        wrong: set('wrong', '+', 1),
        waitUntil,
        triedAt: waits.at,
      }))
      .where('account', '=', key.account)
      .where('network', '=', network)
      .execute()
}

/** Resets the tries of this network and of all together after the right password. */
export async function forgiveTries(sql: Sql, key: TryKey, at: Date): Promise<void> {
  await sql
    .updateTable('loginTries')
    .set((set) => ({
      wrong: 0,
      waitUntil: null,
      rightAt: set.case().when('network', '=', key.network).then(at).else(set.ref('rightAt')).end(),
    }))
    .where('account', '=', key.account)
    .where('network', 'in', [ALL, key.network])
    .execute()
}

/** Resets the tries from every network, because the password has changed. */
export async function forgetTriesOf(sql: Sql, account: string): Promise<void> {
  await sql
    .updateTable('loginTries')
    .set({ wrong: 0, waitUntil: null })
    .where('account', '=', account)
    .execute()
}

/** Deletes the tries at accounts before `real`, and those at unknown names before `nobodys`. */
export async function dropTries(sql: Sql, before: { real: Date; nobodys: Date }): Promise<void> {
  await sql.deleteFrom('loginTries').where('triedAt', '<', before.real).execute()
  await sql
    .deleteFrom('loginTries')
    .where('triedAt', '<', before.nobodys)
    .where('real', '=', false)
    .execute()
}
