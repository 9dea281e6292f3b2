import type { FastifyInstance } from 'fastify'
import { api } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Limits } from '#server/platform/http/limits.ts'
import { on } from '#server/platform/http/route.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Follows } from './follows.service.ts'

type Found = Awaited<ReturnType<Follows['ofLink']>>

function onWire({ username, name, songId, title, performer, town, confirmed }: Found) {
  return {
    artist: username === null ? null : { username, name: name ?? '' },
    song:
      songId === null || town === null
        ? null
        : { songId, title: title ?? '', artistName: performer ?? '', town },
    confirmed: Boolean(confirmed),
  }
}

export function followsRoutes(follows: Follows, limits: Limits): Route[] {
  return [
    on(api.follows.byPush, async ({ body: { subscription, ...asked }, device }) =>
      follows.byPush(asked, { target: subscription, deviceId: await device.ensure() }),
    ),
    on(api.follows.byEmail, async ({ body, device }) =>
      follows.byEmail(body, {
        deviceId: await device.ensure(),
        async spend(email) {
          await limits.spend('mailToAccount', email)
          await limits.spend('mailToAccountADay', email)
        },
      }),
    ),
    on(api.follows.own, ({ query, device }) => follows.own(query, device.known())),
    on(api.follows.end, ({ body, device }) => follows.end(body, device.known())),
    on(api.follows.ofLink, async ({ query }) => onWire(await follows.ofLink(query.token))),
    on(api.follows.confirm, async ({ body, device }) =>
      onWire(await follows.confirm(body, await device.ensure())),
    ),
    on(api.follows.endByLink, ({ body }) => follows.endByLink(body.token)),
    on(api.follows.wish, async ({ body, device }) =>
      follows.wish(body, body.wished ? await device.ensure() : device.known()),
    ),
    on(api.artist.townWishes, ({ artist, query }) => {
      const { inTown, ownOnly = false, persons, town, songId } = query
      const after =
        persons === undefined || town === undefined || songId === undefined
          ? null
          : { persons, town, songId }
      return follows.awaitedSongs(artist.id, { town: inTown, ownOnly, after })
    }),
  ]
}

const BODY_MOST = 16 * 1024

/** RFC 8058: mail programs post here, in either form encoding; a browser is redirected to the page that asks. */
export async function serveOneClick(
  app: FastifyInstance,
  follows: Follows,
  limits: Limits,
): Promise<void> {
  type OfToken = { Params: { token: string } }
  const options = { schema: { hide: true }, bodyLimit: BODY_MOST }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, __, done) => done(null))
    scope.post<OfToken>('/follow/:token/one-click', options, async ({ params, ip }, reply) => {
      await limits.spend('followOfAddress', ip)
      try {
        await follows.endByLink(params.token)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return reply.code(404).type('text/plain; charset=utf-8').send(error.message)
      }
      return reply.type('text/plain; charset=utf-8').send('Больше не пишем')
    })
    scope.get<OfToken>('/follow/:token/one-click', options, ({ params }, reply) =>
      reply.redirect(`/follow/${encodeURIComponent(params.token)}/end`, 302),
    )
  })
}
