import type { FastifyReply } from 'fastify'
import type { Module } from '#server/module.ts'
import { markup, trusted } from '#server/platform/http/markup.ts'
import { FILE_POLICY } from '#server/platform/http/policy.ts'
import type { Sitemap, SitemapEntry } from './sitemap-cache.ts'
import { sitemapIndex, sitemapPart } from './sitemap.service.ts'

const FRESH_SECONDS = 600
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Paths with nothing for search engines: the artists' own area, API calls, and pages of one person. */
const CLOSED = [
  '/artist',
  '/api/',
  '/super/',
  '/admin',
  '/mailbox',
  '/payment/',
  '/passwordRecovery',
  '/payout-number/',
  '/another-email/',
  '/cookie-consent',
  '/keepsake/',
]

/** /robots.txt, /sitemap.xml and the parts that it names. */
export const sitemaps: Module = {
  serve(http, ctx) {
    const { limits } = ctx
    const options = { schema: { hide: true } }
    const text = robots(ctx.publicUrl)
    http.get('/robots.txt', options, (_, reply) =>
      reply
        .header('cache-control', `public, max-age=${FRESH_SECONDS}`)
        .type('text/plain; charset=utf-8')
        .send(text),
    )
    http.get('/sitemap.xml', options, async (request, reply) => {
      await limits.spend('previewOfAddress', request.ip)
      return answer(reply, await sitemapIndex(ctx))
    })
    http.get<{ Params: { name: string } }>(
      '/sitemap/:name.xml',
      options,
      async (request, reply) => {
        await limits.spend('previewOfAddress', request.ip)
        return answer(reply, await sitemapPart(ctx, request.params.name))
      },
    )
  },
}

function robots(publicUrl: string): string {
  return [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${new URL('/sitemap.xml', publicUrl).href}`,
    '',
  ].join('\n')
}

function xmlOf({ kind, lines }: Sitemap): string {
  const [whole, one] = kind === 'index' ? ['sitemapindex', 'sitemap'] : ['urlset', 'url']
  const line = ({ address, changedAt }: SitemapEntry) => {
    const changed = changedAt === null ? '' : markup`<lastmod>${changedAt.toISOString()}</lastmod>`
    return markup`<${trusted(one)}><loc>${address}</loc>${changed}</${trusted(one)}>`
  }
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<${trusted(whole)} xmlns="${NAMESPACE}">
${lines.map(line)}
</${trusted(whole)}>
`.html
}

/** Rendered once for all requests while a list is cached. */
const written = new WeakMap<Sitemap, string>()

function textOf(sitemap: Sitemap): string {
  const text = written.get(sitemap) ?? xmlOf(sitemap)
  written.set(sitemap, text)
  return text
}

function answer(reply: FastifyReply, sitemap: Sitemap | null) {
  if (sitemap === null)
    return reply.code(404).type('text/plain; charset=utf-8').send('Такого списка нет')
  return reply
    .header('cache-control', `public, max-age=${FRESH_SECONDS}`)
    .header('content-security-policy', FILE_POLICY)
    .type('application/xml; charset=utf-8')
    .send(textOf(sitemap))
}
