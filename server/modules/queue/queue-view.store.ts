import { sql as raw } from 'kysely'
import type { NotNull } from 'kysely'
import { kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import type { SongStatus } from '#domain/queue/queue.ts'
import type { Singers } from '#domain/queue/singing.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { bumpRevision } from '#server/platform/db/order-effects.ts'
import {
  HALL_PERFORMER,
  HALL_TITLE,
  SONG_MINIMUM,
  TITLE_HELD,
} from '#server/platform/db/sql-expressions.ts'
import { dedicationOf } from './host-songs.store.ts'
import {
  askCountOf,
  ASKS_MOST,
  asksOf,
  hallSingers,
  ownSingers,
  publicNames,
  singersShown,
  tablesOf,
} from './order-words.store.ts'
import type { AskView, StoredSingers } from './order-words.store.ts'

/** An entry as everybody may see it. */
export type EntryView = {
  readonly id: string
  readonly songId: string
  readonly title: string
  readonly artistName: string
  readonly imageUrl: string
  readonly status: SongStatus
  /** How many listeners ordered it. */
  readonly backers: number
  /** The names of those who ordered it, the newest last; left out unless the artist makes them public. */
  readonly names?: string[]
  readonly singers?: Singers
  /** What they gave together, where one of them gave a share. */
  readonly collected?: Kopecks
  /** For a song that money is collected for. */
  readonly goal?: Kopecks
  /** The least price of an order in rubles; left out where the concert sets it. */
  readonly minSongAmount?: number
}

/** The artist's own view of an entry. */
export type OwnEntry = EntryView & {
  /** The money held or paid for it. */
  readonly amount: Kopecks
  /** The number of its paid orders. */
  readonly paidOrders: number
  /** A listener's own suggestion that is not checked yet. */
  readonly suggested: boolean
  /** Everybody else sees «скрыто» in place of its title; left out where all see it. */
  readonly heldTitle?: true
  /** What the artist noted of his own song; left out where he noted nothing. */
  readonly forWhom?: string
  readonly inCash?: boolean
  readonly cash?: number
  /** What the host of the evening says with it. */
  readonly dedication?: { words: string; held: boolean }
  /** What a set puts before it: a note, and minutes of a break. */
  readonly beforeNote?: string
  readonly beforeBreak?: number
  /** The tables of those who ordered it; left out where none was named. */
  readonly tables?: number[]
  /** What the listeners wrote, the newest last, and the number of further texts; left out where there are none. */
  readonly asks?: AskView[]
  readonly moreAsks?: number
}

function entryRows(sql: Sql) {
  return sql
    .selectFrom('queueEntries as e')
    .innerJoin('songs as s', 's.id', 'e.songId')
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('orders as o')
          .select((each) => each.fn.count<number>('o.deviceId').distinct().as('backers'))
          .select(
            raw<number | null>`nullif(
              case when bool_or(o.share) then sum(o.amount) end, 0)::bigint`.as('collected'),
          )
          .whereRef('o.entryId', '=', 'e.id')
          .where('o.droppedAt', 'is', null)
          .as('behind'),
      (on) => on.onTrue(),
    )
    .select([
      'e.concertId',
      'e.id',
      'e.songId',
      HALL_TITLE.as('title'),
      HALL_PERFORMER.as('artistName'),
      's.imageUrl',
      'e.status',
      'behind.backers',
      'behind.collected',
      'e.goal',
    ])
}

/** With the names that listeners may see. */
function hallRows(sql: Sql) {
  return entryRows(sql)
    .innerJoin('concerts as c', 'c.id', 'e.concertId')
    .leftJoin('repertoire as r', (on) =>
      on.onRef('r.artistId', '=', 'c.artistId').onRef('r.songId', '=', 'e.songId'),
    )
    .select([publicNames().as('names'), hallSingers().as('singers'), SONG_MINIMUM.as('minimum')])
}

