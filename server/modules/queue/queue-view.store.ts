import { sql as raw } from 'kysely'
import { kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import type { SongStatus } from '#domain/queue.ts'
import type { Sql } from '../../platform/db/open.ts'

/** An entry as everybody may see it. */
export type ShownEntry = {
  readonly id: string
  readonly songId: string
  readonly title: string
  readonly artistName: string
  readonly imageUrl: string
  readonly status: SongStatus
  /** How many listeners ordered it. */
  readonly backers: number
}

/** The artist's own view of an entry. */
export type OwnEntry = ShownEntry & {
  /** Held or paid for it. */
  readonly amount: Kopecks
  /** By so many orders. */
  readonly paidOrders: number
  /** A listener's own suggestion that nobody has checked. */
  readonly suggested: boolean
  /** What the artist noted of his own song; left out where he noted nothing. */
  readonly forWhom?: string
  readonly inCash?: boolean
}

type Row = ShownEntry & {
  readonly concertId: string
  readonly source: string
  readonly verified: boolean
  readonly amount: number
  readonly paidOrders: number
  readonly forWhom: string
  readonly inCash: boolean
}

function entryRows(sql: Sql) {
  return sql
    .selectFrom('queue_entries as e')
    .innerJoin('songs as s', 's.id', 'e.song_id')
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('orders as o')
          .select((each) => each.fn.count<number>('o.device_id').distinct().as('backers'))
          .select(raw<number>`coalesce(sum(o.amount), 0)::bigint`.as('amount'))
          .select((each) => each.fn.count<number>('o.payment_id').as('paidOrders'))
          .whereRef('o.entry_id', '=', 'e.id')
          .where('o.dropped_at', 'is', null)
          .as('behind'),
      (on) => on.onTrue(),
    )
    .select([
      'e.concert_id as concertId',
      'e.id',
      'e.song_id as songId',
      's.title',
      's.artist_name as artistName',
      's.image_url as imageUrl',
      's.source',
      's.verified',
      'e.status',
      'behind.backers',
      'behind.amount',
      'behind.paidOrders',
      'e.for_whom as forWhom',
      'e.in_cash as inCash',
    ])
}

/** The live entries of several concerts, each in the order of its queue: NOW first, then by place. */
function liveRows(sql: Sql, concertIds: readonly string[]): Promise<Row[]> {
  return (
    entryRows(sql)
      .where(raw<boolean>`e.concert_id = any(${concertIds}::uuid[])`)
      // Written out, not as parameters: only so does the planner see that the partial index fits.
      .where(raw<boolean>`e.status in ('SCHEDULED', 'QUEUED', 'NOW')`)
      .orderBy('e.concert_id')
      .orderBy('e.position', (order) => order.asc().nullsFirst())
      .execute()
  )
}

/** Always the same keys in the same order, so that one queue is one text. */
function shown(row: Row): ShownEntry {
  const { id, songId, title, artistName, imageUrl, status, backers } = row
  return { id, songId, title, artistName, imageUrl, status, backers }
}

export async function shownQueue(sql: Sql, concertId: string): Promise<ShownEntry[]> {
  return (await liveRows(sql, [concertId])).map(shown)
}

export async function shownQueues(
  sql: Sql,
  concertIds: readonly string[],
): Promise<Map<string, ShownEntry[]>> {
  const queues = new Map(concertIds.map((id): [string, ShownEntry[]] => [id, []]))
  for (const row of await liveRows(sql, concertIds)) queues.get(row.concertId)?.push(shown(row))
  return queues
}

export async function ownQueue(sql: Sql, concertId: string): Promise<OwnEntry[]> {
  return (await liveRows(sql, [concertId])).map(own)
}

function own(row: Row): OwnEntry {
  return {
    ...shown(row),
    amount: kopecks(row.amount),
    paidOrders: row.paidOrders,
    suggested: row.source === 'listener' && !row.verified,
    ...(row.forWhom !== '' && { forWhom: row.forWhom }),
    ...(row.inCash && { inCash: true }),
  }
}

/** One entry, live or closed, as its artist sees it. */
export async function ownEntry(sql: Sql, entryId: string): Promise<OwnEntry> {
  return own(await entryRows(sql).where('e.id', '=', entryId).executeTakeFirstOrThrow())
}

/** Where the songs of these payments stand in their concerts. */
export async function entryStates(
  sql: Sql,
  paymentIds: readonly string[],
): Promise<Map<string, SongStatus>> {
  const rows = await sql
    .selectFrom('orders as o')
    .innerJoin('queue_entries as e', 'e.id', 'o.entry_id')
    .select(['o.payment_id as paymentId', 'e.status'])
    .where(raw<boolean>`o.payment_id = any(${paymentIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ paymentId, status }) => [paymentId ?? '', status]))
}

/** One entry, live or closed. */
export async function shownEntry(sql: Sql, entryId: string): Promise<ShownEntry> {
  return shown(await entryRows(sql).where('e.id', '=', entryId).executeTakeFirstOrThrow())
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
      on.onRef('r.song_id', '=', 's.id').on('r.artist_id', '=', artistId),
    )
    .select(['s.id', 'r.song_id as favorite'])
    .where(raw<boolean>`s.id = any(${songIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, favorite }) => [id, { isFavorite: favorite !== null }]))
}

export function ownerOf(sql: Sql, concertId: string): Promise<{ artistId: string } | undefined> {
  return sql
    .selectFrom('concerts')
    .select('artist_id as artistId')
    .where('id', '=', concertId)
    .executeTakeFirst()
}

/** The concert that this artist is playing: null where none runs, undefined where there is no such artist. */
export async function concertNowOf(
  sql: Sql,
  usernameKey: string,
): Promise<string | null | undefined> {
  const row = await sql
    .selectFrom('artists as a')
    .leftJoin('concerts as c', (on) =>
      on.onRef('c.artist_id', '=', 'a.id').on(raw<boolean>`c.status = 'NOW'`),
    )
    .select('c.id')
    .where('a.username_key', '=', usernameKey)
    .executeTakeFirst()
  return row?.id
}
