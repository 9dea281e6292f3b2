import { sql as raw } from 'kysely'
import type { WebhookEventType } from '#domain/webhooks.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { HALL_PERFORMER, HALL_TITLE } from '#server/platform/db/sql-expressions.ts'

type Told = { readonly id: string; readonly username: string }

/** The webhooks that are told of this artist, with his nickname; nearly always none. */
export function webhooksToTell(sql: Sql, artistId: string): Promise<Told[]> {
  return sql
    .selectFrom('webhooks as w')
    .innerJoin('artists as a', 'a.id', 'w.artistId')
    .select(['w.id', 'a.username'])
    .where('w.artistId', '=', artistId)
    .where('w.endedAt', 'is', null)
    .execute()
}

/** The same by one of the artist's concerts. */
export function webhooksOfConcert(sql: Sql, concertId: string): Promise<Told[]> {
  return sql
    .selectFrom('webhooks as w')
    .innerJoin('concerts as c', 'c.artistId', 'w.artistId')
    .innerJoin('artists as a', 'a.id', 'w.artistId')
    .select(['w.id', 'a.username'])
    .where('c.id', '=', concertId)
    .where('w.endedAt', 'is', null)
    .execute()
}

export async function concertNow(sql: Sql, artistId: string): Promise<string | null> {
  const row = await sql
    .selectFrom('concerts')
    .select('id')
    .where('artistId', '=', artistId)
    .where('status', '=', 'NOW')
    .executeTakeFirst()
  return row?.id ?? null
}

export function concertFacts(sql: Sql, id: string) {
  return sql
    .selectFrom('concerts')
    .select(['id', 'title', 'startsAt', 'endsAt', 'timeZone', 'placeName as place'])
    .where('id', '=', id)
    .executeTakeFirst()
}

type EntryFacts = {
  readonly entryId: string
  readonly songId: string
  readonly title: string
  readonly artistName: string
}

/** Entries of queues as the hall sees them. */
export async function entryFacts(sql: Sql, ids: readonly string[]): Promise<EntryFacts[]> {
  const { rows } = await raw<EntryFacts>`
    select e.id as entry_id, e.song_id, ${HALL_TITLE} as title, ${HALL_PERFORMER} as artist_name
    from queue_entries e join songs s on s.id = e.song_id
    where e.id = any(${ids}::uuid[])
  `.execute(sql)
  return rows
}

type NewEvent = {
  readonly id: string
  readonly webhookId: string
  readonly lineId: string
  readonly type: WebhookEventType
  readonly body: string
  readonly at: Date
}

/** In this order: `seq` is what keeps it. */
export async function addEvents(sql: Sql, events: readonly NewEvent[]): Promise<void> {
  const rows = events.map(({ at, ...event }) => ({ ...event, madeAt: at, dueAt: at }))
  await sql.insertInto('webhookEvents').values(rows).execute()
}

/** Events that wait together, and go out one by one in their order. */
export type Line = { readonly webhookId: string; readonly lineId: string }

/** The lines whose first event is due, those that wait longest first, so many of each artist. */
export async function dueLines(
  sql: Sql,
  part: { now: Date; except: readonly string[]; limit: number; limitOfArtist: number },
): Promise<Line[]> {
  const { rows } = await raw<Line>`
    select webhook_id, line_id from (
      select *, row_number() over (partition by artist_id order by seq) as of_artist from (
        select distinct on (e.webhook_id, e.line_id) e.webhook_id, e.line_id, e.due_at, e.seq,
          w.artist_id
        from webhook_events e join webhooks w on w.id = e.webhook_id and w.ended_at is null
        where e.due_at is not null and e.webhook_id <> all(${part.except}::uuid[])
        order by e.webhook_id, e.line_id, e.seq
      ) heads where due_at <= ${part.now}::timestamptz) due
    where of_artist <= ${part.limitOfArtist} order by seq limit ${part.limit}
  `.execute(sql)
  return rows
}

/** Locks the first event of a line; undefined where none waits or the webhook has ended. */
export function lockHead(sql: Sql, { webhookId, lineId }: Line) {
  return sql
    .selectFrom('webhookEvents as e')
    .innerJoin('webhooks as w', 'w.id', 'e.webhookId')
    .select(['e.id', 'e.body', 'e.tries', 'e.dueAt', 'e.firstTriedAt', 'w.url', 'w.secret'])
    .where('e.webhookId', '=', webhookId)
    .where('e.lineId', '=', lineId)
    .where('e.dueAt', 'is not', null)
    .where('w.endedAt', 'is', null)
    .orderBy('e.seq')
    .limit(1)
    .forUpdate('e')
    .executeTakeFirst()
}

/** False where it is not due at `dueAt`, if that is given. */
export async function saveEvent(
  sql: Sql,
  id: string,
  values: {
    dueAt: Date | null
    tries?: number
    firstTriedAt?: Date
    status?: number | null
    failure?: string | null
  },
  dueAt?: Date,
): Promise<boolean> {
  const change = sql.updateTable('webhookEvents').set(values).where('id', '=', id)
  const { numUpdatedRows } = await (
    dueAt === undefined ? change : change.where('dueAt', '=', dueAt)
  ).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Erases the events that were made before. */
export async function forgetEvents(sql: Sql, before: Date): Promise<void> {
  await sql.deleteFrom('webhookEvents').where('madeAt', '<', before).execute()
}

type TriedEvent = {
  readonly id: string
  readonly webhookId: string
  readonly type: string
  readonly madeAt: Date
  readonly tries: number
  readonly status: number | null
  readonly failure: string | null
  readonly waits: boolean
}

/** The last events of each webhook that were tried, the newest first. */
export async function lastTried(
  sql: Sql,
  webhookIds: readonly string[],
  most: number,
): Promise<TriedEvent[]> {
  const { rows } = await raw<TriedEvent>`
    select e.* from unnest(${webhookIds}::uuid[]) as w (id) cross join lateral (
      select id, webhook_id, type, made_at, tries, status, failure, due_at is not null as waits
      from webhook_events where webhook_id = w.id and first_tried_at is not null
      order by seq desc limit ${most}
    ) e
  `.execute(sql)
  return rows
}
