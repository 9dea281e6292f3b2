import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * The month of a concert `c` by the clock of its venue, YYYY-MM; money that belongs to none is put into
 * that of its own moment, in Moscow.
 */
export const eveningMonth = (otherwise: RawBuilder<Date | null>): RawBuilder<string> =>
  raw`to_char(coalesce(c.starts_at, ${otherwise})
    at time zone coalesce(c.time_zone, 'Europe/Moscow'), 'YYYY-MM')`
