import { api } from '#contract/index.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import {
  answerListener,
  answerTipper,
  forgetTipNames,
  listThanks,
  liveThanks,
  openNameOfTip,
  thankForSong,
} from './thanks.service.ts'

export const thanks: Module = {
  routes: (ctx) => [
    on(api.songs.thank, ({ body, device }) => thankForSong(ctx, body.orderId, device.known())),
    on(api.artist.thanks, async ({ artist, query }) =>
      (await listThanks(ctx, artist.id, query.sessionId)).map((one) => ({
        ...one,
        at: one.at.toISOString(),
      })),
    ),
    on(api.artist.answerThanks, ({ artist, body }) => answerListener(ctx, artist.id, body)),
    on(api.artist.answerTip, ({ artist, body }) => answerTipper(ctx, artist.id, body)),
    on(api.artist.openTipName, ({ artist, body }) => openNameOfTip(ctx, artist.id, body)),
  ],
  shown: liveThanks,
  forget: [forgetTipNames],
}
