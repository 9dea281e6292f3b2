import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Kopecks } from '#domain/money.ts'
import type { Sql } from '#server/platform/db/open.ts'

type Evening = { readonly id: string; readonly startedAt: Date; readonly finishedAt: Date | null }

/** A goal with the evening that it is for, once it has begun, and the concert that its artist plays. */
export type StoredGoal = {
  readonly id: string
  readonly artistId: string
  readonly title: string
  readonly amount: Kopecks
  readonly withSongs: boolean
  readonly oneEvening: boolean
  readonly since: Date
  readonly reachedAt: Date | null
  readonly evening: Evening | null
  readonly running: Evening | null
}

type Row = Omit<StoredGoal, 'evening' | 'running'> & {
  readonly eveningId: string | null
  readonly eveningFrom: Date | null
  readonly eveningTill: Date | null
  readonly runningId: string | null
  readonly runningFrom: Date | null
}

function toGoal({
  eveningId,
  eveningFrom,
  eveningTill,
  runningId,
  runningFrom,
  ...goal
}: Row): StoredGoal {
  return {
    ...goal,
    evening:
      eveningId === null || eveningFrom === null
        ? null
        : { id: eveningId, startedAt: eveningFrom, finishedAt: eveningTill },
    running:
      runningId === null || runningFrom === null
        ? null
        : { id: runningId, startedAt: runningFrom, finishedAt: null },
  }
}

async function goalsWhere(sql: Sql, which: RawBuilder<unknown>): Promise<StoredGoal[]> {
  const { rows } = await raw<Row>`
    select g.id, g.artist_id, g.title, g.amount, g.with_songs, g.one_evening, g.since, g.reached_at,
      e.id as evening_id, e.started_at as evening_from, e.finished_at as evening_till,
      r.id as running_id, r.started_at as running_from
    from goals g
      left join lateral (
        select c.id, c.started_at, c.finished_at from concerts c
        where g.one_evening and c.artist_id = g.artist_id and c.started_at is not null
          and coalesce(c.finished_at, 'infinity') > g.since
        order by c.started_at limit 1) e on true
      left join concerts r on r.artist_id = g.artist_id and r.status = 'NOW'
    where ${which}
    order by g.since desc
  `.execute(sql)
  return rows.map(toGoal)
}

/** The goal of an artist, also one that was reached or whose evening is over, until he sets another or drops it. */
export async function goalOf(sql: Sql, artistId: string): Promise<StoredGoal | undefined> {
  const [goal] = await goalsWhere(sql, raw`g.artist_id = ${artistId}::uuid and g.ended_at is null`)
  return goal
}

/** The goals of those who play one of these concerts. */
export function goalsOfRunning(sql: Sql, concertIds: readonly string[]): Promise<StoredGoal[]> {
  return goalsWhere(sql, raw`r.id = any(${concertIds}::uuid[]) and g.ended_at is null`)
}

/** The last goal that was collected for in a concert. */
export async function goalOfConcert(
  sql: Sql,
  concert: { readonly id: string; readonly artistId: string; readonly startedAt: Date },
  till: Date,
): Promise<StoredGoal | undefined> {
  const { id, artistId, startedAt } = concert
  const [goal] = await goalsWhere(
    sql,
    raw`g.artist_id = ${artistId}::uuid and g.since <= ${till}::timestamptz
      and coalesce(g.ended_at, 'infinity') > ${startedAt}::timestamptz
      and coalesce(g.reached_at, 'infinity') >= ${startedAt}::timestamptz
      and (not g.one_evening or e.id = ${id}::uuid)`,
  )
  return goal
}

type FreshGoal = Pick<
  StoredGoal,
  'id' | 'artistId' | 'title' | 'amount' | 'withSongs' | 'oneEvening' | 'since'
>

export async function addGoal(sql: Sql, goal: FreshGoal): Promise<void> {
  await sql.insertInto('goals').values(goal).execute()
}

export async function changeGoal(
  sql: Sql,
  id: string,
  terms: Pick<StoredGoal, 'title' | 'amount' | 'withSongs' | 'oneEvening'>,
): Promise<void> {
  await sql.updateTable('goals').set(terms).where('id', '=', id).execute()
}

/** Ends the goal of an artist; nothing where he has none. */
export async function endGoal(sql: Sql, artistId: string, at: Date): Promise<void> {
  await sql
    .updateTable('goals')
    .set({ endedAt: at })
    .where('artistId', '=', artistId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Marks that a goal was reached, once. */
export async function markReached(sql: Sql, id: string, at: Date): Promise<void> {
  await sql
    .updateTable('goals')
    .set({ reachedAt: at })
    .where('id', '=', id)
    .where('reachedAt', 'is', null)
    .execute()
}

/** What reached a goal at this time was given back. */
export async function unmarkReached(sql: Sql, id: string, reachedAt: Date): Promise<void> {
  await sql
    .updateTable('goals')
    .set({ reachedAt: null })
    .where('id', '=', id)
    .where('reachedAt', '=', reachedAt)
    .execute()
}
