import { api } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import { on } from '#server/platform/http/route.ts'
import type { Done, Route } from '#server/platform/http/route.ts'
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
      const { id, name, concertId, pass } = secondPad
      await pads.opened(id)
      return { name, artistUsername: username, sessionId: concertId, pass }
    }),
    on(api.artist.padLog, async ({ artist, query }) => {
      const lines = await pads.actions(artist.id, query.sessionId)
      return lines.map((line) => ({ ...line, at: line.at.toISOString() }))
    }),
  ]
}

/** Logs what was done with a pad, and by whom. */
export function noteCall(pads: SecondPads, call: Done): void {
  const { endpoint, caller, body } = call
  if (endpoint.access !== 'pad' || caller === null) return
  const { sessionId = null, songId = null } = body as Partial<Record<string, string>>
  pads.note({
    artistId: caller.id,
    concertId: sessionId,
    by: caller.secondPad?.name ?? null,
    action: actionOf(call),
    songId,
  })
}

function actionOf({ endpoint, body }: Done): string | null {
  const { statusSong, muted } = body as { statusSong?: string; muted?: boolean }
  if (endpoint.path === api.artist.openWords.path) return 'open_words'
  if (endpoint.path === api.artist.muteListener.path) return muted === false ? 'unmute' : 'mute'
  if (endpoint.path === api.artist.transposeSong.path) return 'transpose'
  if (statusSong === 'SKIPPED') return 'skip'
  return endpoint.metric
}
