import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

/** The concerts whose time of publication has come. */
export async function concertsToPublish(
  sql: Sql,
  now: Date,
  except: readonly string[],
): Promise<string[]> {
  const rows = await sql
    .selectFrom('concerts')
    .select('id')
    .where('publishAt', '<=', now)
    .where(raw<boolean>`id <> all(${except}::uuid[])`)
    .orderBy('publishAt')
    .orderBy('startsAt')
    .limit(50)
    .execute()
  return rows.map(({ id }) => id)
}

/** Shows a concert that waits for that; null where it is shown already. `dueBy`: only if its time came by then. */
export async function showToAll(
  sql: Sql,
  id: string,
  { at, dueBy }: { readonly at: Date; readonly dueBy: Date | null },
): Promise<{ readonly tells: boolean } | null> {
  const { rows } = await raw<{ tells: boolean }>`
    update concerts c set publish_at = null, created_at = ${at}::timestamptz, revision = revision + 1
    where id = (select w.id from concerts w
      where w.id = ${id}::uuid and w.publish_at is not null
        and (${dueBy}::timestamptz is null or w.publish_at <= ${dueBy}::timestamptz)
      for no key update)
    returning not exists (select from concerts e where e.series_id = c.series_id
      and e.status = 'SCHEDULED' and (e.starts_at, e.id) < (c.starts_at, c.id)) as tells
  `.execute(sql)
  return rows[0] ?? null
}

export async function savePublication(sql: Sql, id: string, at: Date): Promise<void> {
  await sql
    .updateTable('concerts')
    .set({ publishAt: at })
    .set('revision', raw`revision + 1`)
    .where('id', '=', id)
    .execute()
}
