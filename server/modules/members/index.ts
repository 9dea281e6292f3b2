import { api } from '#contract/index.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import {
  correctConcertMembers,
  monthlySplits,
  saveBandMembers,
  splitsCsv,
} from './members.service.ts'
import { membersOf } from './members.store.ts'

/** The band behind an account: which member gets which part of the concerts' earnings. Payouts do not use it. */
export const members: Module = {
  routes: (ctx) => [
    on(api.artist.members, ({ artist }) => membersOf(ctx.sql, artist.id)),
    on(api.artist.saveMembers, ({ artist, body }) => saveBandMembers(ctx, artist.id, body.members)),
    on(api.artist.correctMembers, ({ artist, body }) =>
      correctConcertMembers(ctx, artist.id, body.sessionId, body.members),
    ),
    on(api.payment.splits, async ({ artist, query }) => {
      const { concerts, ...sums } = await monthlySplits(ctx, artist.id, query.month ?? null)
      return {
        ...sums,
        concerts: concerts.map(({ concertId, startedAt, parts, ...concert }) => ({
          ...concert,
          sessionId: concertId,
          dateTimeStart: startedAt.toISOString(),
          parts: [...parts],
        })),
      }
    }),
    on(api.payment.splitCsv, async ({ artist, query }) => {
      const { text, fileName } = await splitsCsv(ctx, artist.id, query.sessionId ?? null)
      return { type: 'text/csv; charset=utf-8', bytes: Buffer.from(text), fileName }
    }),
  ],
}
