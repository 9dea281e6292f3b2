import { randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { PushTarget } from '#domain/push.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { NOTIFIABLE } from './news.store.ts'

/** An artist, a concert, a town, or a song in a town. */
export type Target =
  | { readonly artistId: string }
  | { readonly concertId: string }
  | { readonly songId: string | null; readonly town: string }

/** Where news is sent. */
export type Contact = { readonly email: string } | PushTarget

/** A concert ahead that everybody may come to. */
export const openConcert = (sql: Sql, id: string) =>
  sql
    .selectFrom('concerts as c')
    .select('c.id')
    .where('c.id', '=', id)
    .where(raw<boolean>`${NOTIFIABLE}`)
    .executeTakeFirst()

/** Of a song that strangers may see: verified, or played by an artist. */
export const songTitle = (sql: Sql, id: string) =>
  sql
    .selectFrom('songs as s')
    .select(['title', 'artistName'])
    .where('id', '=', id)
    .where(raw<boolean>`(s.verified or exists (select from repertoire r where r.song_id = s.id))`)
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
        ? { email: contact.email, endpoint: null, p256dh: null, auth: null, deviceId: null }
        : { email: null, ...contact, deviceId }),
      timeZone,
      since: at,
    })
    .onConflict((on) =>
      byMail
        ? // A stranger may have typed the address: data from its owner's device stay.
          on.column('email').doUpdateSet({ email: contact.email })
        : on.column('endpoint').doUpdateSet({
            p256dh: contact.p256dh,
            auth: contact.auth,
            deviceId,
            timeZone,
          }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const { follows } = await sql
    .selectFrom('follows')
    .select((of) => of.fn.countAll<number>().as('follows'))
    .where('followerId', '=', id)
    .executeTakeFirstOrThrow()
  return { id, follows }
}

/** Returns the id of the follow; of the existing one when there is one, which becomes this device's where it is `confirmed`, and is else asked for anew. */
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
    .where('f.followerId', '=', follow.followerId)
    .executeTakeFirst()
  if (found !== undefined) {
    const { deviceId, consentEdition } = follow
    // A typed address may be somebody else’s: that follow becomes a device's by its link alone, which another letter renews.
    const change = sql.updateTable('follows').where('id', '=', found.id)
    await (
      follow.confirmed
        ? change.set({ deviceId })
        : change.set({ askedAt: at, consentEdition }).where('confirmedAt', 'is', null)
    ).execute()
    return found.id
  }
  const id = randomUUIDv7()
  await sql
    .insertInto('follows')
    .values({
      id,
      followerId: follow.followerId,
      artistId: null,
      concertId: null,
      songId: null,
      town: null,
      ...target,
      deviceId: follow.deviceId,
      askedAt: at,
      confirmedAt: follow.confirmed ? at : null,
      consentEdition: follow.consentEdition,
    })
    .execute()
  return id
}

function followsOf(sql: Sql, target: Target) {
  const all = sql.selectFrom('follows as f')
  if ('artistId' in target) return all.where('f.artistId', '=', target.artistId)
  if ('concertId' in target) return all.where('f.concertId', '=', target.concertId)
  return all
    .where('f.songId', target.songId === null ? 'is' : '=', target.songId)
    .where('f.town', '=', target.town)
}

/** The ways in which this device follows. */
export function ownFollows(sql: Sql, target: Target, deviceId: string) {
  return followsOf(sql, target)
    .innerJoin('followers as w', 'w.id', 'f.followerId')
    .select((of) => [
      'w.endpoint',
      of('w.email', 'is not', null).as('byMail'),
      of('f.confirmedAt', 'is not', null).as('confirmed'),
    ])
    .where('f.deviceId', '=', deviceId)
    .execute()
}

/** Deletes the follows, and the followers that have none left. */
async function deleteFollows(sql: Sql, ids: readonly string[]): Promise<void> {
  const gone = await sql
    .deleteFrom('follows')
    .where('id', '=', raw<string>`any(${ids}::uuid[])`)
    .returning('followerId')
    .execute()
  await deleteIdle(
    sql,
    gone.map((row) => row.followerId),
  )
}

