import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Of a concert `c`: it goes on, or is to come. The words of the partial indexes come first. */
export function ahead(now: Date): RawBuilder<boolean> {
  return raw`c.status <> 'PLAYED' and (c.status = 'NOW' or c.ends_at > ${now})`
}

/** The same of those that anybody may come to. */
export function publicAhead(now: Date): RawBuilder<boolean> {
  return raw`${ahead(now)} and not c.closed_session`
}
