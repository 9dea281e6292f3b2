import { api } from '#contract/index.ts'
import { ownConcert } from '#domain/concerts/concert.ts'
import { endedTablet } from '#domain/queue/tablet.ts'
import type { Context } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import { concertFacts } from '#server/platform/db/concert-facts.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { triesOf } from '#server/platform/http/limits.ts'
import { on } from '#server/platform/http/route.ts'
import {
  foretellAtTable,
  lookAtTablet,
  makeCode,
  orderAtTable,
  pairTablet,
  seatTablet,
} from './tablets.service.ts'
import { removeTablet, tabletsOf } from './tablets.store.ts'

const codeTries = ({ limits }: Context, by: Parameters<typeof triesOf>[1]) =>
  triesOf(limits, by, { device: 'tabletCodeOfDevice', address: 'tabletCodeOfAddress' })

/** Tablets in the hall: paired by a code from the pad, each orders for one table. */
export const tablets: Module = {
  routes: (ctx) => [
    on(api.tablets.code, ({ artist, body }) => makeCode(ctx, artist.id, body.sessionId)),
    on(api.tablets.list, async ({ artist, query }) => {
      ownConcert(await concertFacts(ctx.sql, query.sessionId), artist.id)
      const paired = await tabletsOf(ctx.sql, query.sessionId)
      return paired.map((one) => ({ ...one, pairedAt: one.pairedAt.toISOString() }))
    }),
    on(api.tablets.end, async ({ artist, body }) => {
      ownConcert(await concertFacts(ctx.sql, body.sessionId), artist.id)
      if (!(await removeTablet(ctx.sql, body.sessionId, body.id))) throw endedTablet()
      return true
    }),
    on(api.tablets.pair, (call) => pairTablet(ctx, call.body, codeTries(ctx, call))),
    on(api.tablets.move, (call) => seatTablet(ctx, call.body, codeTries(ctx, call))),
    on(api.tablets.look, ({ body }) => lookAtTablet(ctx, body.token)),
    on(api.tablets.placeAhead, ({ body }) => foretellAtTable(ctx, body)),
    on(api.tablets.order, ({ body, address, idempotencyKey }) =>
      orderAtTable(ctx, body, { address, network: networkOf(address), idempotencyKey }),
    ),
  ],
}
