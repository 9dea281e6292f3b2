import { ownConcert } from '#domain/concerts/concert.ts'
import { noOrder } from '#domain/queue/my-order.ts'
import { WORDS_KEPT_DAYS } from '#domain/queue/order-words.ts'
import { DAY_MS } from '#domain/time.ts'
import { noteCommand } from '#server/platform/db/order-effects.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { withContext } from '#server/platform/with-context.ts'
import { eraseForWhom } from './history.store.ts'
import { allAsks, eraseWords, muteDeviceOf, openWords } from './order-words.store.ts'
import type { AskView } from './order-words.store.ts'
import { ownerOf } from './queue-view.store.ts'

type OrderWordsContext = {
  readonly sql: Sql
  readonly now: () => Date
  /** After the commit: notifies the concert's watchers. */
  readonly changed: (concertId: string) => void
}

type AskOfSession = { readonly sessionId: string; readonly askId: string }

/** Returns all that listeners wrote with their orders of one song, the newest last. Refuses NOT_FOUND and NOT_YOURS. */
async function asks(
  { sql }: OrderWordsContext,
  artistId: string,
  { sessionId: concertId, entryId }: { readonly sessionId: string; readonly entryId: string },
): Promise<AskView[]> {
  ownConcert(await ownerOf(sql, concertId), artistId)
  const found = await allAsks(sql, concertId, entryId)
  if (found === undefined) throw noOrder()
  return found
}

/** Opens texts that the word filter held back. Refuses NOT_FOUND and NOT_YOURS. */
async function open(
  { sql, now }: OrderWordsContext,
  artistId: string,
  { sessionId: concertId, askId }: AskOfSession,
): Promise<AskView> {
  return inTransaction(sql, async (inside) => {
    ownConcert(await ownerOf(inside, concertId), artistId)
    const ask = await openWords(inside, { concertId, askId, at: now() })
    if (ask === undefined) throw noOrder()
    await noteCommand(concertId, now()).execute(inside)
    return ask
  })
}

/**
 * Mutes the device behind this ask in this concert: its orders are refused and its name is hidden; or unmutes it.
 * Refuses NOT_FOUND and NOT_YOURS.
 */
async function mute(
  { sql, now, changed }: OrderWordsContext,
  artistId: string,
  { sessionId: concertId, askId, muted }: AskOfSession & { readonly muted: boolean },
): Promise<true> {
  await inTransaction(sql, async (inside) => {
    ownConcert(await ownerOf(inside, concertId), artistId)
    if (!(await muteDeviceOf(inside, { concertId, askId, muted }))) throw noOrder()
    await noteCommand(concertId, now()).execute(inside)
  })
  changed(concertId)
  return true
}

/**
 * Erases what listeners wrote, and for whom the artist noted his songs, 30 days after the concert. It decides by the
 * data alone, so it works after a restore from a backup too.
 */
async function forgetOld({ sql, now }: OrderWordsContext): Promise<void> {
  const endedBefore = new Date(now().getTime() - WORDS_KEPT_DAYS * DAY_MS)
  await eraseWords(sql, endedBefore)
  await eraseForWhom(sql, endedBefore)
}

/** What listeners wrote with their orders, and the muted devices. */
export function makeOrderWords(ctx: OrderWordsContext) {
  const bound = withContext(ctx)
  return { asks: bound(asks), open: bound(open), mute: bound(mute), forgetOld: bound(forgetOld) }
}

export type OrderWordsService = ReturnType<typeof makeOrderWords>
