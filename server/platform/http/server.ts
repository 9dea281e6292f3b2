import { randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { asksForWebSocket } from '#packages/live-broadcast/handshake.ts'
import { requestLog } from '../lifecycle/log.ts'
import { answerUnreadable, answerUnroutable, decodableUrl } from './failures.ts'
import { compileSerializer, compileValidator } from './validation.ts'

/** The shape of the request ids of nginx, Caddy and HAProxy; no personal data fits it. */
const WELL_FORMED = /^[\da-f-]{16,64}$/iu

/** A request's id: the one that our own proxy sent, else a new one. */
function requestIds(trustProxy: boolean): (request: IncomingMessage) => string {
  return ({ headers }) => {
    const given = trustProxy ? headers['x-request-id'] : undefined
    return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUIDv7()
  }
}

/**
 * Connections that wait for `accept`; beyond this limit a client repeats its SYN after one, three, seven seconds. The
 * kernel's own bound (`somaxconn`, 4096 on Debian) applies too.
 */
const BACKLOG = 4096

/** The longest that a request may take to arrive: a photo over a slow network. */
const REQUEST_MS = 60_000
// Must not exceed REQUEST_MS, otherwise Node swaps the two.
const HEADERS_MS = 30_000
const SLOW_LOOK_MS = 5000

/** The server of a process, without routes. */
export function makeServer({ log, trustProxy }: { log: FastifyBaseLogger; trustProxy: boolean }) {
  const http = Fastify({
    loggerInstance: log,
    // One log line per request of a full venue would bury what matters; failures are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
    // For request.ip alone; the site's origin is `siteOrigin`. One hop: the client wrote the rest of the header.
    trustProxy: trustProxy ? (_, hop) => hop === 0 : false,
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
    genReqId: requestIds(trustProxy),
    childLoggerFactory: (logger, { reqId }) => requestLog(logger, String(reqId)),
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnreadable,
    bodyLimit: 256 * 1024,
    requestTimeout: REQUEST_MS,
    http: {
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: SLOW_LOOK_MS,
      shouldUpgradeCallback: asksForWebSocket,
    },
    routerOptions: { maxParamLength: 200 },
  })
  http.setValidatorCompiler(compileValidator)
  http.setSerializerCompiler(compileSerializer)
  http.decorateRequest('caller', null)
  return http
}

/** Starts to listen and returns the port; 0 asks for any free one. */
export async function listenOn(http: FastifyInstance, port: number, host: string): Promise<number> {
  await http.listen({ port, host, backlog: BACKLOG })
  return (http.server.address() as AddressInfo).port
}
