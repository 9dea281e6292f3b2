import type { ConcertStatus } from '#domain/concert.ts'
import type { Sql } from '../../platform/db/open.ts'

/** The status of a concert that cannot be deleted before the commit; undefined where there is none. */
export async function keptStatus(sql: Sql, concertId: string): Promise<ConcertStatus | undefined> {
  const row = await sql
    .selectFrom('concerts')
    .select('status')
    .where('id', '=', concertId)
    .forKeyShare()
    .executeTakeFirst()
  return row?.status
}

export async function addGoing(
  sql: Sql,
  going: { readonly concertId: string; readonly deviceId: string; readonly since: Date },
): Promise<void> {
  await sql
    .insertInto('going')
    .values({ concert_id: going.concertId, device_id: going.deviceId, since: going.since })
    .onConflict((already) => already.doNothing())
    .execute()
}

export async function removeGoing(sql: Sql, concertId: string, deviceId: string): Promise<void> {
  await sql
    .deleteFrom('going')
    .where('concert_id', '=', concertId)
    .where('device_id', '=', deviceId)
    .execute()
}

export async function countGoing(sql: Sql, concertId: string): Promise<number> {
  const { count } = await sql
    .selectFrom('going')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('concert_id', '=', concertId)
    .executeTakeFirstOrThrow()
  return count
}
