import type { FastifyInstance } from 'fastify'
import { serveAdmin } from './admin-door.ts'
import { serveApi } from './api-door.ts'
import type { SandboxBank } from './bank.ts'
import { servePayer } from './payer-door.ts'
import { servePhones } from './phone-door.ts'

/** How long a caller who gets no answer is kept, at most. */
const HANG_MS = 30_000

/**
 * Mounts the demo bank under /sandbox-bank: its calls, the payer's page, the telephones and the operator's
 * desk, with body readers of its own. The notices on their way are waited for when `app` closes.
 */
export async function serveSandboxBank(
  app: FastifyInstance,
  bank: SandboxBank,
  { hangMs = HANG_MS }: { hangMs?: number } = {},
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) =>
        done(null, body),
      )
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_, body, done) => done(null, new URLSearchParams(body.toString())),
      )
      scope.addHook('onRequest', async (_, reply) => {
        void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      })
      serveApi(scope, bank, hangMs)
      servePayer(scope, bank)
      servePhones(scope, bank)
      serveAdmin(scope, bank)
      scope.addHook('onClose', () => bank.idle())
    },
    { prefix: '/sandbox-bank' },
  )
}