/** With the data for the artist alone; money that goes or went back to its listener is not counted. */
function ownRows(sql: Sql) {
  return entryRows(sql)
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('orders as o')
          .innerJoin('payments as p', 'p.id', 'o.paymentId')
          .select(raw<number>`coalesce(sum(o.amount), 0)::bigint`.as('amount'))
          .select((each) => each.fn.countAll<number>().as('paidOrders'))
          .whereRef('o.entryId', '=', 'e.id')
          .where('o.droppedAt', 'is', null)
          .where('p.state', 'not in', ['returning', 'returned'])
          .as('money'),
      (on) => on.onTrue(),
    )
    .select([
      's.source',
      's.verified',
      's.title as typedTitle',
      's.artistName as typedArtistName',
      TITLE_HELD.as('titleHeld'),
      'money.amount',
      'money.paidOrders',
      'e.forWhom',
      'e.inCash',
      'e.cash',
      dedicationOf().as('dedication'),
      'e.beforeNote',
      'e.beforeBreak',
      tablesOf().as('tables'),
      asksOf(ASKS_MOST).as('asks'),
      askCountOf().as('askCount'),
      ownSingers().as('singers'),
    ])
}

type ShownRow = Omit<EntryView, 'names' | 'singers' | 'collected' | 'goal' | 'minSongAmount'> & {
  readonly names?: string[] | null
  readonly singers?: StoredSingers | null
  readonly minimum?: number | null
  readonly collected: number | null
  readonly goal: number | null
}
type OwnRow = Awaited<ReturnType<ReturnType<typeof ownRows>['execute']>>[number]

// Without the songs of a battle, which shows them itself. Statuses are literals, not parameters: only so can the planner see that the partial index fits.
const liveIn = (concertIds: readonly string[]) =>
  raw<boolean>`e.concert_id = any(${concertIds}::uuid[])
    and e.status in ('COLLECTING', 'SCHEDULED', 'QUEUED', 'NOW')
    and (e.status <> 'COLLECTING' or e.goal is not null)`
/** Concert by concert, each in the order of its queue: NOW first, then by place, then songs that are collected for. */
const IN_ORDER = raw`e.concert_id, e.status = 'COLLECTING', e.position nulls first, e.id`

/** Always the same keys in the same order, so that equal queues give equal texts. */
function shown(row: ShownRow): EntryView {
  const { id, songId, title, artistName, imageUrl, status, backers, names, collected, goal } = row
  const { minimum = null } = row
  return {
    id,
    songId,
    title,
    artistName,
    imageUrl,
    status,
    backers,
    ...(names && { names }),
    ...singersShown(row.singers),
    ...(collected !== null && { collected: kopecks(collected) }),
    ...(status === 'COLLECTING' && goal !== null && { goal: kopecks(goal) }),
    ...(minimum !== null && { minSongAmount: minimum }),
  }
}

export async function queueView(sql: Sql, concertId: string): Promise<EntryView[]> {
  return (
    await hallRows(sql)
      .where(liveIn([concertId]))
      .orderBy(IN_ORDER)
      .execute()
  ).map(shown)
}

/**
 * Returns the queues of several concerts: as listeners see them, or for posters, without the names of listeners and
 * without songs that are only collected for.
 */
export async function queueViews(
  sql: Sql,
  concertIds: readonly string[],
  to: 'hall' | 'poster',
): Promise<Map<string, EntryView[]>> {
  const queues = new Map(concertIds.map((id): [string, EntryView[]] => [id, []]))
  const rows = await (to === 'hall'
    ? hallRows(sql).where(liveIn(concertIds)).orderBy(IN_ORDER).execute()
    : entryRows(sql)
        .where(liveIn(concertIds))
        .where(raw<boolean>`e.status <> 'COLLECTING'`)
        .orderBy(IN_ORDER)
        .execute())
  for (const row of rows) queues.get(row.concertId)?.push(shown(row))
  return queues
}

export async function ownQueue(sql: Sql, concertId: string): Promise<OwnEntry[]> {
  return (
    await ownRows(sql)
      .where(liveIn([concertId]))
      .orderBy(IN_ORDER)
      .execute()
  ).map(own)
}

