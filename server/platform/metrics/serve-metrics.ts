import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { schemaOf } from '../http/bind.ts'
import { answerNotFound } from '../http/failures.ts'
import { isFromThisMachine } from '../http/client-address.ts'

export type MetricsDeps = {
  /** Who brings it reads from anywhere; null: nobody does. */
  token: string | null
  trustProxy: boolean
  publicUrl: string
  anyHost?: boolean
  text: () => Promise<string>
}

/** Figures of a business are read by who knows the token, or from the machine itself and past the proxy. */
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
  if (token !== null && isSame(headers.authorization ?? '', `Bearer ${token}`)) return true
  return isFromThisMachine(raw, site)
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
