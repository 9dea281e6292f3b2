import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import { VEILED_TITLE } from '#domain/concerts/code-word.ts'
import type { NotificationKind } from '#domain/notifications.ts'
import type { DueRow } from '#domain/outbox.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { HALL_PERFORMER, HALL_TITLE } from '#server/platform/db/sql-expressions.ts'
import { GOES_ON, IS_CALLED, IS_NEXT, ORDER_RUNS } from './listeners.store.ts'
import { AHEAD, NOTIFIABLE, SHOWN_NOW } from './news.store.ts'
import { COMES } from './recipients.store.ts'

/** One recipient and one artist: the notifications that are decided on together. */
export type Batch = { readonly recipientId: string; readonly artistId: string }

/** Of orders, of followers, of a cancelled concert's guests or of an artist's channels; the partial indexes of what is due are by these columns. */
export type Recipients = 'orderId' | 'followId' | 'guestId' | 'channelId'

const CONTACTS: Readonly<Record<Recipients, RawBuilder<unknown>>> = {
  orderId: raw`push_subscriptions w on w.order_id = n.order_id`,
  followId: raw`followers w on w.id = n.recipient_id`,
  guestId: raw`gone_guests w on w.id = n.guest_id`,
  channelId: raw`artist_channels w on w.id = n.channel_id`,
}
/** Of the push service or the messenger; empty for an e-mail. */
const ORIGIN = raw`coalesce(substring(w.endpoint from '^[a-z]+://[^/]+/'), '')`

/** The batches with due notifications. `downOrigins`: without those of these push services. */
export async function dueBatches(
  sql: Sql,
  recipients: Recipients,
  part: {
    now: Date
    except: readonly string[]
    downOrigins: readonly string[]
    limit: number
  },
): Promise<(Batch & { readonly origin: string })[]> {
  // What was tried comes after the rest; of orders only, as the many followers' are read in the order of their index.
  const tries = recipients === 'orderId' ? raw`n.tries,` : raw``
  const { rows } = await raw<Batch & { origin: string }>`
    select n.recipient_id, n.artist_id, ${ORIGIN} as origin
    from notifications n left join ${CONTACTS[recipients]}
    where n.due_at <= ${part.now}::timestamptz and ${raw.ref(`n.${recipients}`)} is not null
      and n.recipient_id || ' ' || n.artist_id <> all(${part.except}::text[])
      and ${ORIGIN} <> all(${part.downOrigins}::text[])
    order by ${tries} n.due_at limit ${part.limit}
  `.execute(sql)
  return rows
}

export type OutboxRow = DueRow & {
  /** Its kind when it was made; a song's state may have changed since. */
  readonly madeAs: NotificationKind
  readonly followId: string | null
  readonly guestId: string | null
  readonly artist: { readonly username: string; readonly name: string }
}

type FlatColumns = Readonly<
  Record<`concert${'Id' | 'Title' | 'Zone' | 'Place' | 'Words'}`, string | null>
> & {
  readonly startsAt: Date | null
  readonly startWas: Date | null
  readonly username: string
  readonly artistName: string
}

const IS_PLAYED_HERE = raw`r.state <> 'closed' and a.hidden_at is null`
/** It is still so soon, and the follower still wants to come. */
function isComing(within: string) {
  return raw`${NOTIFIABLE} and c.starts_at < n.made_at + ${raw.lit(within)}::interval
    and ${COMES}`
}
/** While this holds a notification is sent. */
const HOLDS: Readonly<Record<NotificationKind, RawBuilder<unknown>>> = {
  next: raw`${ORDER_RUNS} and ${IS_NEXT}`,
  stage: raw`${ORDER_RUNS} and ${IS_CALLED}`,
  playing: raw`${ORDER_RUNS} and e.status = 'NOW'`,
  corrected: raw`p.endpoint <> '' and c.status <> 'PLAYED' and ${GOES_ON}`,
  cancelled: raw`g.id is not null`,
  started: SHOWN_NOW,
  word: raw`aw.id is not null and a.hidden_at is null
    and (aw.concert_id is null or ${NOTIFIABLE} or ${SHOWN_NOW})`,
  learning: IS_PLAYED_HERE,
  open: IS_PLAYED_HERE,
  new: NOTIFIABLE,
  moved: raw`(${NOTIFIABLE} or ${AHEAD} and ${COMES})`,
  tomorrow: isComing('36 hours'),
  soon: isComing('12 hours'),
  // Who is coming knows.
  today: raw`${NOTIFIABLE} and not exists (select from notifications o
    where o.recipient_id = n.recipient_id and o.artist_id = n.artist_id and o.subject_id = n.subject_id
      and o.kind = 'tomorrow' and o.told_at is not null)`,
}
const STILL_TRUE = raw.join(
  Object.entries(HOLDS).map(([kind, holds]) => raw`when ${raw.lit(kind)} then ${holds}`),
  raw` `,
)

