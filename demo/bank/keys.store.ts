import type { Sql } from '#server/platform/db/open.ts'

/** The secret of that name; `make` is asked only where there is none yet. The first to write it wins. */
export async function keepSecret(sql: Sql, name: string, make: () => string): Promise<string> {
  const known = await findSecret(sql, name)
  if (known !== null) return known
  const value = make()
  await sql
    .insertInto('instance_secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findSecret(sql, name)) ?? value
}

async function findSecret(sql: Sql, name: string): Promise<string | null> {
  const row = await sql
    .selectFrom('instance_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value ?? null
}
