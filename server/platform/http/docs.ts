import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { YEAR_SECONDS } from '#domain/time.ts'

/** Of the browser's features our pages use the location and the screen wake lock. */
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

/** For responses that are no page: they load nothing and are in no frame. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'"
/** The policy of a script applies to the worker that it becomes. */
const SCRIPT = /^(?:text|application)\/javascript/u

/**
 * Sets the security headers of every response of this scope and of those created later inside it. `secure`: the site is
 * served by https, and the browser is to remember that.
 */
function guardAnswers(app: FastifyInstance, secure: boolean): void {
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // A payment opens in a tab of its own, which must be able to come back.
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
    // A cached copy stays under the policy that it came with: a new one here would replace that.
    const has = reply.statusCode === 304 || reply.hasHeader('content-security-policy')
    if (!has && !SCRIPT.test(String(reply.getHeader('content-type'))))
      void reply.header('content-security-policy', NO_PAGE)
    done(null, payload)
  })
}

/** The only style that the documentation's own script writes into its page. */
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

/** Serves OpenAPI at /api/openapi.json and its readable form at /api/docs, both generated from the contract's own schemas. */
export async function serveDocs(app: FastifyInstance, publicUrl: string): Promise<void> {
  const secure = publicUrl.startsWith('https:')
  // The documentation is mounted first and at the root, so all later routes are guarded too.
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
    // Otherwise the page shows the result of an outside validator, and reveals its reader to it.
    uiConfig: { docExpansion: 'none', displayOperationId: false, validatorUrl: null },
    theme: { title: 'Бис: вызовы' },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
}
