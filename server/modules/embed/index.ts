import { Refusal } from '#domain/refusal.ts'
import type { Module } from '#server/module.ts'
import { EMBED_POLICY, embedFrame, embedPage, noCardPage } from './embed-page.ts'
import { embeddedCard, oembedOf } from './embed.service.ts'

/** A card on a busy page is requested often, and concerts rarely start. */
const FRESH_SECONDS = 60

/** /embed/{artistUsername}: an artist's card for a frame on any site; /oembed names it for a program that has the page's address. */
export const embed: Module = {
  serve(http, ctx) {
    http.get<{ Params: { artistUsername: string } }>(
      '/embed/:artistUsername',
      { schema: { hide: true } },
      async (request, reply) => {
        await ctx.limits.spend('previewOfAddress', request.ip)
        const card = await embeddedCard(ctx, request.params.artistUsername).catch(
          (error: unknown) => {
            if (error instanceof Refusal && error.code === 'NOT_FOUND') return error.message
            throw error
          },
        )
        const isText = typeof card === 'string'
        return reply
          .code(isText ? 404 : 200)
          .headers({
            'content-security-policy': EMBED_POLICY,
            'cache-control': `public, max-age=${FRESH_SECONDS}`,
            'x-robots-tag': 'noindex',
          })
          .type('text/html; charset=utf-8')
          .send(isText ? noCardPage(ctx.publicUrl, card) : embedPage(card))
      },
    )
    http.get<{ Querystring: { url?: string; format?: string; maxwidth?: string } }>(
      '/oembed',
      { schema: { hide: true } },
      async (request, reply) => {
        await ctx.limits.spend('previewOfAddress', request.ip)
        const { url = '', format = 'json', maxwidth } = request.query
        // The published answer to a format that is not served (oembed.com, 2.3.2).
        if (format !== 'json') return reply.code(501).send()
        const found = await oembedOf(ctx, url, Number(maxwidth ?? Number.NaN))
        const { src: _, ...card } = found ?? { src: null }
        return reply
          .code(found === null ? 404 : 200)
          .header('cache-control', `public, max-age=${FRESH_SECONDS}`)
          .header('access-control-allow-origin', '*')
          .send(found === null ? {} : { ...card, html: embedFrame(found) })
      },
    )
  },
}
