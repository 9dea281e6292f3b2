import { randomBytes } from 'node:crypto'
import type { Sql } from './open.ts'
import { inTransaction } from './tx.ts'

const randomKey = () => randomBytes(32).toString('base64url')

/** Returns the secret of that name, made on first use (32 random bytes, base64url) and the same for every process on this database. */
export async function instanceSecret(sql: Sql, name: string, make = randomKey): Promise<string> {
  const stored = sql.selectFrom('instanceSecrets').select('value').where('name', '=', name)
  const known = await stored.executeTakeFirst()
  if (known !== undefined) return known.value
  await sql
    .insertInto('instanceSecrets')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await stored.executeTakeFirstOrThrow()
  return value
}

/** Where the values that a secret had before are stored, the last one first. */
const formerName = (name: string) => `${name}_former`

/** The values that a secret had before and whose signatures are still good. */
export async function formerSecrets(sql: Sql, name: string): Promise<string[]> {
  const stored = await sql
    .selectFrom('instanceSecrets')
    .select('value')
    .where('name', '=', formerName(name))
    .executeTakeFirst()
  return stored?.value.split(' ') ?? []
}

/**
 * Gives these secrets other values; what the former ones signed stays good, unless they `leaked`. All of it or nothing,
 * with what `noted` writes.
 */
export async function rotateSecrets(
  sql: Sql,
  names: readonly string[],
  { leaked, noted }: { leaked: boolean; noted(sql: Sql): Promise<void> },
): Promise<void> {
  await inTransaction(sql, async (inside) => {
    for (const name of names) await rotateSecret(inside, name, leaked)
    await noted(inside)
  })
}

async function rotateSecret(sql: Sql, name: string, leaked: boolean): Promise<void> {
  const former = [await instanceSecret(sql, name), ...(await formerSecrets(sql, name))]
  await sql
    .updateTable('instanceSecrets')
    .set({ value: randomKey() })
    .where('name', '=', name)
    .execute()
  await sql.deleteFrom('instanceSecrets').where('name', '=', formerName(name)).execute()
  if (!leaked)
    await sql
      .insertInto('instanceSecrets')
      .values({ name: formerName(name), value: former.join(' ') })
      .execute()
}
