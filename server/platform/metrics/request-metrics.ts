import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyEndpoint, CallMetric } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { schemaOf } from '../http/bind.ts'
import { isFromThisMachine } from '../http/client-address.ts'
import { answerNotFound } from '../http/failures.ts'
import { sameSecret } from '../same-secret.ts'
import type { Metrics } from './metrics.ts'

type MetricsDeps = {
  /** A caller with this token reads from anywhere; null: no caller does. */
  token: string | null
  trustProxy: boolean
  publicUrl: string
  anyHost?: boolean
  text: () => Promise<string>
}

/** Business figures are read with the token, or from this machine itself and not through the proxy. */
export function serveMetrics(app: FastifyInstance, deps: MetricsDeps): void {
  const endpoint: AnyEndpoint = api.operation.metrics
  app.get(
    pathOf(endpoint),
    { schema: schemaOf('operation.metrics', endpoint), config: { endpoint } },
    async (request, reply) => {
      if (!mayRead(request, deps)) return answerNotFound(request, reply)
      return reply
        .type('text/plain; version=0.0.4; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(await deps.text())
    },
  )
}

function mayRead({ headers, raw }: FastifyRequest, { token, ...site }: MetricsDeps): boolean {
  if (token !== null && sameSecret(headers.authorization ?? '', `Bearer ${token}`)) return true
  return isFromThisMachine(raw, site)
}

const SLOW_MS = 1000

/** Counts the responses, and logs each one that took too long. Before all other hooks. */
export function measureAnswers(http: FastifyInstance, metrics: Metrics): void {
  http.decorateRequest('refusalCode', null)
  http.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
  http.addHook('preSerialization', (request, reply, payload, done) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint?.metric === 'order' && reply.statusCode < 300)
      metrics.ordered(isPaid(payload) ? 'paid' : 'free')
    done(null, payload)
  })
  http.addHook('onResponse', (request, reply, done) => {
    const { url, config } = request.routeOptions
    const { elapsedTime: ms, statusCode: status } = reply
    const route = url ?? 'none'
    metrics.answered({ method: url === undefined ? 'any' : request.method, route, status, ms })
    if (request.refusalCode !== null) metrics.refused(request.refusalCode)
    if (status < 300) count(config.endpoint?.metric ?? null, metrics)
    if (ms > SLOW_MS) {
      metrics.slow()
      request.log.warn(
        { method: request.method, route, status, ms: Math.round(ms) },
        'a slow answer',
      )
    }
    done()
  })
}

/** An order is counted where its response is at hand, which shows whether it is paid. */
function count(metric: CallMetric | null, metrics: Metrics): void {
  if (metric === null || metric === 'order') return
  if (metric === 'tip') metrics.ordered('tip')
  else metrics.changed(metric)
}

function isPaid(payload: unknown): boolean {
  const { data } = payload as { data?: { paymentURL?: string } }
  return data?.paymentURL !== undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal in its response. */
    refusalCode: string | null
  }
}
