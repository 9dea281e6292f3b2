import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { YEAR_SECONDS } from '#domain/time.ts'

/** Of what browsers can lend a page, ours ask for the place and for a screen that stays lit. */
const NOT_ASKED_FOR = [
  'accelerometer',
  'camera',
  'display-capture',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const PERMISSIONS = [
  ...NOT_ASKED_FOR.map((name) => `${name}=()`),
  'geolocation=(self)',
  'screen-wake-lock=(self)',
].join(', ')

/** For what is no page: it loads nothing and stands in no frame. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'"
/** The policy of a script binds the worker that it becomes. */
const SCRIPT = /^(?:text|application)\/javascript/u

/**
 * What every answer of this scope and those made later inside it tells the browser about itself.
 * `secure`: people come by https, and the browser is to remember that.
 */
function guardAnswers(app: FastifyInstance, secure: boolean): void {
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // A payment opens in a tab of its own, which must stay able to come back.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': PERMISSIONS,
    ...(secure
      ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }
      : {}),
  }
  app.addHook('onRequest', (_, reply, done) => {
    void reply.headers(headers)
    done()
  })
  app.addHook('onSend', (_, reply, payload, done) => {
    // What a browser holds stays under the policy that it came with: a new one here would take its place.
    const has = reply.statusCode === 304 || reply.hasHeader('content-security-policy')
    if (!has && !SCRIPT.test(String(reply.getHeader('content-type'))))
      void reply.header('content-security-policy', NO_PAGE)
    done(null, payload)
  })
}

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