/** Who says that he is coming may not know the code word; the artist's words are for him. */
const VEILED = raw<boolean>`(n.kind = 'moved' and c.pass is not null)`

/** All notifications of this batch, sent or not, as they stand now. */
export async function rowsOf(sql: Sql, { recipientId, artistId }: Batch): Promise<OutboxRow[]> {
  const { rows } = await raw<Omit<OutboxRow, 'concert' | 'artist'> & FlatColumns>`
    select n.kind as made_as, n.subject_id, n.follow_id, n.guest_id, n.made_at,
      n.due_at, n.told_at, n.tries, n.message_id,
      case when n.kind in ('learning', 'open') and r.state <> 'closed' then r.state else n.kind end as kind,
      case n.kind ${STILL_TRUE} end is true as holds, n.kind = 'moved' and ${COMES} as comes,
      case when e.id is null then s.title else ${HALL_TITLE} end as song,
      case when e.id is null then s.artist_name else ${HALL_PERFORMER} end as performer, f.town, aw.text as word,
      coalesce(c.id, g.id) as concert_id, case when ${VEILED} then ${VEILED_TITLE} else coalesce(c.title, g.title) end as concert_title,
      coalesce(c.starts_at, g.starts_at) as starts_at, c.start_was, coalesce(c.time_zone, g.time_zone) as concert_zone,
      coalesce(c.words, g.words) as concert_words, coalesce(a.username, '') as username, coalesce(a.name, '') as artist_name,
      case when ${VEILED} then '' else coalesce(g.place, concert_place(c.place_name, c.city, c.address)) end as concert_place
    from notifications n left join artists a on a.id = n.artist_id left join follows f on f.id = n.follow_id
      left join orders o on o.id = n.order_id left join push_subscriptions p on p.order_id = o.id
      left join queue_entries e on e.id = o.entry_id
      left join artist_words aw on n.kind = 'word' and aw.id = n.subject_id
      left join concerts c on c.id = coalesce(o.concert_id, aw.concert_id, n.subject_id)
      left join gone_concerts g on n.kind = 'cancelled' and g.id = n.subject_id
      left join songs s on s.id = coalesce(e.song_id, f.song_id, case when c.id is null and aw.id is null then n.subject_id end)
      left join repertoire r on r.artist_id = n.artist_id and r.song_id = n.subject_id
    where n.recipient_id = ${recipientId}::uuid and n.artist_id = ${artistId}::uuid
    order by n.made_at
  `.execute(sql)
  return rows.map(({ username, artistName: name, concertId: id, startsAt, startWas, ...row }) => {
    const { concertTitle, concertZone, concertPlace, concertWords, ...others } = row
    const [title, timeZone, place] = [concertTitle ?? '', concertZone ?? '', concertPlace ?? '']
    const words = concertWords ?? ''
    const concert =
      id === null || startsAt === null
        ? null
        : { id, title, startsAt, startWas, timeZone, place, words }
    return { ...others, artist: { username, name }, concert }
  })
}

/** Undefined fields stay unchanged. */
type Change = {
  readonly dueAt: Date | null
  readonly toldAt?: Date
  readonly tries?: number
  readonly messageId?: string | null
}

const changed = (sql: Sql, { recipientId, artistId }: Batch, to: Change) =>
  sql
    .updateTable('notifications')
    .set(to)
    .where('recipientId', '=', recipientId)
    .where('artistId', '=', artistId)

type Keys = readonly Pick<OutboxRow, 'subjectId' | 'madeAs'>[]

const amongKeys = (rows: Keys) => raw<boolean>`(subject_id, kind) in (select * from unnest(
  ${rows.map(({ subjectId }) => subjectId)}::uuid[], ${rows.map(({ madeAs }) => madeAs)}::text[]))`

export async function saveRows(sql: Sql, batch: Batch, rows: Keys, to: Change): Promise<void> {
  await changed(sql, batch, to).where(amongKeys(rows)).execute()
}

/** Changes the rows of this message, except those made again since. */
export async function saveMessage(sql: Sql, batch: Batch, id: string, to: Change): Promise<void> {
  await changed(sql, batch, to).where('messageId', '=', id).execute()
}

const dropped = (sql: Sql, { recipientId, artistId }: Batch) =>
  sql
    .deleteFrom('notifications')
    .where('recipientId', '=', recipientId)
    .where('artistId', '=', artistId)

/** They are made again once they are true again. */
export async function dropRows(sql: Sql, batch: Batch, rows: Keys): Promise<void> {
  await dropped(sql, batch).where(amongKeys(rows)).execute()
}

export async function dropMessage(sql: Sql, batch: Batch, id: string): Promise<void> {
  await dropped(sql, batch).where('messageId', '=', id).execute()
}
