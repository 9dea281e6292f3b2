import { DAY_MS } from '#domain/time.ts'
import type { Sql } from '../../platform/db/open.ts'

/** The cookie of a device lives for a year: one that was not seen for longer comes back as a new one. */
const KEPT_MS = 400 * DAY_MS

/**
 * Remembers that an artist logged in with this device. `first`: no device of his was known before;
 * `new`: others were.
 */
export async function rememberDevice(
  sql: Sql,
  { artistId, hash, at }: { artistId: string; hash: string; at: Date },
): Promise<'known' | 'new' | 'first'> {
  await sql
    .deleteFrom('known_devices')
    .where('artist_id', '=', artistId)
    .where('seen_at', '<', new Date(at.getTime() - KEPT_MS))
    .execute()
  const before = await sql
    .selectFrom('known_devices')
    .select('device_hash as hash')
    .where('artist_id', '=', artistId)
    .execute()
  await sql
    .insertInto('known_devices')
    .values({ artist_id: artistId, device_hash: hash, seen_at: at })
    .onConflict((on) => on.columns(['artist_id', 'device_hash']).doUpdateSet({ seen_at: at }))
    .execute()
  if (before.some((device) => device.hash === hash)) return 'known'
  return before.length === 0 ? 'first' : 'new'
}
