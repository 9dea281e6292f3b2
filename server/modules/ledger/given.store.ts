import { sql as raw } from 'kysely'
import { kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** Which payments are meant: tips begun in the span, and songs of that concert, or begun in the span where it is null. */
type GivenIn = {
  readonly from: Date
  readonly till: Date
  readonly withSongs: boolean
  readonly concertId: string | null
}

/**
 * Returns what listeners gave an artist and did not get back, our part included: the lines of their payments on his
 * accounts and on our commission. What he returned, or a lost dispute took from him, adds up to nothing. Kopecks.
 */
export async function givenTo(sql: Sql, artistId: string, span: GivenIn): Promise<Kopecks> {
  const { rows } = await raw<{ given: number }>`
    select coalesce(-sum(l.amount), 0)::bigint as given
    from payments p join ledger_transactions t on t.payment_id = p.id
      join ledger_lines l on l.transaction_id = t.id
    where p.artist_id = ${artistId}::uuid and l.layer = 'posted'
      and l.account in (${`artist_payable:${artistId}`}, ${`artist_debt:${artistId}`},
        'commission_tip', 'commission_song')
      and case p.kind
        when 'tip' then p.created_at between ${span.from}::timestamptz and ${span.till}::timestamptz
        when 'song' then ${span.withSongs}::boolean and case when ${span.concertId}::uuid is null
          then p.created_at between ${span.from}::timestamptz and ${span.till}::timestamptz
          else p.concert_id = ${span.concertId}::uuid end
        else false end
  `.execute(sql)
  return kopecks(rows[0]?.given ?? 0)
}
