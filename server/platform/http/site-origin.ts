import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'

/** Of a `Host` header (RFC 9110, 7.2): a name or an address, and a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/iu

export type SiteOrigin = {
  /** The origin at which the sender of this `Host` reaches the site, without a slash at the end. */
  at(host: string | undefined): string
  /** Whether a page of this `Origin` is ours. */
  owns(origin: string, host: string | undefined): boolean
}

/**
 * The configured origin, whatever a request claims. `anyHost`: none is configured (`publicUrl` is the default), so the
 * site is also at any valid `Host` of a request, by http or through a tunnel by https. X-Forwarded-Host and
 * X-Forwarded-Proto are never read.
 */
export function siteOrigin({
  publicUrl,
  anyHost = false,
}: {
  publicUrl: string
  anyHost?: boolean
}): SiteOrigin {
  function reached(host = ''): URL | null {
    return anyHost && HOST.test(host) ? URL.parse(`http://${host}`) : null
  }
  return {
    at: (host) => reached(host)?.origin ?? publicUrl,
    owns: (origin, host) =>
      origin === publicUrl ||
      (/^https?:/u.test(origin) && URL.parse(origin)?.host === (reached(host)?.host ?? null)),
  }
}

/** More than the longest text of our forms, as encoded. */
const FORM_LIMIT = 64 * 1024

/** A form from another site must not act with a visitor's cookies. */
function fromOurOwnPage({ headers }: FastifyRequest, site: SiteOrigin): boolean {
  if (headers.origin === undefined) return headers['sec-fetch-site'] !== 'cross-site'
  return site.owns(headers.origin, headers.host)
}

/**
 * Pages of this scope accept only what their own forms send: a page that cannot parse its input would report a bug.
 * Refuses NOT_YOURS to a form of another site, and VALIDATION to an empty one.
 */
export function acceptPostedForms(scope: FastifyInstance, site: SiteOrigin): void {
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
