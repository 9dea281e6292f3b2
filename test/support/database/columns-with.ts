import assert from 'node:assert/strict'
import { sql as raw } from 'kysely'
import type { World } from '../world.ts'

/** The columns of every table that hold one of these texts, be they text, JSON or an array. */
export async function columnsWith(world: World, texts: readonly string[]): Promise<string[]> {
  const { rows: columns } = await raw<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column"
    from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea'))
  `.execute(world.sql)
  assert.ok(columns.length > 50)
  const found: string[] = []
  for (const { table, column } of columns) {
    for (const text of texts) {
      const { rows } = await raw<{ found: boolean }>`
        select exists (select from ${raw.table(table)}
          where position(${text}::text in ${raw.ref(column)}::text) > 0) as found
      `.execute(world.sql)
      if (rows[0]?.found === true) found.push(`${table}.${column}`)
    }
  }
  return [...new Set(found)]
}
