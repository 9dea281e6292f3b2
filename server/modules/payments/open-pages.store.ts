import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { OpenPages, Payer } from '#domain/payments/unpaid-links.ts'
import type { Sql } from '#server/platform/db/open.ts'

const NONE_OPEN: OpenPages = { count: 0, firstEnd: null }

/**
 * Counts the pages that payers may still pay, without those that the bank failed to give on request: no payer has them.
 * Without a lock: payments that begin at the same moment do not count each other. A number's check is no payer's.
 */
export async function openPages(
  sql: Sql,
  of: { deviceId: string; concertId: string | null; payerNetwork: string | null; artistId: string },
  now: Date,
): Promise<Record<Payer, OpenPages>> {
  const counted = (payer: Payer, whose: RawBuilder<boolean>) => raw`
    select ${payer} as payer, count(*)::integer as count, min(p.expires_at) as first_end from payments p
    where p.state in ('created', 'awaiting') and p.kind <> 'check' and ${whose}
      and p.expires_at > ${now}::timestamptz
      and (p.state = 'awaiting' or not exists (select from bank_operations o
        where o.payment_id = p.id and o.kind = 'open'
          and (o.tries > 1 or (o.state = 'sent' and p.leased_until is null))))`
  const { rows } = await raw<OpenPages & { payer: Payer }>`
    ${counted(
      'device',
      raw`p.device_id = ${of.deviceId}::uuid and p.concert_id is not distinct from ${of.concertId}::uuid`,
    )}
    union all ${counted('network', raw`p.payer_network = ${of.payerNetwork}`)}
    union all ${counted('artist', raw`p.artist_id = ${of.artistId}::uuid`)}
  `.execute(sql)
  const open = (payer: Payer) => rows.find((row) => row.payer === payer) ?? NONE_OPEN
  return { device: open('device'), network: open('network'), artist: open('artist') }
}
