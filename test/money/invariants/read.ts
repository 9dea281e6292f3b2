import { sql as raw } from 'kysely'
import type {
  Attention,
  PaymentKind,
  PaymentMode,
  PaymentReason,
  PaymentState,
} from '#domain/payments/payment.ts'
import type { SongStatus } from '#domain/queue/queue.ts'
import type { MoneyEvening } from '../evening.ts'

/** A payment with all that belongs to it, on our side and at the bank. */
export type SeenMoney = {
  readonly id: string
  readonly kind: PaymentKind
  readonly amount: number
  /** Parts of it that went back, by our own rows. */
  readonly letGo: number
  readonly givenBack: number
  readonly lost: number
  readonly bps: number
  readonly state: PaymentState
  readonly funds: 'none' | 'hold' | 'charged'
  readonly reason: PaymentReason | null
  readonly attention: Attention | null
  readonly holdUntil: Date | null
  readonly closedAt: Date | null
  readonly mode: PaymentMode
  readonly bankId: string | null
  /** Kopecks taken by chargebacks, by the registries that we have read. */
  readonly disputed: number
  /** Open requests to the bank, without those that close a receipt. */
  readonly questions: number
  /** The queue entry of its order, and what remains of the order there. */
  readonly entryId: string | null
  readonly entry: SongStatus | null
  readonly ordered: number | null
  readonly dropped: boolean
  /** The order pays a part of its song's price. */
  readonly share: boolean
  /** Of the entry; `own`: the artist listed it himself. */
  readonly own: boolean
  readonly goal: number | null
  /** Its battle: `open` while it runs, then whether its song has won; null for no vote, and once that is forgotten. */
  readonly vote: 'open' | 'won' | 'lost' | null
  readonly concertOver: boolean
  readonly concertThere: boolean
  /** Its pages at the bank, one for each attempt, the oldest first. */
  readonly pages: readonly {
    readonly id: string
    readonly status: string
    readonly amount: number
    readonly captured: number
    readonly refunded: number
    readonly receipts: readonly { readonly kind: string }[]
  }[]
}

export async function readPayments({ world, artist }: MoneyEvening): Promise<readonly SeenMoney[]> {
  const { rows } = await raw<Omit<SeenMoney, 'pages'>>`
    select p.id, p.kind, p.amount, p.let_go, p.given_back, p.lost,
      p.commission_bps as bps, p.state, p.funds, p.reason,
      p.attention, p.closed_at, p.hold_until, p.mode, p.bank_payment_id as bank_id,
      (select coalesce(-sum(r.gross), 0)::bigint from registry_lines r
        where r.payment_id = p.id and r.operation like 'Chargeback%') as disputed,
      (select count(*)::integer from bank_operations q
        where q.payment_id = p.id and q.kind <> 'close_receipt'
          and q.state in ('planned', 'sent')) as questions,
      e.id as entry_id, e.status as entry, o.amount as ordered,
      o.dropped_at is not null as dropped, coalesce(o.share, false) as share,
      coalesce(e.own, false) as own, e.goal,
      case when b.id is null then null when b.ended_at is null then 'open'
        when b.winner_id = p.song_id then 'won' else 'lost' end as vote,
      coalesce(c.status = 'PLAYED', false) as concert_over, c.id is not null as concert_there
    from payments p
      left join orders o on o.payment_id = p.id
      left join queue_entries e on e.id = o.entry_id
      left join concerts c on c.id = p.concert_id
      left join battles b on b.id = p.battle_id
    where p.artist_id = ${artist.id}::uuid
    order by p.created_at, p.id`.execute(world.sql)
  const { payments } = await world.bank.books()
  return rows.map((row) => {
    const stem = `${row.id.replaceAll('-', '')}-`
    const pages = payments.filter(({ orderId }) => orderId.startsWith(stem))
    return { ...row, pages: pages.toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1)) }
  })
}

/** Ledger sums by «layer account», debits positive. */
export type ReadLines = Readonly<Record<string, number>>

/** The ledger's sums for each payment (an artist’s debt counts as a negative amount owed to him), without the payouts and the bank's settlements. */
export async function linesOf({ world, artist }: MoneyEvening): Promise<Map<string, ReadLines>> {
  const { rows } = await raw<{ id: string; account: string; amount: number }>`
    select p.id, l.layer || ' ' || replace(split_part(l.account, ':', 1), 'artist_debt',
        'artist_payable') as account,
      sum(l.amount)::bigint as amount
    from payments p
      join ledger_transactions t on t.payment_id = p.id
      join ledger_lines l on l.transaction_id = t.id
    where p.artist_id = ${artist.id}::uuid and t.cause <> 'settled' and t.cause not like 'payout%'
    group by 1, 2 having sum(l.amount) <> 0`.execute(world.sql)
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, lines]) => [
      id,
      Object.fromEntries(lines.map(({ account, amount }) => [account, amount])),
    ]),
  )
}

/** Kopecks of the artist's parts of credited payments whose dispute is open. */
export async function heldByDisputes({ world, artist }: MoneyEvening): Promise<number> {
  const { rows } = await raw<{ open: number; bps: number }>`
    select sum(l.amount)::bigint as open, p.commission_bps as bps
    from payments p join ledger_lines l on l.account = 'disputed:' || p.id
    where p.artist_id = ${artist.id}::uuid and p.state = 'released'
    group by p.id having sum(l.amount) > 0`.execute(world.sql)
  return rows.reduce((sum, { open, bps }) => sum + open - Math.floor((open * bps) / 10_000), 0)
}
