import { HIDDEN_TITLE_TEXT } from '#domain/accounts/hidden-page.ts'
import { ownConcert } from '#domain/concerts/concert.ts'
import { noOrder } from '#domain/queue/my-order.ts'
import { DEVICES_KEPT_DAYS, WORDS_KEPT_DAYS } from '#domain/queue/order-words.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_MS } from '#domain/time.ts'
import { tellHall, transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { concertFacts } from '#server/platform/db/concert-facts.ts'
import { noteCommand } from '#server/platform/db/order-effects.ts'
import { deviceOfAsk } from './guest-orders.store.ts'
import { eraseForWhom } from './history.store.ts'
import {
  allAsks,
  eraseDevices,
  eraseWords,
  isTitleHidden,
  markEntryHidden,
  muteDevice,
  openWords,
} from './order-words.store.ts'
import type { AskView, HiddenEntry } from './order-words.store.ts'
import { openTitle } from './queue-view.store.ts'

/** Returns all that listeners wrote with their orders of one song, the newest last. */
export async function listAsks(
  ctx: Context,
  artistId: string,
  { sessionId: concertId, entryId }: { readonly sessionId: string; readonly entryId: string },
): Promise<AskView[]> {
  ownConcert(await concertFacts(ctx.sql, concertId), artistId)
  const found = await allAsks(ctx.sql, concertId, entryId)
  if (found === undefined) throw noOrder()
  return found
}

const hiddenByOperator = () => new Refusal('ILLEGAL_STEP', HIDDEN_TITLE_TEXT)

/** Shows a title that the word filter holds back to everybody. Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP where an operator hid it. */
export async function openHeldTitle(
  ctx: Context,
  artistId: string,
  { sessionId: concertId, entryId }: { readonly sessionId: string; readonly entryId: string },
): Promise<true> {
  await transaction(ctx, async (inside) => {
    const { sql } = inside
    ownConcert(await concertFacts(sql, concertId), artistId)
    if ((await isTitleHidden(sql, { concertId, entryId })) === true) throw hiddenByOperator()
    if (!(await openTitle(sql, { concertId, entryId, at: ctx.now() }))) throw noOrder()
    await noteCommand(concertId, ctx.now()).execute(sql)
    tellHall(inside, concertId)
  })
  return true
}

type AskOfSession = { readonly sessionId: string; readonly askId: string }

/** Opens texts that the word filter held back. Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP where an operator hid them. */
export function openHeldWords(
  ctx: Context,
  artistId: string,
  { sessionId: concertId, askId }: AskOfSession,
): Promise<AskView> {
  return transaction(ctx, async ({ sql }) => {
    ownConcert(await concertFacts(sql, concertId), artistId)
    const ask = await openWords(sql, { concertId, askId, at: ctx.now() })
    if (ask === undefined) throw noOrder()
    if (ask.held) throw hiddenByOperator()
    await noteCommand(concertId, ctx.now()).execute(sql)
    return ask
  })
}

/** Mutes the device behind this ask in this concert: its orders are refused and its name is hidden; or unmutes it. */
export async function muteListener(
  ctx: Context,
  artistId: string,
  { sessionId: concertId, askId, muted }: AskOfSession & { readonly muted: boolean },
): Promise<true> {
  await transaction(ctx, async (inside) => {
    const { sql } = inside
    ownConcert(await concertFacts(sql, concertId), artistId)
    const deviceId = await deviceOfAsk(sql, concertId, askId)
    if (deviceId === undefined) throw noOrder()
    await muteDevice(sql, { concertId, deviceId, muted })
    await noteCommand(concertId, ctx.now()).execute(sql)
    tellHall(inside, concertId)
  })
  return true
}

/**
 * Hides a song of a queue and what listeners wrote with it, also from opening by its artist; or shows them again. In the caller's transaction. Refuses NOT_FOUND.
 */
export async function hideEntryTexts(
  inside: Context,
  {
    sessionId: concertId,
    entryId,
    hidden,
  }: { sessionId: string; entryId: string; hidden: boolean },
): Promise<HiddenEntry> {
  const { sql, now } = inside
  const entry = await markEntryHidden(sql, { concertId, entryId }, hidden ? now() : null)
  if (entry === undefined) throw noOrder()
  await noteCommand(concertId, now()).execute(sql)
  tellHall(inside, concertId)
  return entry
}

/**
 * Erases what listeners wrote, and for whom the artist noted his songs, 30 days after the concert. It decides by the
 * data alone, so it works after a restore from a backup too.
 */
export async function forgetOrderWords(ctx: Context): Promise<void> {
  const endedBefore = new Date(ctx.now().getTime() - WORDS_KEPT_DAYS * DAY_MS)
  await eraseWords(ctx.sql, endedBefore)
  await eraseForWhom(ctx.sql, endedBefore)
}

/** Erases which device an order came from, 90 days after the concert. */
export function forgetDevices({ sql, now }: Context): Promise<void> {
  return eraseDevices(sql, new Date(now().getTime() - DEVICES_KEPT_DAYS * DAY_MS))
}
