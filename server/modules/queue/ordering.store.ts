import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import { looksBehind } from '#domain/queue/arrangement.ts'
import { limitsPaidOrders } from '#domain/queue/admission.ts'
import type { OrdersOfPerson } from '#domain/queue/admission.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import type {
  OrderableSong,
  OrderingState,
  OwnOrder,
  SoundedSong,
} from '#domain/queue/order-decision.ts'
import type { SongState } from '#domain/songs/repertoire.ts'
import type { Queue, SongStatus } from '#domain/queue/queue.ts'
import { answersOf, insertAnswers } from '#server/platform/db/idempotency.ts'
import type { StoredAnswer } from '#server/platform/db/idempotency.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { bumpRevision, countOrdered } from '#server/platform/db/order-effects.ts'
import { SONG_MINIMUM } from '#server/platform/db/sql-expressions.ts'
import { behindLive, LIVE, tableIn, withBehind } from './behind.store.ts'
import type { BehindRow } from './behind.store.ts'
import { mutedIn } from './order-words.store.ts'
import { ordersOfPerson } from './person-orders.store.ts'
import { accountOf, placing } from './queue.store.ts'
import {
  collectingBySong,
  collectingIn,
  isPaid,
  ordersOfDeviceBehind,
  singerOf,
} from './shares.store.ts'
import type { CollectingRow } from './shares.store.ts'
import type { ActiveEntry, LockedConcert } from './queue.store.ts'

type OrderToRead = {
  readonly concert: LockedConcert
  readonly deviceId: string
  /** Null: the listener's own. */
  readonly songId: string | null
  /** It supports a song that waits. */
  readonly supports: boolean
  readonly now: Date
  readonly call: string
  readonly key: string | null
}

/** What decides an order, the songs that it may be of, and whether it was answered already or its device is muted. */
type ReadOrdering<T> = OrderingState<ActiveEntry> & {
  /** The requested song, if the catalogue has it; by id. */
  readonly songs: ReadonlyMap<string, OrderableSong>
  readonly muted: boolean
  readonly answer: StoredAnswer<T> | undefined
}

type Row<T> = {
  readonly queue: readonly (readonly [string, string, SongStatus, number | null, number])[] | null
  readonly behind: readonly BehindRow[] | null
  readonly collecting: readonly CollectingRow[] | null
  readonly own: readonly OwnOrder[] | null
  readonly begun: OrderingState<ActiveEntry>['ownUnpaid'] | null
  readonly songs:
    | readonly (readonly [string, string, string, SongState | null, number | null, boolean])[]
    | null
  readonly orders: OrdersOfPerson
  readonly barred: readonly string[] | null
  readonly sounded: readonly SoundedSong[] | null
  readonly noted: readonly (readonly [string, number])[] | null
  readonly muted: boolean
  readonly table: number | null
  readonly answers: readonly StoredAnswer<T>[] | null
}

