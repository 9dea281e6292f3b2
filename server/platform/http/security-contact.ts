import type { FastifyInstance } from 'fastify'
import { DAY_MS } from '#domain/time.ts'

/** RFC 9116 requires an expiry date within a year. */
const TRUSTED_DAYS = 180
/** Reserved domains; a demo's example address has one. */
const NOBODYS = /@(?:[^@]+\.)?(?:example|invalid|test|localhost)$/iu

/** Serves /.well-known/security.txt: where to report a vulnerability. Not served where the site names no address. */
export function serveSecurityContact(
  app: FastifyInstance,
  deps: { publicUrl: string; supportEmail: string | null; now: () => Date },
): void {
  const { publicUrl, supportEmail, now } = deps
  if (supportEmail === null || NOBODYS.test(supportEmail)) return
  const path = '/.well-known/security.txt'
  app.get(path, { schema: { hide: true } }, async (_, reply) => {
    const expires = new Date(now().getTime() + TRUSTED_DAYS * DAY_MS)
    const lines = [
      `Contact: mailto:${supportEmail}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: ru, en',
      `Canonical: ${publicUrl}${path}`,
    ]
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}
