import { sql as raw } from 'kysely'
import type { PaymentState } from '#domain/payments/payment.ts'
import type { Sql } from '#server/platform/db/open.ts'

type PaymentLine = {
  readonly id: string
  readonly kind: string
  readonly amount: number
  readonly state: PaymentState
  readonly songTitle: string
  readonly concertTitle: string
  readonly createdAt: Date
}

/** The payments to an artist, or those of one of his concerts, with the tips begun while it ran; the newest first. */
export async function paymentLines(
  sql: Sql,
  part: { artistId: string; concertId: string | null; after: string | null; limit: number },
): Promise<PaymentLine[]> {
  const { artistId, concertId, after, limit } = part
  const { rows } = await raw<PaymentLine>`
    select p.id, p.kind, p.amount, p.state, p.song_title, p.concert_title, p.created_at
    from payments p left join concerts c on c.id = ${concertId}::uuid
    where p.artist_id = ${artistId}::uuid
      and (${concertId}::uuid is null or p.concert_id = c.id or p.kind = 'tip'
        and p.created_at between c.started_at and coalesce(c.finished_at, 'infinity'))
      and (${after}::uuid is null or (p.created_at, p.id) <
        (select l.created_at, l.id from payments l where l.id = ${after}::uuid))
    order by p.created_at desc, p.id desc limit ${limit}::integer
  `.execute(sql)
  return rows
}
