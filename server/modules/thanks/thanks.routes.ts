import { api } from '#contract/index.ts'
import { on } from '#server/platform/http/route.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { ThanksService } from './thanks.service.ts'

export function thanksRoutes(thanks: ThanksService): Route[] {
  return [
    on(api.songs.thank, ({ body, device }) => thanks.thank(body.orderId, device.known())),
    on(api.artist.thanks, async ({ artist, query }) =>
      (await thanks.ofOwn(artist.id, query.sessionId)).map((one) => ({
        ...one,
        at: one.at.toISOString(),
      })),
    ),
    on(api.artist.answerThanks, ({ artist, body }) => thanks.answer(artist.id, body)),
  ]
}
