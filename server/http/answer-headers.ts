import type { FastifyInstance } from 'fastify'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * What every answer of this scope and those made later inside it tells the browser about itself.
 * `secure`: people come by https, and the browser is to remember that.
 */
export function guardAnswers(app: FastifyInstance, secure: boolean): void {
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // A payment opens in a tab of its own, which must stay able to come back.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(secure ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
  }
  app.addHook('onRequest', async (_, reply) => {
    void reply.headers(headers)
  })
}
