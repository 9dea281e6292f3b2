import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { isFromThisMachine } from '#server/platform/http/forwarded.ts'
import { mailboxPage, STYLE } from './mailbox-page.ts'
import { MAILBOX_SIZE, newestLetters } from './mailbox.store.ts'

const SHOWN = 100

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const TO = {
  type: 'object',
  properties: { to: { type: 'string', maxLength: 254, pattern: '^\\P{Cc}*$' } },
  additionalProperties: false,
} as const

function sealed(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
}

/**
 * The letters of a demo or a development server: a page for people, and JSON for tests and scripts.
 * A letter opens an account, so to other machines there is no such page.
 */
export function serveMailbox(
  app: FastifyInstance,
  { sql, ...site }: { sql: Sql; trustProxy: boolean; publicUrl: string },
): void {
  const onRequest = async ({ raw }: FastifyRequest) => {
    if (!isFromThisMachine(raw, site))
      throw new Refusal('NOT_FOUND', 'Письма этого сервера открываются только на нём самом')
  }
  app.get('/mailbox', { schema: { hide: true }, onRequest }, async (_, reply) => {
    const letters = await newestLetters(sql, { limit: SHOWN })
    return sealed(reply).type('text/html; charset=utf-8').send(mailboxPage(letters))
  })
  app.get<{ Querystring: { to?: string } }>(
    '/mailbox.json',
    { schema: { hide: true, querystring: TO }, onRequest },
    async (request, reply) => {
      const to = request.query.to?.trim().toLowerCase()
      return sealed(reply).send(await newestLetters(sql, { limit: MAILBOX_SIZE, to }))
    },
  )
}
