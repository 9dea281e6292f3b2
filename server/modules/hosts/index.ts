import { api } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import type { RequestCaller } from '#server/platform/http/route.ts'
import {
  closeHostLists,
  forgetHosts,
  hostForArtist,
  hostOfToken,
  hostView,
  makeHostLink,
  openMoment,
  revokeHostLink,
  saveBarred,
  saveLists,
} from './hosts.service.ts'

/** «Хозяин вечера»: what must be played, what not, and moments, by a link without rights on the pad. */
export const hosts: Module = {
  routes: (ctx) => [
    on(api.artist.host, ({ artist, query }) => hostForArtist(ctx, artist.id, query.sessionId)),
    on(api.artist.makeHostLink, ({ artist, body }) => makeHostLink(ctx, artist, body.sessionId)),
    on(api.artist.closeHostLists, ({ artist, body }) => closeHostLists(ctx, artist.id, body)),
    on(api.artist.revokeHostLink, async ({ artist, body }) => {
      await revokeHostLink(ctx, artist.id, body.sessionId)
      return true
    }),
    on(api.artist.openMoment, ({ artist, body }) => openMoment(ctx, artist.id, body)),
    on(api.host.view, ({ artist }) => hostView(ctx, concertOf(artist))),
    on(api.host.saveSongs, ({ artist, body }) => saveLists(ctx, concertOf(artist), body)),
    on(api.host.saveBarred, ({ artist, body }) => saveBarred(ctx, concertOf(artist), body)),
  ],
  authenticate: hostOfToken,
  forget: [forgetHosts],
}

/** The concert of the host who calls. */
function concertOf({ host }: RequestCaller): string {
  if (host === undefined) throw new Refusal('NOT_YOURS', 'Это делает хозяин вечера по своей ссылке')
  return host.concertId
}