/** Reads all of it in one query. The concert is locked, so that nothing of it changes until the commit. */
export async function readOrderingState<T>(sql: Sql, asked: OrderToRead): Promise<ReadOrdering<T>> {
  const { concert, deviceId, songId } = asked
  const { id: concertId, artistId, rules } = concert
  const ask = (asks: boolean, part: RawBuilder<unknown>) => (asks ? part : raw`null`)
  const paid = isPaid(concert)
  // Statuses are literals, not parameters: only so can the planner see that the partial indexes fit.
  const { rows } = await raw<Row<T>>`
    select
      (select json_agg(json_build_array(e.id, e.song_id, e.status, e.position, e.before_break)
          order by e.position nulls first)
        from queue_entries e where e.concert_id = ${concertId}::uuid
          and ${LIVE}) as queue,
      ${ask(looksBehind(rules), behindLive(concertId))} as behind,
      ${ask(paid, collectingIn(concertId))} as collecting,
      ${ordersOfDeviceBehind(concertId, deviceId)} as own,
      ${ask(paid, unpaidOfDevice(concertId, deviceId))} as begun,
      (select json_agg(json_build_array(s.id, s.title, s.artist_name, r.state,
          ${SONG_MINIMUM}, ${rules.songs === 'open' ? openSong(concertId) : raw`false`}))
        from songs s
        left join repertoire r on r.artist_id = ${artistId}::uuid and r.song_id = s.id
        where s.id = ${songId}::uuid) as songs,
      ${ordersOfPerson(concertId, deviceId, limitsPaidOrders(rules))} as orders,
      ${barredSongs(raw`${concertId}::uuid`)} as barred,
      ${ask(rules.repeats !== 'allowed' || rules.byClock, soundedSongs(concertId))} as sounded,
      ${ask(rules.byClock, notedLengths({ concertId, artistId, songId }))} as noted,
      ${mutedIn(concertId, deviceId)} as muted,
      ${ask(rules.turn === 'circle' && rules.byTable, tableIn(concertId, deviceId))} as table,
      (select json_agg(json_build_object('key', a.key, 'bodyHash', a.body_hash, 'answer', a.answer))
        from (${answersOf(asked.call, asked.key === null ? [] : [asked.key])}) a) as answers
  `.execute(sql)
  const row = rows[0]
  if (row === undefined) throw new Error('a select without a table gave no row')
  const entries = (row.queue ?? []).map(([id, song, status, position]) => ({
    id,
    songId: song,
    status,
    stored: { status, position },
  }))
  return {
    rules,
    account: accountOf(concert),
    status: concert.status,
    startsAt: concert.startsAt,
    endsAt: concert.endsAt,
    breakUntil: concert.breakUntil,
    queue: withBehind(entries, row.behind),
    collecting: collectingBySong(row.collecting, asked.now),
    ownOrders: row.own ?? [],
    ownUnpaid: row.begun ?? [],
    songs: new Map(
      row.songs?.map(([id, title, artistName, own, minimum, open]) => {
        const inRepertoire = own !== null
        return [id, { id, title, artistName, inRepertoire, state: own ?? 'open', minimum, open }]
      }),
    ),
    ordersOfPerson: row.orders,
    barred: new Set(row.barred),
    sounded: row.sounded ?? [],
    noted: new Map(row.noted),
    breaks: new Map(row.queue?.map(([id, , , , minutes]) => [id, minutes])),
    muted: row.muted,
    table: row.table,
    answer: row.answers?.[0],
  }
}

/** Returns the least price of this song in rubles, null: as the concert sets it; and whether the artist plays it. */
export async function ownOrdering(
  sql: Sql,
  artistId: string,
  songId: string,
): Promise<Pick<OrderableSong, 'minimum' | 'state'>> {
  const row = await sql
    .selectFrom('repertoire as r')
    .select([SONG_MINIMUM.as('minimum'), 'r.state'])
    .where('r.artistId', '=', artistId)
    .where('r.songId', '=', songId)
    .executeTakeFirst()
  return row ?? { minimum: null, state: 'open' }
}

function openSong(concertId: string) {
  return raw`exists (
    select from open_songs p where p.concert_id = ${concertId}::uuid and p.song_id = s.id)`
}

/** The songs that are not played in a concert, as one JSON value. */
function barredSongs(concertId: RawBuilder<unknown>): RawBuilder<readonly string[] | null> {
  return raw`(select json_agg(b.song_id) from barred_songs b where b.concert_id = ${concertId})`
}

/** The payments of a device that nobody has paid yet, without shares, as one JSON value. */
function unpaidOfDevice(concertId: string, deviceId: string) {
  return raw`(select json_agg(json_build_object('orderId', p.id, 'songId', p.song_id, 'amount', p.amount,
      'singer', ${singerOf(raw`p.id`)})
      order by p.created_at, p.id) from payments p
    where p.concert_id = ${concertId}::uuid and p.device_id = ${deviceId}::uuid
      and p.state in ('created', 'awaiting')
      and p.share_goal is null)`
}

function notedLengths({
  concertId,
  artistId,
  songId,
}: {
  concertId: string
  artistId: string
  songId: string | null
}) {
  return raw`(select json_agg(json_build_array(r.song_id, r.seconds * 1000)) from repertoire r
    where r.artist_id = ${artistId}::uuid and r.seconds is not null
      and (r.song_id = ${songId}::uuid or r.song_id in (
        select e.song_id from queue_entries e where e.concert_id = ${concertId}::uuid)))`
}

/** No evening has more songs. */
const SOUNDED_MOST = 500

/** The songs that sounded in a concert, the last one first, as one JSON value. */
function soundedSongs(concertId: string): RawBuilder<readonly SoundedSong[] | null> {
  return raw`(select json_agg(json_build_object('songId', p.song_id,
      'began', round(extract(epoch from p.now_at) * 1000),
      'ended', round(extract(epoch from coalesce(p.break_at, p.closed_at)) * 1000))) from (
    select song_id, now_at, closed_at, break_at from queue_entries
    where concert_id = ${concertId}::uuid and status in ('PLAYED', 'NOW')
    order by now_at desc limit ${SOUNDED_MOST}::integer) p)`
}

