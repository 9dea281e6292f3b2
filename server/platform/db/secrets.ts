import { randomBytes } from 'node:crypto'
import type { Sql } from './open.ts'

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