/** Deletes those of them that follow nothing. In a transaction: who follows anew at this moment holds his row, and only a statement after the lock sees what. */
async function deleteIdle(sql: Sql, followers: readonly string[]): Promise<void> {
  await raw`
    select from followers where id = any(${followers}::uuid[]) order by id for update
  `.execute(sql)
  await raw`
    delete from followers w where id = any(${followers}::uuid[])
      and not exists (select from follows f where f.follower_id = w.id)
  `.execute(sql)
}

export async function endOfDevice(sql: Sql, target: Target, deviceId: string): Promise<void> {
  const own = await followsOf(sql, target)
    .select('f.id')
    .where('f.deviceId', '=', deviceId)
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
    .leftJoin('concerts as c', 'c.id', 'f.concertId')
    .leftJoin('artists as a', (on) =>
      on.on((of) => of('a.id', '=', of.fn.coalesce('f.artistId', 'c.artistId'))),
    )
    .leftJoin('songs as s', 's.id', 'f.songId')
    .select((of) => [
      'f.id',
      'a.username',
      'a.name',
      's.title',
      's.verified',
      'f.songId',
      's.artistName as performer',
      'f.town',
      'f.concertId',
      'c.title as concertTitle',
      'c.startsAt',
      'c.timeZone',
      of('f.confirmedAt', 'is not', null).as('confirmed'),
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
    .set({ confirmedAt: raw`coalesce(confirmed_at, ${at}::timestamptz)`, deviceId })
    .where('id', '=', id)
    .returning('followerId')
    .executeTakeFirst()
  if (row === undefined || timeZone === null) return
  await sql.updateTable('followers').set({ timeZone }).where('id', '=', row.followerId).execute()
}

/** Saves the new subscription of this device's browser; another follower that has the endpoint already stays unchanged. */
export async function renewTarget(sql: Sql, deviceId: string, target: PushTarget): Promise<void> {
  await raw`
    update followers set endpoint = ${target.endpoint}, p256dh = ${target.p256dh}, auth = ${target.auth}
    where id = (select id from followers where device_id = ${deviceId}::uuid and endpoint like 'http%'
        order by since desc limit 1)
      and not exists (select from followers where endpoint = ${target.endpoint})
  `.execute(sql)
}

/** Locks the follower: no other process tells him anything before the commit. */
export function lockContact(sql: Sql, followerId: string) {
  return sql
    .selectFrom('followers')
    .select(['email', 'endpoint', 'p256dh', 'auth', 'timeZone'])
    .where('id', '=', followerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The browser accepts no more messages. False where the follower has no such endpoint by now. */
export async function deleteFollower(sql: Sql, id: string, endpoint: string): Promise<boolean> {
  const { numDeletedRows } = await sql
    .deleteFrom('followers')
    .where('id', '=', id)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function forgetUnconfirmed(sql: Sql, askedBefore: Date): Promise<void> {
  const old = await sql
    .selectFrom('follows')
    .select('id')
    .where('confirmedAt', 'is', null)
    .where('askedAt', '<', askedBefore)
    .execute()
  await deleteFollows(
    sql,
    old.map(({ id }) => id),
  )
}

/** Of concerts that are over. */
export async function forgetReminded(sql: Sql): Promise<void> {
  const over = await sql
    .selectFrom('follows as f')
    .innerJoin('concerts as c', 'c.id', 'f.concertId')
    .select('f.id')
    .where('c.status', '=', 'PLAYED')
    .execute()
  await deleteFollows(
    sql,
    over.map(({ id }) => id),
  )
}

/** Deletes followers whose artist or song is gone. In a transaction. */
export async function forgetIdle(sql: Sql, before: Date): Promise<void> {
  const { rows } = await raw<{ id: string }>`
    select id from followers w where since < ${before}::timestamptz
      and not exists (select from follows f where f.follower_id = w.id)
  `.execute(sql)
  await deleteIdle(
    sql,
    rows.map(({ id }) => id),
  )
}

/** How many follow an artist, with the address or the browser confirmed. */
export async function countFollowers(sql: Sql, artistId: string): Promise<number> {
  const { followers } = await sql
    .selectFrom('follows')
    .select((of) => of.fn.countAll<number>().as('followers'))
    .where('artistId', '=', artistId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return followers
}
