import { randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import { arrange, looksBehind, ownRunWith } from '#domain/queue/arrangement.ts'
import type { Behind } from '#domain/queue/arrangement.ts'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import { rulesFrom } from '#domain/queue/evening-rules.ts'
import type { AccountRules, EveningRules } from '#domain/queue/evening-rules.ts'
import { joinNotes } from '#domain/queue/own-song.ts'
import type { OwnNote } from '#domain/queue/own-song.ts'
import { nowOf } from '#domain/queue/queue.ts'
import type { Entry, Queue, SongStatus } from '#domain/queue/queue.ts'
import type { QueueStep } from '#domain/queue/queue-steps.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { bumpRevision } from '#server/platform/db/order-effects.ts'
import { CONCERT_HIDDEN } from '#server/platform/db/sql-expressions.ts'
import { behindLive, LIVE, withBehind } from './behind.store.ts'
import type { BehindRow } from './behind.store.ts'

/** A concert whose row this transaction has locked, with its artist's settings for orders. */
export type LockedConcert = {
  readonly id: string
  readonly artistId: string
  readonly artistKey: string
  readonly status: ConcertStatus
  readonly ableGetSongs: boolean
  /** The pass with which guests enter a closed evening. */
  readonly pass: string | null
  readonly requestFavoriteSongsOnly: boolean
  readonly paidSongsEnabled: boolean
  readonly minSongRubles: number
  readonly title: string
  readonly startsAt: Date
  readonly endsAt: Date
  /** The end of the break that is going on; null: none, or a pause without an end. */
  readonly breakUntil: Date | null
  /** For a street concert: its artist's last command. */
  readonly commandedAt: Date | null
  /** Until then listeners do not know of it. */
  readonly publishAt: Date | null
  readonly rules: ArrangementRules
  /** A webhook of its artist is to be told what happens. */
  readonly hasWebhooks: boolean
}

/** The rules, and the number of own songs that have sounded in a row. */
type ArrangementRules = EveningRules & { readonly ownRun: number }

/** An entry while the rules process it; `stored` is its stored state, null for a new one. */
export type ActiveEntry = Entry & {
  /** Read where the turn of the concert needs it; `NOBODY` otherwise. */
  readonly behind: Behind
  readonly stored: {
    readonly status: SongStatus
    readonly position: number | null
  } | null
}

/** Locks the concert until the commit, so that no other transaction changes its queue. */
export async function lockConcert(sql: Sql, concertId: string): Promise<LockedConcert | undefined> {
  return withRules(await concertRow(sql).where('c.id', '=', concertId).executeTakeFirst())
}

function withRules<C extends { readonly rules: Partial<EveningRules>; readonly ownRun: number }>(
  concert: C | undefined,
) {
  if (concert === undefined) return undefined
  const { ownRun, ...row } = concert
  return { ...row, rules: { ...rulesFrom(row.rules), ownRun } }
}

/** Returns what arranges the queue of a concert, without locking it. */
export async function arrangementRulesOf(sql: Sql, concertId: string): Promise<ArrangementRules> {
  const { rules, ownRun } = await sql
    .selectFrom('concerts')
    .select(['rules', 'ownRun'])
    .where('id', '=', concertId)
    .executeTakeFirstOrThrow()
  return { ...rulesFrom(rules), ownRun }
}

/** As `lockConcert`, for a caller that needs no data of it. */
export async function lockConcertRow(sql: Sql, concertId: string): Promise<void> {
  await sql
    .selectFrom('concerts')
    .select('id')
    .where('id', '=', concertId)
    .forNoKeyUpdate()
    .execute()
}

/** As `lockConcert`, for the concert that this artist is playing, if any. */
export async function lockConcertNow(
  sql: Sql,
  artistId: string,
): Promise<LockedConcert | undefined> {
  const running = concertRow(sql)
    .where('c.artistId', '=', artistId)
    .where(raw<boolean>`c.status = 'NOW'`)
  return withRules(await running.executeTakeFirst())
}

function concertRow(sql: Sql) {
  return (
    sql
      .selectFrom('concerts as c')
      .innerJoin('artists as a', 'a.id', 'c.artistId')
      .select([
        'c.id',
        'c.artistId',
        'a.usernameKey as artistKey',
        'c.status',
        raw<boolean>`c.able_get_songs and a.blocked_at is null and not ${CONCERT_HIDDEN}`.as(
          'ableGetSongs',
        ),
        'c.pass',
        'a.requestFavoritesOnly as requestFavoriteSongsOnly',
        'a.paidSongsEnabled',
        'a.minSongRubles',
        'c.title',
        'c.startsAt',
        'c.endsAt',
        'c.breakUntil',
        'c.commandedAt',
        'c.publishAt',
        'c.rules',
        'c.ownRun',
        raw<boolean>`exists (select from webhooks w
          where w.artist_id = c.artist_id and w.ended_at is null)`.as('hasWebhooks'),
      ])
      // Not «for update»: rows that merely reference the concert («I will go») need not wait.
      .forNoKeyUpdate('c')
  )
}

/** The settings of its artist's account, for what the rules leave to the account. */
export function accountOf(concert: LockedConcert): AccountRules {
  const { paidSongsEnabled, minSongRubles, requestFavoriteSongsOnly } = concert
  return { paidSongsEnabled, minSongAmount: minSongRubles, requestFavoriteSongsOnly }
}

/** Locks the concerts of an artist that are not over; returns their ids. */
export async function lockConcertsAhead(sql: Sql, artistId: string): Promise<string[]> {
  const rows = await sql
    .selectFrom('concerts')
    .select('id')
    .where('artistId', '=', artistId)
    .where('status', 'in', ['SCHEDULED', 'NOW'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the live entries, with what stands behind each where the rules or `by` need it. */
export async function liveQueue(
  sql: Sql,
  concertId: string,
  by: EveningRules | 'explained' | 'bare',
): Promise<Queue<ActiveEntry>> {
  const rows = await sql
    .selectFrom('queueEntries as e')
    .select(['e.id', 'e.songId', 'e.status', 'e.position', 'e.won'])
    .where('e.concertId', '=', concertId)
    .where(LIVE)
    .orderBy('e.position', (order) => order.asc().nullsFirst())
    .execute()
  const entries = rows.map(({ id, songId, status, position, won }) => ({
    id,
    songId,
    status,
    ...(won && { won }),
    stored: { status, position },
  }))
  if (by === 'bare' || (by !== 'explained' && !looksBehind(by))) return withBehind(entries, null)
  const behind = await raw<{ rows: readonly BehindRow[] | null }>`
    select ${behindLive(concertId)} as rows`.execute(sql)
  return withBehind(entries, behind.rows[0]?.rows ?? null)
}

/** Saves what a step changed, arranged by the rules, and bumps the concert's revision. The concert must be locked. */
export async function saveStep(
  sql: Sql,
  { id: concertId, rules }: Pick<LockedConcert, 'id' | 'rules'>,
  step: QueueStep<ActiveEntry>,
  at: Date,
): Promise<void> {
  // A separate statement: the index of the one NOW song is checked row by row, so the old one leaves first.
  if (step.closed.length > 0) await closeEntries(sql, step.closed, at)
  const ownRun = ownRunAfter(step.queue, rules.ownRun)
  await raw`
    with bumped as (${bumpRevision(concertId, ownRun)})
    ${placing(concertId, arrange(step.queue, { ...rules, ownRun }), at)}
  `.execute(sql)
}

/** The number of own songs that have sounded in a row after a step. */
function ownRunAfter(queue: Queue<ActiveEntry>, before: number): number {
  const stored = nowOf(queue)?.stored
  if (stored == null || stored.status === 'NOW') return before
  if (stored.status !== 'PLAYED') return ownRunWith(before, stored.status)
  // The song that had followed the one taken back is QUEUED now, and counts when it begins again.
  const waitsAgain = queue.some((entry) => entry.stored?.status === 'NOW')
  return waitsAgain ? before - 1 : before
}

/** Saves the entries whose row is outdated, as a part of a statement. */
export function placing(
  concertId: string,
  queue: Queue<ActiveEntry>,
  at: Date,
): RawBuilder<unknown> {
  const changed = changedPlaces(queue).toSorted(leavingFirst)
  return raw`
    insert into queue_entries (id, concert_id, song_id, status, position, created_at, now_at)
    select r.id, ${concertId}::uuid, r.song_id, r.status, nullif(r.place, 0), ${at}::timestamptz,
      case when r.status = 'NOW' then ${at}::timestamptz end
    from unnest(
      ${changed.map((entry) => entry.id)}::uuid[],
      ${changed.map((entry) => entry.songId)}::uuid[],
      ${changed.map((entry) => entry.status)}::text[],
      ${changed.map((entry) => entry.place)}::integer[]
    ) as r (id, song_id, status, place)
    on conflict (id) do update
      set status = excluded.status, position = excluded.position,
        -- A played song that is taken back goes on.
        now_at = case when queue_entries.status = 'PLAYED' then queue_entries.now_at
          else excluded.now_at end,
        break_at = case when excluded.status = 'NOW' then null else queue_entries.break_at end,
        closed_at = null,
        -- What was collected for comes when its goal is reached.
        created_at = case when queue_entries.status = 'COLLECTING' then excluded.created_at
          else queue_entries.created_at end`
}

async function closeEntries(sql: Sql, closed: readonly ActiveEntry[], at: Date): Promise<void> {
  await raw`
    update queue_entries as e set status = r.status, position = null, closed_at = ${at}::timestamptz
    from unnest(
      ${closed.map((entry) => entry.id)}::uuid[],
      ${closed.map((entry) => entry.status)}::text[]
    ) as r (id, status)
    where e.id = r.id
  `.execute(sql)
}

/** The index of the one NOW song is checked row by row, so the entry that stops playing comes before the one that starts. */
function leavingFirst(a: ActiveEntry, b: ActiveEntry): number {
  return Number(b.stored?.status === 'NOW') - Number(a.stored?.status === 'NOW')
}

/** Returns the entries whose row is outdated; `place` counts the waiting from 1, and is 0 for the song being played. */
function changedPlaces(queue: Queue<ActiveEntry>): (ActiveEntry & { place: number })[] {
  let last = 0
  return queue
    .map((entry) => ({ ...entry, place: entry.status === 'NOW' ? 0 : ++last }))
    .filter(
      ({ status, place, stored }) => stored?.status !== status || (stored.position ?? 0) !== place,
    )
}

/** The payments behind these entries. */
export async function paymentsBehind(sql: Sql, entryIds: readonly string[]): Promise<string[]> {
  if (entryIds.length === 0) return []
  const rows = await sql
    .selectFrom('orders')
    .select('paymentId')
    .where(raw<boolean>`entry_id = any(${entryIds}::uuid[])`)
    .where('paymentId', 'is not', null)
    .where('droppedAt', 'is', null)
    .orderBy('paymentId')
    .execute()
  return rows.flatMap(({ paymentId }) => (paymentId === null ? [] : [paymentId]))
}

/** Saves what the artist noted of his own song. */
export async function saveNote(sql: Sql, entryId: string, added: OwnNote): Promise<void> {
  const before = await sql
    .selectFrom('queueEntries')
    .select(['forWhom', 'inCash', 'cash'])
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow()
  const { forWhom, inCash, cash = 0 } = joinNotes(before, added)
  await sql
    .updateTable('queueEntries')
    .set({ own: true, forWhom, inCash, cash, noted: forWhom !== '' || inCash })
    .where('id', '=', entryId)
    .execute()
}

/** Returns the concert of the entry with this id, if there is one. */
export async function concertOfEntry(sql: Sql, entryId: string): Promise<string | undefined> {
  const row = await sql
    .selectFrom('queueEntries')
    .select('concertId')
    .where('id', '=', entryId)
    .executeTakeFirst()
  return row?.concertId
}

/** Whether the song has no supporter left: no order stands behind it, and only an order brought it. */
export async function isLeft(sql: Sql, entryId: string): Promise<boolean> {
  const { rows } = await raw<{ left: boolean }>`
    select coalesce(bool_and(o.dropped_at is not null) and not bool_and(o.joined or e.own), false)
      as "left"
    from orders o join queue_entries e on e.id = o.entry_id where o.entry_id = ${entryId}::uuid
  `.execute(sql)
  return rows[0]?.left ?? false
}

/** Drops the order of this payment from its entry. */
export async function dropOrder(
  sql: Sql,
  paymentId: string,
  at: Date,
): Promise<{ concertId: string; entryId: string } | undefined> {
  return sql
    .updateTable('orders')
    .set({ droppedAt: at })
    .where('paymentId', '=', paymentId)
    .where('droppedAt', 'is', null)
    .returning(['concertId', 'entryId'])
    .executeTakeFirst()
}

/** Sets an order's amount; returns where it stands, if it does. */
export async function reduceOrder(
  sql: Sql,
  paymentId: string,
  amount: number,
): Promise<{ concertId: string; entryId: string } | undefined> {
  return sql
    .updateTable('orders')
    .set({ amount })
    .where('paymentId', '=', paymentId)
    .where('droppedAt', 'is', null)
    .returning(['concertId', 'entryId'])
    .executeTakeFirst()
}

/** An entry that is not stored yet. */
export function freshEntry(songId: string, at: Date, id: string = randomUUIDv7()): ActiveEntry {
  const behind = { people: [], amount: 0, arrivedAt: at.getTime() }
  return { id, songId, status: 'SCHEDULED', stored: null, behind }
}
