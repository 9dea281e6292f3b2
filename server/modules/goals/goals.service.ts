import { randomUUIDv7 } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import type { OwnGoal } from '#contract/goals.ts'
import type { api } from '#contract/index.ts'
import type { GoalSoFar } from '#domain/payments/goal.ts'
import {
  checkGoal,
  goalSpan,
  goalState,
  isGoalShown,
  isReached,
  reachedText,
} from '#domain/payments/goal.ts'
import { kopecks } from '#domain/money.ts'
import type { HallThanks } from '#domain/queue/thanks.ts'
import { isRecentThanks } from '#domain/queue/thanks.ts'
import { tellHall, transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { bumpRevision } from '#server/platform/db/order-effects.ts'
import { lockArtistRow } from '#server/platform/db/tx.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { runningConcertId } from '../artists/artists.service.ts'
import { givenTo } from '../ledger/ledger.service.ts'
import {
  addGoal,
  changeGoal,
  endGoal,
  goalOf,
  goalOfConcert,
  goalsOfRunning,
  markReached,
  unmarkReached,
} from './goals.store.ts'
import type { StoredGoal } from './goals.store.ts'

async function soFar(sql: Sql, goal: StoredGoal, till: Date): Promise<GoalSoFar> {
  const { title, amount, withSongs, artistId, evening } = goal
  const span = goalSpan(goal, evening, till)
  const concertId = evening?.id ?? null
  const collected =
    span === null ? kopecks(0) : await givenTo(sql, artistId, { ...span, withSongs, concertId })
  return { title, amount: kopecks(amount), collected }
}

/** The artist's own goal; null where he has none. */
export async function ownGoal(ctx: Context, artistId: string): Promise<OwnGoal | null> {
  const goal = await goalOf(ctx.sql, artistId)
  if (goal === undefined) return null
  return {
    ...(await soFar(ctx.sql, goal, ctx.now())),
    withSongs: goal.withSongs,
    span: goal.oneEvening ? 'evening' : 'reached',
    state: goalState(goal, goal.evening),
  }
}

/** Changes the goal that is collected for, or begins another. Refuses VALIDATION at `title` and `amount`. */
export async function saveGoal(
  ctx: Context,
  artistId: string,
  typed: BodyOf<typeof api.artist.saveGoal>,
): Promise<OwnGoal> {
  const terms = {
    ...checkGoal(typed),
    withSongs: typed.withSongs,
    oneEvening: typed.span === 'evening',
  }
  await transaction(ctx, async ({ sql, now }) => {
    await lockArtistRow(sql, artistId)
    const goal = await goalOf(sql, artistId)
    const state = goal && goalState(goal, goal.evening)
    const isLive = state === 'on' || state === 'waits'
    // One evening is the one that runs now, or the next; not one that was played since the goal was set.
    if (goal !== undefined && isLive && (goal.oneEvening || !terms.oneEvening))
      return changeGoal(sql, goal.id, terms)
    await endGoal(sql, artistId, now())
    return addGoal(sql, { ...terms, id: randomUUIDv7(), artistId, since: now() })
  })
  await noteGiven(ctx, artistId)
  const saved = await ownGoal(ctx, artistId)
  if (saved === null) throw new Error('the goal was dropped while it was saved')
  return saved
}

export async function dropGoal(ctx: Context, artistId: string): Promise<true> {
  await endGoal(ctx.sql, artistId, ctx.now())
  await tellRunning(ctx, artistId)
  return true
}

/** What everybody sees; null where nothing is collected for. */
export async function shownGoal(ctx: Context, artistId: string): Promise<GoalSoFar | null> {
  const goal = await goalOf(ctx.sql, artistId)
  if (goal === undefined || !isGoalShown(goal, goal.evening, goal.running)) return null
  return soFar(ctx.sql, goal, ctx.now())
}

export type LiveGoal = { readonly goal: GoalSoFar; readonly reached: HallThanks | null }

/** Returns what the live channel sends of the goals in these concerts; one without any is left out. */
export async function liveGoals(
  ctx: Context,
  concertIds: readonly string[],
): Promise<Map<string, LiveGoal>> {
  const now = ctx.now()
  const shown = new Map<string, LiveGoal>()
  for (const goal of await goalsOfRunning(ctx.sql, concertIds)) {
    const { id, running, evening, reachedAt } = goal
    if (running === null || !isGoalShown(goal, evening, running)) continue
    const at = reachedAt?.toISOString()
    const told = at === undefined ? null : { id: `goal ${id} ${at}`, text: reachedText(goal), at }
    const reached = told !== null && isRecentThanks(told, now.getTime()) ? told : null
    shown.set(running.id, { goal: await soFar(ctx.sql, goal, now), reached })
  }
  return shown
}

/** What was collected for in a concert until its end, or until now; null where its artist had no goal. */
export async function goalOfEvening(
  ctx: Context,
  concert: {
    readonly id: string
    readonly artistId: string
    readonly startedAt: Date | null
    readonly finishedAt: Date | null
  },
): Promise<GoalSoFar | null> {
  const { startedAt, finishedAt } = concert
  if (startedAt === null) return null
  const till = finishedAt ?? ctx.now()
  const goal = await goalOfConcert(ctx.sql, { ...concert, startedAt }, till)
  return goal === undefined ? null : soFar(ctx.sql, goal, till)
}

/**
 * Money of this artist came or went: marks a goal that it reaches or no longer reaches, and tells the hall. After the commit of the money: it
 * locks the concert, which everything else locks before a payment.
 */
async function noteGiven(ctx: Context, artistId: string): Promise<void> {
  if ((await goalOf(ctx.sql, artistId)) === undefined) return
  await transaction(ctx, (inside) => markGiven(inside, artistId))
  await tellRunning(ctx, artistId)
}

/** One at a time, so that the last one has seen all the money. */
async function markGiven({ sql, now }: Context, artistId: string): Promise<void> {
  await lockArtistRow(sql, artistId)
  const goal = await goalOf(sql, artistId)
  if (goal === undefined) return
  const { id, reachedAt } = goal
  const state = goalState(goal, goal.evening)
  if (state !== 'on' && state !== 'reached') return
  const at = now()
  const reaches = isReached(await soFar(sql, goal, at))
  if (reachedAt === null && reaches) await markReached(sql, id, at)
  if (reachedAt !== null && !reaches) await unmarkReached(sql, id, reachedAt)
}

/** The same for work that must not fail with it: the sums are right anyway, and shown with the next change. */
export async function tryNoteGiven(ctx: Context, artistId: string): Promise<void> {
  await noteGiven(ctx, artistId).catch((err: unknown) =>
    ctx.log.error({ err, artist: artistId }, 'a goal was not told to the hall'),
  )
}

const tellRunning = (ctx: Context, artistId: string) =>
  transaction(ctx, (inside) => noteReturned(inside, artistId))

/** Money of this artist goes back: what the hall shows of it is read anew. In the caller's transaction, before it locks a payment. */
export async function noteReturned(inside: Context, artistId: string): Promise<void> {
  const concertId = await runningConcertId(inside.sql, artistId)
  if (concertId === null) return
  await bumpRevision(concertId).execute(inside.sql)
  tellHall(inside, concertId)
}