function own(row: OwnRow): OwnEntry {
  const askCount = row.askCount ?? 0
  return {
    ...shown({ ...row, title: row.typedTitle, artistName: row.typedArtistName }),
    ...singersShown(row.singers, true),
    amount: kopecks(row.amount),
    paidOrders: row.paidOrders,
    suggested: row.source === 'listener' && !row.verified,
    ...(row.titleHeld && { heldTitle: true as const }),
    ...(row.forWhom !== '' && { forWhom: row.forWhom }),
    ...(row.inCash && { inCash: true }),
    ...(row.cash > 0 && { cash: row.cash }),
    ...(row.dedication !== null && { dedication: row.dedication }),
    ...(row.beforeNote !== '' && { beforeNote: row.beforeNote }),
    ...(row.beforeBreak > 0 && { beforeBreak: row.beforeBreak }),
    ...(row.tables !== null && { tables: row.tables }),
    ...(row.asks !== null && { asks: row.asks }),
    ...(askCount > ASKS_MOST && { moreAsks: askCount - ASKS_MOST }),
  }
}

/** What was played in a concert, the newest first. */
export async function playedEntries(
  sql: Sql,
  concertId: string,
  limit: number,
): Promise<(OwnEntry & { readonly endedAt: Date })[]> {
  const rows = await ownRows(sql)
    .select('e.closedAt as endedAt')
    .where('e.closedAt', 'is not', null)
    .$narrowType<{ endedAt: NotNull }>()
    .where('e.concertId', '=', concertId)
    .where(raw<boolean>`e.status = 'PLAYED'`)
    .orderBy('e.closedAt', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...own(row), endedAt: row.endedAt }))
}

/** One entry, live or closed, as its artist sees it. */
export async function ownEntry(sql: Sql, entryId: string): Promise<OwnEntry> {
  return own(await ownRows(sql).where('e.id', '=', entryId).executeTakeFirstOrThrow())
}

/** Returns the statuses of these payments' songs in their concerts. */
export async function entryStates(
  sql: Sql,
  paymentIds: readonly string[],
): Promise<Map<string, SongStatus>> {
  const rows = await sql
    .selectFrom('orders as o')
    .innerJoin('queueEntries as e', 'e.id', 'o.entryId')
    .select(['o.paymentId', 'e.status'])
    .where(raw<boolean>`o.payment_id = any(${paymentIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ paymentId, status }) => [paymentId ?? '', status]))
}

/** One entry, live or closed. */
export async function entryView(sql: Sql, entryId: string): Promise<EntryView> {
  return shown(await hallRows(sql).where('e.id', '=', entryId).executeTakeFirstOrThrow())
}

/** The concert that this artist is playing: null where none runs, undefined where there is no such artist. */
export async function concertNowOf(
  sql: Sql,
  usernameKey: string,
): Promise<string | null | undefined> {
  const row = await sql
    .selectFrom('artists as a')
    .leftJoin('concerts as c', (on) =>
      on.onRef('c.artistId', '=', 'a.id').on(raw<boolean>`c.status = 'NOW'`),
    )
    .select('c.id')
    .where('a.usernameKey', '=', usernameKey)
    .executeTakeFirst()
  return row?.id
}

/** Shows the title of an entry to everybody; false where this concert has no such entry. */
export async function openTitle(
  sql: Sql,
  { concertId, entryId, at }: { concertId: string; entryId: string; at: Date },
): Promise<boolean> {
  const opened = await sql
    .updateTable('queueEntries')
    .set({ titleOpenedAt: at })
    .where('id', '=', entryId)
    .where('concertId', '=', concertId)
    .returning('id')
    .executeTakeFirst()
  if (opened !== undefined) await bumpRevision(concertId).execute(sql)
  return opened !== undefined
}

/** The whole queue of a concert, as every listener sees it. */
export const showWhole = (sql: Sql, { id }: { readonly id: string }): Promise<EntryView[]> =>
  queueView(sql, id)
