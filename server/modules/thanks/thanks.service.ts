import { ownConcert } from '#domain/concerts/concert.ts'
import { rulesFrom } from '#domain/queue/evening-rules.ts'
import { myOrderState, noOrder } from '#domain/queue/my-order.ts'
import { Refusal } from '#domain/refusal.ts'
import { admitThanks, hallThanks, THANKS_SHOWN_MS } from '#domain/queue/thanks.ts'
import type { HallThanks } from '#domain/queue/thanks.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { withContext } from '#server/platform/with-context.ts'
import {
  addThanks,
  addTip,
  answerThanks,
  newestThanks,
  orderToThank,
  ownerOf,
  thanksOf,
} from './thanks.store.ts'

type ThanksContext = {
  readonly sql: Sql
  readonly now: () => Date
  /** After the commit: notifies the concert's watchers. */
  readonly changed: (concertId: string) => void
}

const PAD_MOST = 100

/** Stores the listener's thanks for his song, once an order. Refuses NOT_FOUND for another device's order, and ILLEGAL_STEP. */
async function thank(
  { sql, now, changed }: ThanksContext,
  orderId: string,
  deviceId: string | null,
): Promise<true> {
  const order = deviceId === null ? undefined : await orderToThank(sql, orderId, deviceId)
  if (order === undefined) throw noOrder()
  admitThanks(myOrderState(order), order, now())
  const { concertId } = order
  if (await inTransaction(sql, (inside) => addThanks(inside, { orderId, concertId }, now())))
    changed(concertId)
  return true
}

/** Stores the artist's answer to one of them; a repeat changes nothing. Refuses NOT_FOUND and NOT_YOURS. */
async function answer(
  { sql, now, changed }: ThanksContext,
  artistId: string,
  { sessionId: concertId, thanksId: id }: { readonly sessionId: string; readonly thanksId: string },
): Promise<true> {
  ownConcert(await ownerOf(sql, concertId), artistId)
  const thanks = { id, concertId }
  const fresh = await inTransaction(sql, (inside) => answerThanks(inside, thanks, now()))
  if (fresh === undefined) throw new Refusal('NOT_FOUND', 'Такой благодарности нет')
  if (fresh) changed(concertId)
  return true
}

/** Returns the thanks in this artist's concert, the newest first. Refuses NOT_FOUND and NOT_YOURS. */
async function ofOwn({ sql }: ThanksContext, artistId: string, concertId: string) {
  ownConcert(await ownerOf(sql, concertId), artistId)
  return thanksOf(sql, concertId, PAD_MOST)
}

type LiveThanks = { readonly thanks?: HallThanks[]; readonly answers?: number }

/** Returns what the live channel sends of the thanks in these concerts; one without any is left out. */
async function liveIn(
  { sql, now }: ThanksContext,
  concertIds: readonly string[],
): Promise<Map<string, LiveThanks>> {
  const since = new Date(now().getTime() - THANKS_SHOWN_MS)
  const found = await newestThanks(sql, concertIds, since)
  return new Map(
    found.map(({ concertId, rules, answers, newest }) => {
      const thanks = (newest ?? []).flatMap((one) => hallThanks(one, rulesFrom(rules)) ?? [])
      return [concertId, { ...(thanks.length > 0 && { thanks }), ...(answers > 0 && { answers }) }]
    }),
  )
}

/** A tip was credited to the artist: notifies his concert's watchers, once. */
async function tipCame(
  { sql, now, changed }: ThanksContext,
  tip: { readonly id: string; readonly artistId: string },
): Promise<void> {
  const concertId = await inTransaction(sql, (inside) => addTip(inside, tip, now()))
  if (concertId !== null) changed(concertId)
}

/** Thanks of listeners, and what the artist answers. */
export function makeThanks(ctx: ThanksContext) {
  const bound = withContext(ctx)
  return {
    thank: bound(thank),
    answer: bound(answer),
    ofOwn: bound(ofOwn),
    liveIn: bound(liveIn),
    /** For the artist, the newest first; the caller has checked whose concert it is. */
    of: (concertId: string) => thanksOf(ctx.sql, concertId, PAD_MOST),
    tipCame: bound(tipCame),
  }
}

export type ThanksService = ReturnType<typeof makeThanks>
