import type { FastifyInstance } from 'fastify'
import { Refusal } from '#domain/refusal.ts'

/** More than the longest text that a form of ours takes, as it travels. */
const FORM_LIMIT = 64 * 1024

/**
 * Pages of this scope take what their own forms send and nothing else: a page that cannot read what came
 * would call it a bug. Refuses VALIDATION where nothing came.
 */
export function takePostedForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: FORM_LIMIT },
    (_, body, done) => done(null, body),
  )
  scope.addHook('preValidation', async ({ method, body }) => {
    if (method === 'POST' && !Buffer.isBuffer(body))
      throw new Refusal('VALIDATION', 'Форма пришла пустой')
  })
}
