import { sql as raw } from 'kysely'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import type { OrdersOfPerson } from '#domain/queue/admission.ts'
import type { AccountRules } from '#domain/queue/evening-rules.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { ordersOfPerson } from './person-orders.store.ts'

type Row = {
  readonly status: ConcertStatus
  readonly ableGetSongs: boolean
  readonly pass: string | null
  readonly endsAt: Date
  readonly street: boolean
  readonly paidSongsEnabled: boolean
  readonly minSongRubles: number
  readonly orders: OrdersOfPerson
  readonly foreign: boolean
  readonly usual: number | null
}

/** What a listener is told before he orders. */
export type ForecastFacts = Pick<
  Row,
  'status' | 'ableGetSongs' | 'pass' | 'endsAt' | 'street' | 'orders' | 'foreign'
> & {
  readonly account: AccountRules
  /** The sum of most paid orders of this evening (kopecks); null where it has shown none yet. */
  readonly usual: number | null
}

/** This many orders of one sum are a habit of the evening. */
const HABIT = 3

/** The concert, this device's orders in it, and whether the song is outside of its artist's repertoire. */
export async function forecastFacts(
  sql: Sql,
  concertId: string,
  { deviceId, songId }: { deviceId: string | null; songId: string | null },
): Promise<ForecastFacts | undefined> {
  const { rows } = await raw<Row>`
    select c.status, c.able_get_songs, c.pass, c.ends_at, c.commanded_at is not null as street,
      a.paid_songs_enabled, a.min_song_rubles,
      ${ordersOfPerson(concertId, deviceId, true)} as orders,
      ${songId}::uuid is not null
        and exists (select from repertoire r where r.artist_id = c.artist_id)
        and not exists (select from repertoire r
          where r.artist_id = c.artist_id and r.song_id = ${songId}::uuid) as foreign,
      (select o.amount::integer from orders o
        where o.concert_id = c.id and o.kind = 'paid' and not o.share and o.dropped_at is null
        group by o.amount having count(*) >= ${HABIT}
        order by count(*) desc, o.amount limit 1) as usual
    from concerts c join artists a on a.id = c.artist_id
    where c.id = ${concertId}::uuid and c.publish_at is null
  `.execute(sql)
  const row = rows[0]
  if (row === undefined) return undefined
  const { paidSongsEnabled, minSongRubles, ...facts } = row
  return {
    ...facts,
    account: {
      paidSongsEnabled,
      minSongAmount: minSongRubles,
      requestFavoriteSongsOnly: false,
    },
  }
}
