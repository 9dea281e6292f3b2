import type { FastifyInstance } from 'fastify'
import type { CallMetric } from '#contract/endpoint.ts'
import type { Meters } from './metrics.ts'

const SLOW_MS = 1000

/** Counts what was answered, and has a line for each answer that took too long. Before all other hooks. */
export function measureAnswers(http: FastifyInstance, meters: Meters): void {
  http.decorateRequest('told', null)
  http.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
  http.addHook('preSerialization', (request, reply, payload, done) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint?.metric === 'order' && reply.statusCode < 300)
      meters.ordered(isPaid(payload) ? 'paid' : 'free')
    done(null, payload)
  })
  http.addHook('onResponse', (request, reply, done) => {
    const { url, config } = request.routeOptions
    const { elapsedTime: ms, statusCode: status } = reply
    const route = url ?? 'none'
    meters.answered({ method: url === undefined ? 'any' : request.method, route, status, ms })
    if (request.told !== null) meters.refused(request.told)
    if (status < 300) count(config.endpoint?.metric ?? null, meters)
    if (ms > SLOW_MS) {
      meters.slow()
      request.log.warn(
        { method: request.method, route, status, ms: Math.round(ms) },
        'a slow answer',
      )
    }
    done()
  })
}

/** An order is counted where its answer is at hand, which says whether it is paid. */
function count(metric: CallMetric | null, meters: Meters): void {
  if (metric === null || metric === 'order') return
  if (metric === 'tip') meters.ordered('tip')
  else meters.changed(metric)
}

function isPaid(payload: unknown): boolean {
  const { data } = payload as { data?: { paymentURL?: string } }
  return data?.paymentURL !== undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal that it was answered with. */
    told: string | null
  }
}
