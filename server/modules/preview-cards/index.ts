import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY_SECONDS } from '#domain/time.ts'
import type { Module } from '#server/module.ts'
import { isNotModified } from '#server/platform/http/if-none-match.ts'
import { FILE_POLICY } from '#server/platform/http/policy.ts'
import type { DrawnCard } from './drawing-queue.ts'
import {
  artistPreview,
  concertPreview,
  playedPreview,
  sitePreview,
} from './preview-cards.service.ts'

/** A link with the picture's version is cached for long; under any other the picture may change soon. */
const NAMED_SECONDS = 30 * DAY_SECONDS
const UNNAMED_SECONDS = 300

type Asked = { Params: Record<string, string>; Querystring: { v?: string | string[] } }

function answer(request: FastifyRequest<Asked>, reply: FastifyReply, picture: DrawnCard | null) {
  if (picture === null)
    return reply
      .code(404)
      .header('cache-control', 'public, max-age=60')
      .header('content-security-policy', FILE_POLICY)
      .type('text/plain; charset=utf-8')
      .send('Такой картинки нет')
  const seconds = request.query.v === picture.version ? NAMED_SECONDS : UNNAMED_SECONDS
  const tag = `"${picture.version}"`
  void reply.header('cache-control', `public, max-age=${seconds}`).header('etag', tag)
  if (isNotModified(request.headers, tag)) return reply.code(304).send()
  return reply.type('image/jpeg').header('content-security-policy', FILE_POLICY).send(picture.bytes)
}

/** /og/artist/{username}.jpg, /og/concert/{id}.jpg, /og/site.jpg, and for stories /og/played/{id}.jpg. */
export const previewCards: Module = {
  serve(http, ctx) {
    const serve = (
      url: string,
      find: (name: string) => Promise<DrawnCard | null>,
      rate: 'previewOfAddress' | 'storyOfAddress' = 'previewOfAddress',
    ) =>
      http.get<Asked>(url, { schema: { hide: true } }, async (request, reply) => {
        await ctx.limits.spend(rate, request.ip)
        return answer(request, reply, await find(Object.values(request.params)[0] ?? ''))
      })
    serve('/og/artist/:artistUsername.jpg', (username) => artistPreview(ctx, username))
    serve('/og/concert/:name.jpg', (id) => concertPreview(ctx, id))
    serve('/og/played/:name.jpg', (id) => playedPreview(ctx, id), 'storyOfAddress')
    serve('/og/site.jpg', () => sitePreview(ctx))
  },
}
