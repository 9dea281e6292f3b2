import { sql as raw } from 'kysely'
import { commissionOf, kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import type { Sql } from '#server/platform/db/open.ts'

/**
 * Returns the state of a payment's dispute, kopecks: `open` is not decided yet, `charged` of it fell to the artist,
 * `receivable` is what the bank owes us of the payment. Call in a transaction that has the payment locked.
 */
export async function disputeOf(
  sql: Sql,
  paymentId: string,
): Promise<{ open: Kopecks; charged: Kopecks; receivable: Kopecks }> {
  const { rows } = await raw<{ open: number; charged: number; receivable: number }>`
    select
      coalesce(sum(l.amount) filter (where l.account <> 'acq_receivable'), 0)::bigint as open,
      coalesce(-sum(l.amount) filter (
        where l.account <> 'acq_receivable' and t.cause = 'dispute_charged'), 0)::bigint as charged,
      coalesce(sum(l.amount) filter (where l.account = 'acq_receivable'), 0)::bigint as receivable
    from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
    where t.payment_id = ${paymentId}::uuid and l.layer = 'posted'
      and l.account in ('acq_receivable', ${`disputed:${paymentId}`})
  `.execute(sql)
  const { open = 0, charged = 0, receivable = 0 } = rows[0] ?? {}
  return { open: kopecks(open), charged: kopecks(charged), receivable: kopecks(receivable) }
}

/** Returns whether a chargeback withholds, or took for good, any money of a payment; one that was won in time does not count. */
export async function wasDisputed(sql: Sql, paymentId: string): Promise<boolean> {
  const { rows } = await raw<{ disputed: boolean }>`
    select coalesce(sum(l.amount), 0) <> 0 as disputed
    from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
    where t.payment_id = ${paymentId}::uuid and t.cause = 'disputed'
      and l.account = ${`disputed:${paymentId}`}
  `.execute(sql)
  return rows[0]?.disputed ?? false
}

/** Returns these artists' parts of credited money whose dispute is open; artists with none are left out. */
export async function disputedOf(
  sql: Sql,
  artistIds: readonly string[],
): Promise<Map<string, Kopecks>> {
  const { rows } = await raw<{ artistId: string; open: number; bps: number }>`
    select p.artist_id, d.open, p.commission_bps as bps
    from (select account, sum(amount)::bigint as open from ledger_lines
        where account like 'disputed:%' and layer = 'posted'
        group by account having sum(amount) > 0) d
      join payments p on p.id = substr(d.account, 10)::uuid
    where p.artist_id = any(${artistIds}::uuid[]) and p.state = 'released'`.execute(sql)
  const disputed = new Map<string, Kopecks>()
  for (const { artistId, open, bps } of rows) {
    const part = open - commissionOf(kopecks(open), bps)
    disputed.set(artistId, kopecks((disputed.get(artistId) ?? 0) + part))
  }
  return disputed
}
