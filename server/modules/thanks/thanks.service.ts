import { ownConcert } from '#domain/concerts/concert.ts'
import type { GoalSoFar } from '#domain/payments/goal.ts'
import { rulesFrom } from '#domain/queue/evening-rules.ts'
import { myOrderState, noOrder } from '#domain/queue/my-order.ts'
import { Refusal } from '#domain/refusal.ts'
import { admitThanks, hallThanks, THANKS_SHOWN_MS } from '#domain/queue/thanks.ts'
import type { BoardName, HallThanks } from '#domain/queue/thanks.ts'
import { isHeldBack } from '#domain/queue/held-texts.ts'
import { WORDS_KEPT_DAYS } from '#domain/queue/order-words.ts'
import type { TipShown } from '#domain/queue/order-words.ts'
import { DAY_MS } from '#domain/time.ts'
import { tellHall, transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { concertFacts } from '#server/platform/db/concert-facts.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { liveGoals } from '../goals/goals.service.ts'
import type { LiveGoal } from '../goals/goals.service.ts'
import {
  addThanks,
  addTip,
  addTipName,
  answerThanks,
  answerTip,
  eraseTipNames,
  hideTipNames,
  newestThanks,
  openTipName,
  orderToThank,
  thanksOf,
} from './thanks.store.ts'
import type { ConcertThanks, HiddenTip } from './thanks.store.ts'

export { tipIsAnswered, tippersOf } from './thanks.store.ts'

const PAD_MOST = 100

/** Stores the listener's thanks for his song, once an order. */
export async function thankForSong(
  ctx: Context,
  orderId: string,
  deviceId: string | null,
): Promise<true> {
  const order = deviceId === null ? undefined : await orderToThank(ctx.sql, orderId, deviceId)
  if (order === undefined) throw noOrder()
  admitThanks(myOrderState(order), order, ctx.now())
  const { concertId } = order
  await transaction(ctx, async (inside) => {
    if (await addThanks(inside.sql, { orderId, concertId }, ctx.now())) tellHall(inside, concertId)
  })
  return true
}

/** What the artist does to thanks of his concert; the hall sees what is new of it. Undefined: there are no such thanks. */
async function byArtist(
  ctx: Context,
  artistId: string,
  concertId: string,
  change: (sql: Sql) => Promise<boolean | undefined>,
): Promise<true> {
  ownConcert(await concertFacts(ctx.sql, concertId), artistId)
  await transaction(ctx, async (inside) => {
    const fresh = await change(inside.sql)
    if (fresh === undefined) throw new Refusal('NOT_FOUND', 'Такой благодарности нет')
    if (fresh) tellHall(inside, concertId)
  })
  return true
}

type OfTip = { readonly sessionId: string; readonly tipId: string }

/** Stores the artist's answer to one of them; a repeat changes nothing. */
export const answerListener = (
  ctx: Context,
  artistId: string,
  { sessionId: concertId, thanksId: id }: { readonly sessionId: string; readonly thanksId: string },
) => byArtist(ctx, artistId, concertId, (sql) => answerThanks(sql, { id, concertId }, ctx.now()))

/** Stores the artist's answer to a tip; a repeat changes nothing. */
export const answerTipper = (ctx: Context, artistId: string, of: OfTip) =>
  byArtist(ctx, artistId, of.sessionId, (sql) =>
    answerTip(sql, { id: of.tipId, concertId: of.sessionId }, ctx.now()),
  )

/** Shows a tip's name that the word filter holds back to everybody. Refuses NOT_FOUND and NOT_YOURS. */
export const openNameOfTip = (ctx: Context, artistId: string, of: OfTip) =>
  byArtist(ctx, artistId, of.sessionId, (sql) =>
    openTipName(sql, { id: of.tipId, concertId: of.sessionId }, ctx.now()),
  )

/** Returns the thanks in this artist's concert, the newest first. */
export async function listThanks(ctx: Context, artistId: string, concertId: string) {
  ownConcert(await concertFacts(ctx.sql, concertId), artistId)
  return thanksOfConcert(ctx, concertId)
}

/** For the artist, the newest first; the caller has checked whose concert it is. */
export function thanksOfConcert(ctx: Context, concertId: string) {
  return thanksOf(ctx.sql, concertId, PAD_MOST)
}

type LiveThanks = {
  readonly thanks?: HallThanks[]
  readonly answers?: number
  readonly given?: number
  readonly goal?: GoalSoFar
  readonly board?: BoardName[]
}

/** Returns what the live channel sends of the thanks and the goals in these concerts; one without any is left out. */
export async function liveThanks(
  ctx: Context,
  concertIds: readonly string[],
): Promise<Map<string, LiveThanks>> {
  const since = new Date(ctx.now().getTime() - THANKS_SHOWN_MS)
  const [found, goals] = await Promise.all([
    newestThanks(ctx.sql, concertIds, since),
    liveGoals(ctx, concertIds),
  ])
  const told = new Map(found.map(({ concertId, ...one }) => [concertId, one]))
  return new Map(
    [...new Set([...told.keys(), ...goals.keys()])].map((id) => [
      id,
      liveOf(told.get(id), goals.get(id)),
    ]),
  )
}

function liveOf(told: Omit<ConcertThanks, 'concertId'> | undefined, of: LiveGoal | undefined) {
  const { answers = 0, given = 0, newest = null } = told ?? {}
  const board = rulesFrom(told?.rules ?? {}).words === 'off' ? [] : boardOf(told?.board ?? null)
  const rules = rulesFrom(told?.rules ?? {})
  const thanks = [
    ...(of?.reached ? [of.reached] : []),
    ...(newest ?? []).flatMap((one) => hallThanks(one, rules) ?? []),
  ]
  return {
    ...(thanks.length > 0 && { thanks }),
    ...(answers > 0 && { answers }),
    ...(given > 0 && { given }),
    ...(of && { goal: of.goal }),
    ...(board.length > 0 && { board }),
  }
}

function boardOf(board: ConcertThanks['board']): BoardName[] {
  return (board ?? []).map(({ id, name, amount }) => ({
    id,
    name,
    ...(amount !== null && { amount }),
  }))
}

/** Stores what the hall may read of the giver of a tip, in the transaction that begins it. */
export async function nameTip(
  sql: Sql,
  named: TipShown & { readonly paymentId: string; readonly artistId: string },
): Promise<void> {
  await addTipName(sql, { ...named, held: isHeldBack(named.name) })
}

/**
 * Hides a name on the board of thanks from everybody, or shows it as the word filter judges it. Null where no tip of this
 * concert is meant. In the caller's transaction.
 */
export async function hideTipName(
  inside: Context,
  { sessionId, entryId, hidden }: { sessionId: string; entryId: string; hidden: boolean },
): Promise<HiddenTip | null> {
  const meant = { concertId: sessionId, id: entryId }
  const named = await hideTipNames(inside.sql, meant, hidden ? inside.now() : null)
  if (named === undefined) return null
  tellHall(inside, sessionId)
  return named
}

/** Erases the names of tips with their words. */
export function forgetTipNames({ sql, now }: Context): Promise<void> {
  return eraseTipNames(sql, new Date(now().getTime() - WORDS_KEPT_DAYS * DAY_MS))
}

/** A tip was credited to the artist: shows it to the hall of his concert, once. */
export async function showTip(
  ctx: Context,
  tip: { readonly id: string; readonly artistId: string },
): Promise<void> {
  await transaction(ctx, async (inside) => {
    const concertId = await addTip(inside.sql, tip, ctx.now())
    if (concertId !== null) tellHall(inside, concertId)
  })
}
