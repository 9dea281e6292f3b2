import { randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { PushTarget } from '#domain/push.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** An artist, or a song in a town. */
export type Target =
  | { readonly artistId: string }
  | { readonly songId: string; readonly town: string }

/** Where notices are sent. */
export type Contact = { readonly email: string } | PushTarget

export const artistOf = (sql: Sql, usernameKey: string) =>
  sql.selectFrom('artists').select('id').where('username_key', '=', usernameKey).executeTakeFirst()

export const songTitle = (sql: Sql, id: string) =>
  sql
    .selectFrom('songs')
    .select(['title', 'artist_name as artistName'])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Returns the follower with this contact, locked until the commit, and the number of his follows. A browser's data are
 * those of its last call.
 */
export async function lockFollower(
  sql: Sql,
  contact: Contact,
  { timeZone, deviceId, at }: { timeZone: string | null; deviceId: string; at: Date },
): Promise<{ id: string; follows: number }> {
  const byMail = 'email' in contact
  const { id } = await sql
    .insertInto('followers')
    .values({
      id: randomUUIDv7(),
      ...(byMail
        ? { email: contact.email, endpoint: null, p256dh: null, auth: null, device_id: null }
        : { email: null, ...contact, device_id: deviceId }),
      time_zone: timeZone,
      since: at,
    })
    .onConflict((on) =>
      byMail
        ? // A stranger may have typed the address: data from its owner's device stay.
          on.column('email').doUpdateSet({ email: contact.email })
        : on.column('endpoint').doUpdateSet({
            p256dh: contact.p256dh,
            auth: contact.auth,
            device_id: deviceId,
            time_zone: timeZone,
          }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const { follows } = await sql
    .selectFrom('follows')
    .select((of) => of.fn.countAll<number>().as('follows'))
    .where('follower_id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, follows }
}

/** Returns the id of the follow; of the existing one when there is one. */
export async function addFollow(
  sql: Sql,
  follow: {
    followerId: string
    target: Target
    deviceId: string
    at: Date
    confirmed: boolean
    consentEdition: string | null
  },
): Promise<string> {
  const { target, at } = follow
  const found = await followsOf(sql, target)
    .select('f.id')
    .where('f.follower_id', '=', follow.followerId)
    .executeTakeFirst()
  if (found !== undefined) return found.id
  const id = randomUUIDv7()
  await sql
    .insertInto('follows')
    .values({
      id,
      follower_id: follow.followerId,
      ...('artistId' in target
        ? { artist_id: target.artistId, song_id: null, town: null }
        : { artist_id: null, song_id: target.songId, town: target.town }),
      device_id: follow.deviceId,
      asked_at: at,
      confirmed_at: follow.confirmed ? at : null,
      consent_edition: follow.consentEdition,
    })
    .execute()
  return id
}

function followsOf(sql: Sql, target: Target) {
  const all = sql.selectFrom('follows as f')
  return 'artistId' in target
    ? all.where('f.artist_id', '=', target.artistId)
    : all.where('f.song_id', '=', target.songId).where('f.town', '=', target.town)
}

/** The ways in which this device follows. */
export function ownFollows(sql: Sql, target: Target, deviceId: string) {
  return followsOf(sql, target)
    .innerJoin('followers as w', 'w.id', 'f.follower_id')
    .select((of) => [
      of('w.email', 'is not', null).as('byMail'),
      of('f.confirmed_at', 'is not', null).as('confirmed'),
    ])
    .where('f.device_id', '=', deviceId)
    .execute()
}

/** Deletes the follows, and the followers that have none left. */
async function deleteFollows(sql: Sql, ids: readonly string[]): Promise<void> {
  const gone = await sql
    .deleteFrom('follows')
    .where('id', '=', raw<string>`any(${ids}::uuid[])`)
    .returning('follower_id')
    .execute()
  const followers = gone.map((row) => row.follower_id)
  await raw`
    delete from followers w where id = any(${followers}::uuid[])
      and not exists (select from follows f where f.follower_id = w.id)
  `.execute(sql)
}

export async function endOfDevice(sql: Sql, target: Target, deviceId: string): Promise<void> {
  const own = await followsOf(sql, target)
    .select('f.id')
    .where('f.device_id', '=', deviceId)
    .execute()
  await deleteFollows(
    sql,
    own.map(({ id }) => id),
  )
}

export const endFollow = (sql: Sql, id: string): Promise<void> => deleteFollows(sql, [id])

/** The follow behind a link; undefined once it is ended or deleted. */
export function followById(sql: Sql, id: string) {
  return sql
    .selectFrom('follows as f')
    .leftJoin('artists as a', 'a.id', 'f.artist_id')
    .leftJoin('songs as s', 's.id', 'f.song_id')
    .select((of) => [
      'f.id',
      'a.username',
      'a.name',
      's.title',
      'f.song_id as songId',
      's.artist_name as performer',
      'f.town',
      of('f.confirmed_at', 'is not', null).as('confirmed'),
    ])
    .where('f.id', '=', id)
    .executeTakeFirst()
}

/** The device that opened the link becomes the follower's; its time zone is the owner's. */
export async function confirmFollow(
  sql: Sql,
  id: string,
  { deviceId, timeZone, at }: { deviceId: string; timeZone: string | null; at: Date },
): Promise<void> {
  const row = await sql
    .updateTable('follows')
    .set({ confirmed_at: raw`coalesce(confirmed_at, ${at}::timestamptz)`, device_id: deviceId })
    .where('id', '=', id)
    .returning('follower_id')
    .executeTakeFirst()
  if (row === undefined || timeZone === null) return
  await sql
    .updateTable('followers')
    .set({ time_zone: timeZone })
    .where('id', '=', row.follower_id)
    .execute()
}

/** Saves the new subscription of this device's browser; another follower that has the endpoint already stays unchanged. */
export async function renewTarget(sql: Sql, deviceId: string, target: PushTarget): Promise<void> {
  await raw`
    update followers set endpoint = ${target.endpoint}, p256dh = ${target.p256dh}, auth = ${target.auth}
    where id = (select id from followers where device_id = ${deviceId}::uuid and endpoint is not null
        order by since desc limit 1)
      and not exists (select from followers where endpoint = ${target.endpoint})
  `.execute(sql)
}

export async function forgetUnconfirmed(sql: Sql, askedBefore: Date): Promise<void> {
  const old = await sql
    .selectFrom('follows')
    .select('id')
    .where('confirmed_at', 'is', null)
    .where('asked_at', '<', askedBefore)
    .execute()
  await deleteFollows(
    sql,
    old.map(({ id }) => id),
  )
}

/** Deletes followers whose artist or song is gone. */
export async function forgetIdle(sql: Sql, before: Date): Promise<void> {
  await raw`
    delete from followers w where since < ${before}::timestamptz
      and not exists (select from follows f where f.follower_id = w.id)
  `.execute(sql)
}
