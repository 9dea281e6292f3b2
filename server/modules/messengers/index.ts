import type { FastifyInstance } from 'fastify'
import { api } from '#contract/index.ts'
import { MESSENGERS } from '#domain/messengers.ts'
import type { MessengerName } from '#domain/messengers.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { channelsView, endChannel, newChannelCode, postInChannels } from './channels.service.ts'
import { linkOfListener } from './incoming.service.ts'
import { forgetCodes } from './messengers.store.ts'
import { readUpdates, takeUpdate } from './updates.service.ts'

const CLOCK_MS = 5 * SECOND_MS

/** Artists' channels and listeners' chats with our bots. */
export const messengers: Module = {
  routes: (ctx) => [
    on(api.messengers.link, ({ body, device }) => linkOfListener(ctx, body, device)),
    on(api.messengers.channels, ({ artist }) => channelsView(ctx, artist.id)),
    on(api.messengers.code, ({ artist }) => newChannelCode(ctx, artist.id)),
    on(api.messengers.end, ({ artist, body }) => endChannel(ctx, artist.id, body.id)),
  ],
  serve: serveUpdates,
  jobs: [
    { everyMs: CLOCK_MS, run: postInChannels },
    // Each by itself: one that is down delays no other.
    ...MESSENGERS.map((name) => ({
      everyMs: CLOCK_MS,
      run: (ctx: Context, stopping: AbortSignal) => readUpdates(ctx, name, stopping),
    })),
  ],
  forget: [({ sql, now }) => forgetCodes(sql, now())],
}

const BODY_MOST = 256 * 1024

/** Where messengers send the updates of our bots. */
function serveUpdates(http: FastifyInstance, ctx: Context): void {
  type Asked = { Params: { name: string } }
  const options = { schema: { hide: true }, bodyLimit: BODY_MOST }
  http.post<Asked>('/messenger/:name', options, async ({ params, headers, body, ip }, reply) => {
    void reply.type('text/plain; charset=utf-8')
    const messenger = ctx.messengers.get(params.name as MessengerName)
    if (messenger === undefined) return reply.code(404).send('Такого адреса нет')
    const answer = await takeUpdate(ctx, messenger, { headers, body })
    if (answer !== null) return answer
    await ctx.limits.spend('forgedNoticeOfAddress', ip)
    return reply.code(403).send('Секрет не подошёл')
  })
}
