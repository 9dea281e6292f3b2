import { randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { LedgerAccount, Posting } from '#domain/payments/ledger.ts'
import { debtTaken, kindOf } from '#domain/payments/ledger.ts'
import { kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import type { Sql } from '#server/platform/db/open.ts'

type About = { readonly paymentId?: string; readonly payoutId?: string }

/**
 * Adds transactions to the ledger, in their order; what they credit to an artist in debt is taken for the debt. The
 * database refuses an unbalanced transaction, a key that exists already, and a debt below zero.
 */
export async function post(
  sql: Sql,
  postings: readonly Posting[],
  about: About,
  at: Date,
): Promise<void> {
  await insert(sql, postings, about, at)
  for (const { key, lines } of postings)
    for (const { account, amount } of lines) {
      if (amount >= 0 || !account.startsWith(PAYABLE)) continue
      // Read after the credit, which has locked the account: debts are posted under the same lock.
      const artistId = account.slice(PAYABLE.length)
      const debt = await balanceOf(sql, `artist_debt:${artistId}`)
      if (debt <= 0) continue
      const taken = debtTaken({ key, artistId, amount: kopecks(Math.min(debt, 0 - amount)) })
      await insert(sql, [taken], about, at)
    }
}

const PAYABLE = 'artist_payable:'

async function insert(
  sql: Sql,
  postings: readonly Posting[],
  about: About,
  at: Date,
): Promise<void> {
  if (postings.length === 0) return
  const heads = postings.map((posting) => ({ ...posting, id: randomUUIDv7() }))
  const lines = heads.flatMap(({ id, layer, lines: own }) =>
    own.map(({ account, amount }) => ({ id, layer, account, kind: kindOf(account), amount })),
  )
  await raw`
    with heads as (
      insert into ledger_transactions
        (id, key, layer, resolves, cause, lines, payment_id, payout_id, at)
      select h.id, h.key, h.layer, h.resolves, h.cause, h.lines,
        ${about.paymentId ?? null}::uuid, ${about.payoutId ?? null}::uuid, ${at}::timestamptz
      from unnest(
        ${heads.map(({ id }) => id)}::uuid[],
        ${heads.map(({ key }) => key)}::text[],
        ${heads.map(({ layer }) => layer)}::text[],
        ${heads.map(({ resolves }) => resolves)}::text[],
        ${heads.map(({ cause }) => cause)}::text[],
        ${heads.map(({ lines: own }) => own.length)}::integer[]
      ) as h (id, key, layer, resolves, cause, lines)
    )
    insert into ledger_lines (transaction_id, layer, account, kind, amount)
    select l.id, l.layer, l.account, l.kind, l.amount
    from unnest(
      ${lines.map(({ id }) => id)}::uuid[],
      ${lines.map(({ layer }) => layer)}::text[],
      ${lines.map(({ account }) => account)}::text[],
      ${lines.map(({ kind }) => kind)}::text[],
      ${lines.map(({ amount }) => amount)}::bigint[]
    ) as l (id, layer, account, kind, amount)
  `.execute(sql)
}

/** Returns the balance of a liability, of an artist's debt or of our cash, in kopecks; with `lock`, locks it until the commit. */
export async function balanceOf(
  sql: Sql,
  account: LedgerAccount,
  { lock }: { lock: boolean } = { lock: false },
): Promise<Kopecks> {
  const balance = sql
    .selectFrom('ledgerBalances')
    .select('amount')
    .where('account', '=', account)
    .where('layer', '=', 'posted')
  const row = await (lock ? balance.forUpdate() : balance).executeTakeFirst()
  if (row !== undefined || !lock) return kopecks(row?.amount ?? 0)
  // A missing row cannot be locked: two transactions at once would both find it untouched.
  await sql
    .insertInto('ledgerBalances')
    .values({ account, layer: 'posted', kind: kindOf(account), amount: 0 })
    .onConflict((on) => on.columns(['account', 'layer']).doNothing())
    .execute()
  return kopecks((await balance.forUpdate().executeTakeFirstOrThrow()).amount)
}

/** Returns the available balances of these artists, only those above zero. Kopecks. */
export async function availableOf(
  sql: Sql,
  artistIds: readonly string[],
): Promise<{ artistId: string; available: number }[]> {
  const accounts = artistIds.map((id) => `${PAYABLE}${id}`)
  const rows = await sql
    .selectFrom('ledgerBalances')
    .select(['account', 'amount as available'])
    .where(raw<boolean>`account = any(${accounts}::text[])`)
    .where('layer', '=', 'posted')
    .where('amount', '>', 0)
    .execute()
  return rows.map(({ account, available }) => ({
    artistId: account.slice(PAYABLE.length),
    available,
  }))
}

/** One row of the trial balance: all accounts of a name, in kopecks, debit above zero. */
type TrialRow = {
  readonly name: string
  readonly layer: 'pending' | 'posted'
  readonly accounts: number
  readonly amount: number
}

export function trialBalance(sql: Sql): Promise<TrialRow[]> {
  return sql
    .selectFrom('ledgerLines')
    .select([
      raw<string>`split_part(account, ':', 1)`.as('name'),
      'layer',
      raw<number>`count(distinct account)::integer`.as('accounts'),
      raw<number>`sum(amount)::bigint`.as('amount'),
    ])
    .groupBy([raw`split_part(account, ':', 1)`, 'layer'])
    .orderBy('layer', 'desc')
    .orderBy(raw`1`)
    .execute()
}

/** One inconsistency in the books, worded as a sentence. */
export type LedgerFault = { readonly about: string; readonly what: string; readonly amount: number }

/** Recomputes the whole ledger from its lines and compares it with stored balances and payments; empty where all is well. */
export async function auditLedger(sql: Sql): Promise<LedgerFault[]> {
  const { rows } = await raw<LedgerFault>`
    with sums as (
      select account, layer, min(kind) as kind, sum(amount)::bigint as amount
      from ledger_lines group by account, layer
    ),
    owed as (
      select account, layer, kind,
        case when kind = 'liability' then -amount else amount end as amount
      from sums where kind = 'liability' or account = 'settlement_cash'
        or account like 'artist_debt:%'
    ),
    faults as (
      select 'transaction ' || t.key as about, 'does not balance' as what,
        sum(l.amount)::bigint as amount
      from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
      group by t.id, t.key having sum(l.amount) <> 0
      union all
      select 'transaction ' || t.key, 'has other lines than it promised', count(l.id)
      from ledger_transactions t left join ledger_lines l on l.transaction_id = t.id
      group by t.id, t.key, t.lines having count(l.id) <> t.lines
      union all
      select 'layer ' || layer, 'does not sum to zero', sum(amount)::bigint
      from ledger_lines group by layer having sum(amount) <> 0
      union all
      select 'account ' || coalesce(o.account, b.account), 'is kept at another sum than its lines',
        coalesce(b.amount, 0) - coalesce(o.amount, 0)
      from owed o full join ledger_balances b on b.account = o.account and b.layer = o.layer
      where coalesce(o.amount, 0) <> coalesce(b.amount, 0)
      union all
      select 'account ' || account, 'owes less than nothing', amount
      from owed where account <> 'settlement_cash' and amount < 0
      union all
      select 'payment ' || p.id, 'holds another sum in escrow than its state says',
        coalesce(-s.amount, 0) - case
          when p.kind = 'song' and p.funds <> 'none' and p.state in ('secured', 'releasing')
            then p.amount
          when p.kind = 'song' and p.funds = 'hold' and p.state = 'returning' then p.amount
          else 0 end
      from payments p
      left join (
        select account, sum(amount)::bigint as amount from sums
        where account like 'escrow:%' group by account
      ) s on s.account = 'escrow:' || p.id
      where coalesce(-s.amount, 0) <> case
        when p.kind = 'song' and p.funds <> 'none' and p.state in ('secured', 'releasing')
          then p.amount
        when p.kind = 'song' and p.funds = 'hold' and p.state = 'returning' then p.amount
        else 0 end
      union all
      select 'payment ' || p.id, 'is owed back another sum than its state says',
        coalesce(-s.amount, 0)
      from payments p left join sums s on s.account = 'refund_due:' || p.id
      where coalesce(-s.amount, 0) <> case
        when p.state = 'returning' and p.funds = 'charged' then p.amount else 0 end
      union all
      select 'payment ' || p.id, 'has more in dispute than was paid', s.amount
      from payments p join sums s on s.account = 'disputed:' || p.id
      where abs(s.amount) > p.amount + p.given_back
      union all
      select 'payment ' || p.id, 'has lost another sum than its state says', coalesce(w.amount, 0)
      from payments p
      left join (
        select t.payment_id, sum(l.amount)::bigint as amount
        from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
        where t.cause in ('lost', 'part_lost') and l.account = 'loss' group by t.payment_id
      ) w on w.payment_id = p.id
      where coalesce(w.amount, 0) <> case
        when p.state = 'released' and p.funds = 'none' then p.amount else p.lost end
      union all
      select 'payment ' || p.id, 'was both earned and given back', p.amount
      from payments p
      join ledger_transactions e on e.payment_id = p.id and e.cause in ('released', 'tip')
      join ledger_transactions r on r.payment_id = p.id and r.cause = 'refunded'
      where not exists (select from ledger_transactions g
        where g.payment_id = p.id and g.cause = 'credit_returned')
      union all
      select 'payout ' || p.id, 'has another sum in flight than its state says',
        coalesce(-s.amount, 0)
      from payouts p left join sums s on s.account = 'payout_in_flight:' || p.id
      where coalesce(-s.amount, 0) <> case
        when p.state in ('completed', 'rejected') then 0 else p.amount end
    )
    select about, what, amount from faults order by about, what limit 1000
  `.execute(sql)
  return rows
}

export async function mark(
  sql: Sql,
  name: string,
): Promise<{ value: string; at: Date } | undefined> {
  return sql
    .selectFrom('moneyMarks')
    .select(['value', 'at'])
    .where('name', '=', name)
    .executeTakeFirst()
}

export async function setMark(sql: Sql, name: string, value: string, at: Date): Promise<void> {
  await sql
    .insertInto('moneyMarks')
    .values({ name, value, at })
    .onConflict((on) => on.column('name').doUpdateSet({ value, at }))
    .execute()
}

/** The mark of a database that was turned back: `value` the time of its backup, blank once an operator resumed payouts. */
export const RESTORED = 'restored'

/**
 * Marks a restored database, in the transaction of its restore. One without payments needs no mark; a backup that
 * was made before an earlier restore was checked stays as old as that one.
 */
export async function markRestored(
  sql: Sql,
  { madeAt, at }: { readonly madeAt: Date; readonly at: Date },
): Promise<void> {
  await raw`insert into money_marks (name, value, at)
    select ${RESTORED}, ${madeAt.toISOString()}, ${at}::timestamptz where exists (select from payments)
    on conflict (name) do update set at = excluded.at,
      value = case when money_marks.value = '' then excluded.value
        else least(money_marks.value, excluded.value) end`.execute(sql)
}

/** Ends the check of a restored database; when it was restored stays known. */
export async function endRestored(sql: Sql): Promise<void> {
  await sql.updateTable('moneyMarks').set({ value: '' }).where('name', '=', RESTORED).execute()
}

/** True for the caller that changes the mark to this value: the work is done once however many callers try. */
export async function claimMark(sql: Sql, name: string, value: string, at: Date): Promise<boolean> {
  const row = await sql
    .insertInto('moneyMarks')
    .values({ name, value, at })
    .onConflict((on) =>
      on
        .column('name')
        .doUpdateSet({ value, at })
        .where('moneyMarks.value', 'is distinct from', value),
    )
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/** Sums over the whole service, in kopecks. */
export async function totalLiabilities(
  sql: Sql,
): Promise<{ held: number; owedBack: number; inFlight: number; owedToArtists: number }> {
  const { rows } = await raw<{ name: string; amount: number }>`
    select split_part(account, ':', 1) as name, sum(amount)::bigint as amount
    from ledger_balances where kind = 'liability' and amount > 0 group by 1
  `.execute(sql)
  const sums = new Map(rows.map(({ name, amount }) => [name, amount]))
  return {
    held: sums.get('escrow') ?? 0,
    owedBack: sums.get('refund_due') ?? 0,
    inFlight: sums.get('payout_in_flight') ?? 0,
    owedToArtists: sums.get('artist_payable') ?? 0,
  }
}
