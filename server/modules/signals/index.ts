import type { BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { admitArranging, ownConcert } from '#domain/concerts/concert.ts'
import { admitSignal, checkOwnSignals, SIGNAL_LATEST_MS } from '#domain/queue/signals.ts'
import { tellHall, transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { concertFacts } from '#server/platform/db/concert-facts.ts'
import { addSignal, ownSignalsOf, recentSignals, saveOwnSignals } from './signals.store.ts'

/** Signals of the band: from any pad to all pads of a concert. */
export const signals: Module = {
  routes: (ctx) => [
    on(api.artist.signals, async ({ artist, query }) => {
      ownConcert(await concertFacts(ctx.sql, query.sessionId), artist.id)
      const since = new Date(ctx.now().getTime() - SIGNAL_LATEST_MS)
      const [own, recent] = await Promise.all([
        ownSignalsOf(ctx.sql, artist.id),
        recentSignals(ctx.sql, query.sessionId, since),
      ])
      return { own, recent: recent.map((one) => ({ ...one, at: one.at.toISOString() })) }
    }),
    on(api.artist.giveSignal, ({ artist, body }) =>
      giveSignal(ctx, { artistId: artist.id, by: artist.secondPad?.name ?? null }, body),
    ),
    on(api.artist.setOwnSignals, async ({ artist, body }) => {
      const own = checkOwnSignals(body.signals)
      await saveOwnSignals(ctx.sql, artist.id, own)
      return own
    }),
  ],
}

type Giver = { readonly artistId: string; readonly by: string | null }

/** Gives a signal once for each id. Refuses NOT_FOUND, NOT_YOURS, ILLEGAL_STEP once the concert is over, VALIDATION at `words`. */
function giveSignal(
  ctx: Context,
  { artistId, by }: Giver,
  { sessionId: concertId, id, words, agoMs }: BodyOf<typeof api.artist.giveSignal>,
): Promise<true> {
  return transaction<true>(ctx, async (inside) => {
    const { sql, now } = inside
    admitArranging(ownConcert(await concertFacts(sql, concertId), artistId))
    admitSignal(words, await ownSignalsOf(sql, artistId))
    const givenAt = new Date(now().getTime() - Math.min(agoMs, SIGNAL_LATEST_MS))
    await addSignal(sql, { id, concertId, givenAt, givenBy: by, words })
    tellHall(inside, concertId)
    return true
  })
}
