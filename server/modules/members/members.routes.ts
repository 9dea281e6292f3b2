import { api } from '#contract/index.ts'
import { on } from '#server/platform/http/route.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Members } from './members.service.ts'

export function membersRoutes(members: Members): Route[] {
  return [
    on(api.artist.members, ({ artist }) => members.of(artist.id)),
    on(api.artist.saveMembers, ({ artist, body }) => members.save(artist.id, body.members)),
    on(api.artist.correctMembers, ({ artist, body }) =>
      members.correct(artist.id, body.sessionId, body.members),
    ),
    on(api.payment.splits, async ({ artist, query }) => {
      const { concerts, ...sums } = await members.splits(artist.id, query.month ?? null)
      return {
        ...sums,
        concerts: concerts.map(({ concertId, startsAt, parts, ...concert }) => ({
          ...concert,
          sessionId: concertId,
          dateTimeStart: startsAt.toISOString(),
          parts: [...parts],
        })),
      }
    }),
    on(api.payment.splitCsv, async ({ artist, query }) => {
      const { text, fileName } = await members.csv(artist.id, query.sessionId ?? null)
      return { type: 'text/csv; charset=utf-8', bytes: Buffer.from(text), fileName }
    }),
  ]
}