/** What decides which songs may be chosen in a concert. */
export async function songChoiceOf(
  sql: Sql,
  concertId: string,
): Promise<
  | {
      readonly artistId: string
      readonly rules: Partial<EveningRules>
      readonly pass: string | null
      readonly open: readonly string[] | null
      readonly barred: readonly string[] | null
      readonly live: readonly string[] | null
      readonly sounded: readonly SoundedSong[] | null
    }
  | undefined
> {
  return sql
    .selectFrom('concerts as c')
    .select(['c.artistId', 'c.rules', 'c.pass'])
    .select(
      raw<readonly string[] | null>`(
        select json_agg(p.song_id) from open_songs p where p.concert_id = c.id)`.as('open'),
    )
    .select(
      raw<readonly string[] | null>`(
        select json_agg(e.song_id) from queue_entries e
        where e.concert_id = c.id and ${LIVE})`.as('live'),
    )
    .select(barredSongs(raw`c.id`).as('barred'))
    .select(soundedSongs(concertId).as('sounded'))
    .where('c.id', '=', concertId)
    .where('c.publishAt', 'is', null)
    .executeTakeFirst()
}

/** How often each song was ordered at concerts of an artist. */
export async function timesOrdered(sql: Sql, artistId: string): Promise<Map<string, number>> {
  const { rows } = await raw<{ songId: string; times: number }>`
    select e.song_id, count(*)::integer as times
    from concerts c join orders o on o.concert_id = c.id join queue_entries e on e.id = o.entry_id
    where c.artist_id = ${artistId}::uuid and o.dropped_at is null
    group by e.song_id
  `.execute(sql)
  return new Map(rows.map(({ songId, times }) => [songId, times]))
}

/** `payment`: the paid order's money, with its kopecks; null for a free one. */
type NewOrder = {
  readonly id: string
  readonly entryId: string
  readonly songId: string
  readonly deviceId: string
  /** The song's entry existed already. */
  readonly joined: boolean
  /** The battle in which it is a vote. */
  readonly battleId?: string | null
  /** It supports a song; where it `joined`, it does not count as one of the orders that a person may have. */
  readonly share: boolean
  readonly payment: { readonly id: string; readonly amount: number } | null
}

/**
 * Saves an order with all that it changes, in one statement: its place in the queue, how often its song was ordered, the
 * concert's revision, and the answer to its idempotency key. The concert must be locked.
 */
export async function writeOrder(
  sql: Sql,
  concertId: string,
  placed: {
    readonly queue: Queue<ActiveEntry>
    readonly order: NewOrder
    readonly call: string
    readonly answer: StoredAnswer<unknown> | null
  },
  at: Date,
): Promise<void> {
  const { queue, order, call, answer } = placed
  const { id, entryId, songId, deviceId, payment, joined, share, battleId = null } = order
  await raw`
    with answered as (${insertAnswers(call, answer === null ? [] : [answer], at)}),
    placed as (${placing(concertId, queue, at)}),
    bumped as (${bumpRevision(concertId)}),
    ${countOrdered([songId])}
    insert into orders
      (id, concert_id, entry_id, device_id, kind, payment_id, amount, created_at, joined, share,
        battle_id)
    values (${id}::uuid, ${concertId}::uuid, ${entryId}::uuid, ${deviceId}::uuid,
      ${payment === null ? 'free' : 'paid'}::text, ${payment?.id ?? null}::uuid,
      ${payment?.amount ?? 0}::bigint, ${at}::timestamptz, ${joined}::boolean, ${share}::boolean,
      ${battleId}::uuid)
  `.execute(sql)
}

/** Saves the answer to an idempotency key of an order that changes no queue yet. */
export async function saveAnswer(
  sql: Sql,
  call: string,
  answer: StoredAnswer<unknown>,
  at: Date,
): Promise<void> {
  await insertAnswers(call, [answer], at).execute(sql)
}

/** Which of these songs the catalogue has, and which of those are in the artist's repertoire. */
export async function songsAmong(
  sql: Sql,
  artistId: string,
  songIds: readonly string[],
): Promise<Map<string, { isFavorite: boolean }>> {
  const rows = await sql
    .selectFrom('songs as s')
    .leftJoin('repertoire as r', (on) =>
      on.onRef('r.songId', '=', 's.id').on('r.artistId', '=', artistId),
    )
    .select(['s.id', 'r.songId as favorite'])
    .where(raw<boolean>`s.id = any(${songIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, favorite }) => [id, { isFavorite: favorite !== null }]))
}
