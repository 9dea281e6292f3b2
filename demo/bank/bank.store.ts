import { sql as raw } from 'kysely'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { Store, StoredDocument } from '#packages/tbank-sandbox/store.ts'

type Kept = StoredDocument & { readonly revision: number }

/** The demo bank's store in the product's database, shared by its processes. In a transaction it is as new until the commit. */
export function bankStore(sql: Sql): Store {
  return {
    exclusively: (revision, work) =>
      within(sql, async (tx) => {
        await raw`select pg_advisory_xact_lock(hashtextextended('sandbox_documents', 0))`.execute(
          tx,
        )
        const { rows } = await raw<Kept>`
          select kind, id, revision, body from sandbox_documents
          where revision > ${revision}`.execute(tx)
        const newest = rows.reduce((most, row) => Math.max(most, row.revision), revision)
        const changed = work(rows)
        if (changed.length === 0) return newest
        await raw`
          insert into sandbox_documents (kind, id, body, revision)
          select kind, id, body, ${newest + 1}::bigint
          from json_to_recordset(${JSON.stringify(changed)}::json) as changed (kind text, id text, body text)
          on conflict (kind, id) do update set body = excluded.body, revision = excluded.revision
        `.execute(tx)
        return newest + 1
      }),
  }
}

/** A transaction that is there already is used; it gives the lock back when it ends. */
function within<T>(sql: Sql, work: (tx: Sql) => Promise<T>): Promise<T> {
  return sql.isTransaction ? work(sql) : inTransaction(sql, work)
}
