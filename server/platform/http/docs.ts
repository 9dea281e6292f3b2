import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { guardAnswers } from './answer-headers.ts'

/** The one style that the documentation's own script writes into its page. */
const OWN_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${OWN_STYLE}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** OpenAPI at /api/openapi.json and its readable form at /api/docs, both made from the contract's own schemas. */
export async function serveDocs(app: FastifyInstance, publicUrl: string): Promise<void> {
  const secure = publicUrl.startsWith('https:')
  // The documentation is mounted first and at the root, so all that comes after it is guarded too.
  guardAnswers(app, secure)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Бис', description: 'Все вызовы сервиса «Бис»', version: '1' },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: POLICY,
    // Else the page shows what a checker elsewhere says of us, and tells it who reads.
    uiConfig: { docExpansion: 'none', displayOperationId: false, validatorUrl: null },
    theme: { title: 'Бис: вызовы' },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
}
