import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'
import type { Kopecks } from '#domain/money.ts'
import type { OwnOrder } from '#domain/queue/order-decision.ts'
import { effectiveRules } from '#domain/queue/evening-rules.ts'
import { collectionsAllowed } from '#domain/queue/support.ts'
import type { LeftBehind } from '#domain/queue/withdrawal.ts'
import { BEHIND, peopleBehind } from './behind.store.ts'
import type { PeopleRow } from './behind.store.ts'
import { accountOf } from './queue.store.ts'
import type { ActiveEntry, LockedConcert } from './queue.store.ts'

/** A song outside the queue that listeners collect money for: placed, it enters the queue with all of them behind it. */
type CollectingEntry = ActiveEntry & {
  /** Kopecks; null: its battle decides. */
  readonly goal: number | null
}

/** Whether the order `o` only supports a song: it is none of those that a person may have. */
export const SUPPORTS = raw<boolean>`(o.share and (o.joined or o.battle_id is not null))`

export type CollectingRow = readonly [
  id: string,
  songId: string,
  goal: number | null,
  amount: number,
  people: PeopleRow,
]

/** The songs of a concert that money is collected for, as one JSON value; null where there are none. */
export function collectingIn(concertId: string): RawBuilder<readonly CollectingRow[] | null> {
  return raw`(
    select json_agg(json_build_array(e.id, e.song_id, e.goal, coalesce(b.amount, 0), b.people))
    from queue_entries e left join lateral ${BEHIND} b on true
    where e.concert_id = ${concertId}::uuid and e.status = 'COLLECTING')`
}

/** By song. `now`: the time at which they come into the queue, if at all. */
export function collectingBySong(
  rows: readonly CollectingRow[] | null,
  now: Date,
): Map<string, CollectingEntry> {
  return new Map(
    rows?.map(([id, songId, goal, amount, people]) => {
      const stored = { status: 'COLLECTING', position: null } as const
      const behind = { ...peopleBehind(people), amount, arrivedAt: now.getTime() }
      return [songId, { id, songId, status: 'COLLECTING', stored, goal, behind }]
    }),
  )
}

/** The concert must be locked. */
export async function collectingOf(
  sql: Sql,
  { id: concertId }: Pick<LockedConcert, 'id'>,
  now: Date,
): Promise<Map<string, CollectingEntry>> {
  const { rows } = await raw<{ rows: readonly CollectingRow[] | null }>`
    select ${collectingIn(concertId)} as rows`.execute(sql)
  return collectingBySong(rows[0]?.rows ?? null, now)
}

/** Whether the orders of this concert are paid. */
export function isPaid(concert: LockedConcert): boolean {
  return effectiveRules(concert.rules, accountOf(concert)).paid
}

/** Whether songs of this concert are collected for. */
export function collectsIn(concert: LockedConcert): boolean {
  const paid = isPaid(concert)
  return collectionsAllowed(concert.rules, { paid, ableGetSongs: concert.ableGetSongs })
}

/** Begins to collect for a song. `goal` in kopecks; null: its battle decides. */
export async function openCollecting(
  sql: Sql,
  concertId: string,
  entry: { readonly id: string; readonly songId: string; readonly goal: number | null },
  at: Date,
): Promise<void> {
  const { id, songId, goal } = entry
  await sql
    .insertInto('queueEntries')
    .values({
      id,
      concertId,
      songId,
      status: 'COLLECTING',
      position: null,
      goal,
      createdAt: at,
      nowAt: null,
      closedAt: null,
    })
    .execute()
}

const COLLECTED = {
  all: raw<boolean>`true`,
  goals: raw<boolean>`goal is not null`,
  left: raw<boolean>`not exists (
    select from orders o where o.entry_id = queue_entries.id and o.dropped_at is null)`,
}

/**
 * Stops collecting in a concert, everywhere, where there is a goal, where no live order is left, or for these songs;
 * returns the ids of the entries, now SKIPPED.
 */
