import { api } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Done } from '../../platform/http/page-invalidation.ts'
import { on } from '../../platform/http/route.ts'
import type { Route } from '../../platform/http/route.ts'
import type { SecondPads } from './second-pads.service.ts'

export function secondPadsRoutes(pads: SecondPads): Route[] {
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
      const { id, name, concertId } = secondPad
      await pads.opened(id)
      return { name, artistUsername: username, sessionId: concertId }
    }),
    on(api.artist.padLog, async ({ artist, query }) => {
      const lines = await pads.actions(artist.id, query.sessionId)
      return lines.map((line) => ({ ...line, at: line.at.toISOString() }))
    }),
  ]
}

/** Notes a call that changed the queue, by whom it was. */
export function noteCall(pads: SecondPads, { endpoint, caller, body }: Done): void {
  if (endpoint.access !== 'pad' || caller === null) return
  const { sessionId = null, songId = null, statusSong } = body as Partial<Record<string, string>>
  pads.note({
    artistId: caller.id,
    concertId: sessionId,
    by: caller.secondPad?.name ?? null,
    metric: statusSong === 'SKIPPED' ? 'skip' : endpoint.metric,
    songId,
  })
}
