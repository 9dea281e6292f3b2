import { randomBytes } from 'node:crypto'
import type { Sql } from './open.ts'

/** Returns the key of that name (32 bytes, base64url), created on first use and the same for every process on this database. */
export async function instanceSecret(sql: Sql, name: string): Promise<string> {
  await sql
    .insertInto('instance_secrets')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await sql
    .selectFrom('instance_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}