export async function closeCollecting(
  sql: Sql,
  concertId: string,
  which: keyof typeof COLLECTED | { readonly songIds: readonly string[] },
  at: Date,
): Promise<string[]> {
  const chosen =
    typeof which === 'object'
      ? raw<boolean>`song_id = any(${which.songIds}::uuid[])`
      : COLLECTED[which]
  const rows = await sql
    .updateTable('queueEntries')
    .set({ status: 'SKIPPED', closedAt: at })
    .where('concertId', '=', concertId)
    .where(raw<boolean>`status = 'COLLECTING'`)
    .where(chosen)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether the order `o` is a live vote in a battle that runs. */
const VOTES_NOW = raw<boolean>`(o.dropped_at is null and exists (
  select from battles b where b.id = o.battle_id and b.ended_at is null))`

/**
 * Leaves the songs that are collected for in a concert to the battle that runs, as far as they are voted for: they have
 * no goal any more, and what else was given for them is dropped. Returns the payments of that.
 */
export async function leaveToVotes(sql: Sql, concertId: string, at: Date): Promise<string[]> {
  const { rows } = await raw<{ paymentId: string }>`
    with voted as (
      update queue_entries e set goal = null
      where e.concert_id = ${concertId}::uuid and e.status = 'COLLECTING' and e.goal is not null
        and exists (select from orders o where o.entry_id = e.id and ${VOTES_NOW})
      returning e.id)
    update orders o set dropped_at = ${at}::timestamptz from voted
    where o.entry_id = voted.id and o.dropped_at is null and not ${VOTES_NOW}
    returning o.payment_id`.execute(sql)
  return rows.map(({ paymentId }) => paymentId)
}

/** Puts a song that waited outside the queue again, until `goal` is there. */
export async function reopenCollecting(sql: Sql, entryId: string, goal: Kopecks): Promise<void> {
  await sql
    .updateTable('queueEntries')
    .set({ status: 'COLLECTING', position: null, goal })
    .where('id', '=', entryId)
    .execute()
}

/** Returns what stands behind an entry, and the goal that it had, if any. Its concert must be locked. */
export async function leftBehind(
  sql: Sql,
  entryId: string,
): Promise<(LeftBehind & { readonly songId: string; readonly goal: Kopecks | null }) | undefined> {
  const { rows } = await raw<LeftBehind & { songId: string; goal: Kopecks | null }>`
    select e.status as song, e.song_id, e.goal, e.own or bool_and(o.joined) as listed,
      coalesce(bool_or(not o.share) filter (where o.dropped_at is null), false) as whole,
      coalesce(bool_or(${VOTES_NOW}), false) as voted,
      coalesce(sum(o.amount) filter (where o.dropped_at is null), 0)::bigint as sum
    from queue_entries e join orders o on o.entry_id = e.id
    where e.id = ${entryId}::uuid group by e.id`.execute(sql)
  return rows[0]
}

/** The name under which the guest of this order sings it himself, or null. */
export const singerOf = (orderId: RawBuilder<unknown>): RawBuilder<string | null> =>
  raw`(select w.name from order_words w where w.order_id = ${orderId} and w.sings)`

/** The live orders of this device behind the waiting entries of a concert, the first one first, as one JSON value. */
export function ordersOfDeviceBehind(
  concertId: string,
  deviceId: string,
): RawBuilder<readonly OwnOrder[] | null> {
  return raw`(
    select json_agg(json_build_object('entryId', o.entry_id, 'orderId', o.id, 'amount', o.amount,
      'share', o.share, 'singer', ${singerOf(raw`o.id`)}) order by o.created_at, o.id)
    from orders o join queue_entries e on e.id = o.entry_id
    where o.concert_id = ${concertId}::uuid and o.device_id = ${deviceId}::uuid
      and o.dropped_at is null and e.status in ('SCHEDULED', 'QUEUED'))`
}
