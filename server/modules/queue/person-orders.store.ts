import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { OrdersOfPerson } from '#domain/queue/admission.ts'
import { SUPPORTS } from './shares.store.ts'

/** The orders of a device in a concert, which a limit may count. `unpaid`: with those that wait for their money. */
export function ordersOfPerson(
  concertId: string,
  deviceId: string | null,
  unpaid: boolean,
): RawBuilder<OrdersOfPerson> {
  const begun = raw`(select count(*) as begun from payments p
    where p.concert_id = ${concertId}::uuid and p.device_id = ${deviceId}::uuid
      and p.state in ('created', 'awaiting') and p.share_goal is distinct from 0)`
  return raw`(
    select json_build_object('free', free, 'paid', paid + begun, 'evening', evening + begun)
    from (select
        count(*) filter (where o.kind = 'free' and e.status in ('SCHEDULED', 'QUEUED')) as free,
        count(*) filter (where o.kind = 'paid'
          and e.status in ('COLLECTING', 'SCHEDULED', 'QUEUED')) as paid,
        count(*) filter (where e.status <> 'SKIPPED') as evening
      from orders o join queue_entries e on e.id = o.entry_id
      where o.concert_id = ${concertId}::uuid and o.device_id = ${deviceId}::uuid
        and o.dropped_at is null and not ${SUPPORTS}) o,
      ${unpaid ? begun : raw`(select 0 as begun)`} p)`
}
