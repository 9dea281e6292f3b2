import { api } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import { on } from '../../platform/http/route.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Concerts } from '../concerts/concerts.service.ts'
import { sessionOf } from '../concerts/session-shape.ts'
import type { SecondPads } from './second-pads.service.ts'

export function secondPadsRoutes(pads: SecondPads, concerts: Pick<Concerts, 'byId'>): Route[] {
  return [
    on(api.artist.secondPads, ({ artist, query }) => pads.list(artist.id, query.sessionId)),
    on(api.artist.addSecondPad, ({ artist, body }) =>
      pads.add(artist.id, body.sessionId, body.name),
    ),
    on(api.artist.revokeSecondPad, async ({ artist, body }) => {
      await pads.revoke(artist.id, body.sessionId, body.id)
      return true
    }),
    on(api.artist.secondPad, async ({ artist: { username, secondPad } }) => {
      if (secondPad === undefined) throw new Refusal('NOT_FOUND', 'Это ваш собственный пульт')
      await pads.opened(secondPad.id)
      const session = sessionOf(await concerts.byId(secondPad.concertId))
      return { name: secondPad.name, artistUsername: username, session }
    }),
    on(api.artist.padLog, ({ artist, query }) => pads.actions(artist.id, query.sessionId)),
  ]
}
