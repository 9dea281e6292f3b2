import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import type { SiteOrigin } from './site-origin.ts'

/** More than the longest text that a form of ours takes, as it travels. */
const FORM_LIMIT = 64 * 1024

/** A form from another site must not act with a visitor's cookies. */
function fromOurOwnPage({ headers }: FastifyRequest, site: SiteOrigin): boolean {
  if (headers.origin === undefined) return headers['sec-fetch-site'] !== 'cross-site'
  return site.owns(headers.origin, headers.host)
}

/**
 * Pages of this scope take what their own forms send and nothing else: a page that cannot read what came
 * would call it a bug. Refuses NOT_YOURS to a form of another site, and VALIDATION where nothing came.
 */
export function takePostedForms(scope: FastifyInstance, site: SiteOrigin): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: FORM_LIMIT },
    (_, body, done) => done(null, body),
  )
  scope.addHook('onRequest', async (request) => {
    if (request.method === 'POST' && !fromOurOwnPage(request, site))
      throw new Refusal('NOT_YOURS', 'Форма пришла с чужой страницы')
  })
  scope.addHook('preValidation', async ({ method, body }) => {
    if (method === 'POST' && !Buffer.isBuffer(body))
      throw new Refusal('VALIDATION', 'Форма пришла пустой')
  })
}
