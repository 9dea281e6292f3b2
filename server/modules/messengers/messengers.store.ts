import { sql as raw } from 'kysely'
import type { FollowedOnWire } from '#domain/follows.ts'
import type { NotificationKind } from '#domain/notifications.ts'
import type { Sql } from '#server/platform/db/open.ts'

export type CodeOwner =
  | { readonly artistId: string }
  | { readonly deviceId: string; readonly orderId: string }
  | {
      readonly deviceId: string
      readonly followed: FollowedOnWire
      readonly timeZone: string | null
    }

/** An artist has one code at a time. */
export async function addCode(
  sql: Sql,
  code: { readonly codeHash: string; readonly expiresAt: Date },
  owner: CodeOwner,
): Promise<void> {
  const artistId = 'artistId' in owner ? owner.artistId : null
  if (artistId !== null)
    await sql.deleteFrom('messengerCodes').where('artistId', '=', artistId).execute()
  await sql
    .insertInto('messengerCodes')
    .values({
      ...code,
      artistId,
      orderId: 'orderId' in owner ? owner.orderId : null,
      followed: 'followed' in owner ? JSON.stringify(owner.followed) : null,
      deviceId: 'deviceId' in owner ? owner.deviceId : null,
      timeZone: 'timeZone' in owner ? owner.timeZone : null,
    })
    .execute()
}

type Code = {
  readonly artistId: string | null
  readonly orderId: string | null
  /** As JSON. */
  readonly followed: string | null
  readonly deviceId: string | null
  readonly timeZone: string | null
}

export async function isCodeOf(
  sql: Sql,
  codeHash: string,
  now: Date,
): Promise<'channel' | 'listener' | null> {
  const row = await sql
    .selectFrom('messengerCodes')
    .select('artistId')
    .where('codeHash', '=', codeHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  if (row === undefined) return null
  return row.artistId === null ? 'listener' : 'channel'
}

/** Uses the code up; undefined where there is none. */
export async function takeCode(sql: Sql, codeHash: string, now: Date): Promise<Code | undefined> {
  const { rows } = await raw<Code>`
    delete from messenger_codes where code_hash = ${codeHash} and expires_at > ${now}::timestamptz
    returning artist_id, order_id, followed, device_id, time_zone
  `.execute(sql)
  return rows[0]
}

export async function forgetCodes(sql: Sql, now: Date): Promise<void> {
  await sql.deleteFrom('messengerCodes').where('expiresAt', '<=', now).execute()
}

export async function countChannels(sql: Sql, artistId: string): Promise<number> {
  const { channels } = await sql
    .selectFrom('artistChannels')
    .select((of) => of.fn.countAll<number>().as('channels'))
    .where('artistId', '=', artistId)
    .executeTakeFirstOrThrow()
  return channels
}

export async function addChannel(
  sql: Sql,
  row: { id: string; artistId: string; endpoint: string; title: string; boundAt: Date },
): Promise<void> {
  const { title } = row
  await sql
    .insertInto('artistChannels')
    .values(row)
    .onConflict((on) => on.columns(['artistId', 'endpoint']).doUpdateSet({ title }))
    .execute()
}

/** False where the artist has none such. */
export async function dropChannel(sql: Sql, artistId: string, id: string): Promise<boolean> {
  const dropped = await sql
    .deleteFrom('artistChannels')
    .where('id', '=', id)
    .where('artistId', '=', artistId)
    .returning('id')
    .executeTakeFirst()
  return dropped !== undefined
}

/** False where the channel has no such endpoint by now. */
export async function loseChannel(sql: Sql, id: string, endpoint: string): Promise<boolean> {
  const { numDeletedRows } = await sql
    .deleteFrom('artistChannels')
    .where('id', '=', id)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Locks the channel: no other process posts there before the commit. Undefined where its artist is hidden. */
export function lockChannel(sql: Sql, id: string): Promise<{ endpoint: string } | undefined> {
  return sql
    .selectFrom('artistChannels')
    .select('endpoint')
    .where('id', '=', id)
    .where(
      raw<boolean>`not exists (select from artists a where a.id = artist_id and a.hidden_at is not null)`,
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type ChannelRow = {
  readonly id: string
  readonly endpoint: string
  readonly title: string
  readonly artist: string
  readonly kind: NotificationKind | null
  readonly toldAt: Date | null
  readonly concertTitle: string | null
  readonly startsAt: Date | null
  readonly timeZone: string | null
  readonly place: string | null
  readonly words: string | null
}

/** The channels of an artist with the last post of each. */
export async function channelsOfArtist(sql: Sql, artistId: string): Promise<ChannelRow[]> {
  const { rows } = await raw<ChannelRow>`
    select h.id, h.endpoint, h.title, coalesce(nullif(a.name, ''), a.username) as artist, p.kind, p.told_at, coalesce(c.title, g.title) as concert_title,
      coalesce(c.starts_at, g.starts_at) as starts_at, coalesce(c.time_zone, g.time_zone) as time_zone,
      coalesce(g.place, concert_place(c.place_name, c.city, c.address)) as place, coalesce(c.words, g.words) as words
    from artist_channels h join artists a on a.id = h.artist_id left join lateral (
        select n.kind, n.told_at, n.subject_id from notifications n
        where n.channel_id = h.id and n.told_at is not null order by n.told_at desc limit 1) p on true
      left join concerts c on c.id = p.subject_id left join gone_concerts g on g.id = p.subject_id
    where h.artist_id = ${artistId}::uuid order by h.bound_at, h.id
  `.execute(sql)
  return rows
}

/** Takes the lease of a messenger's updates and returns how far they are read; undefined where another process has it. */
export async function leaseUpdates(
  sql: Sql,
  messenger: string,
  { now, until }: { now: Date; until: Date },
): Promise<{ cursor: string | null } | undefined> {
  const { rows } = await raw<{ cursor: string | null }>`
    insert into messenger_polls as p (messenger, leased_until) values (${messenger}, ${until}::timestamptz)
    on conflict (messenger) do update set leased_until = excluded.leased_until
      where p.leased_until <= ${now}::timestamptz
    returning cursor
  `.execute(sql)
  return rows[0]
}

export async function saveUpdates(
  sql: Sql,
  messenger: string,
  saved: { cursor?: string | null; leasedUntil: Date },
): Promise<void> {
  await sql.updateTable('messengerPolls').set(saved).where('messenger', '=', messenger).execute()
}

/** Forgets the cursors that begin so. */
export async function dropCursors(sql: Sql, prefix: string): Promise<void> {
  await sql
    .updateTable('messengerPolls')
    .set({ cursor: null })
    .where('cursor', 'like', `${prefix}%`)
    .execute()
}
