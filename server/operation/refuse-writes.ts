import type { FastifyInstance } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import type { Room } from './room.ts'
import { urgencyOf } from './urgency.ts'

const RETRY_SECONDS = 30

/** While the disk is full, what would be written is refused in words; what is only read is answered. */
export function refuseWrites(http: FastifyInstance, room: Room): void {
  http.addHook('onRequest', (request, _, done) => {
    if (room.enough() || !writes(request)) return done()
    done(
      new Refusal(
        'OVERLOADED',
        'На сервере кончилось место, и записать ничего нельзя. Попробуйте чуть позже.',
        undefined,
        { retryAfterSeconds: RETRY_SECONDS },
      ),
    )
  })
}

function writes(request: {
  method: string
  routeOptions: { url?: string | undefined; config: { call?: string | undefined } }
}): boolean {
  const { method, routeOptions } = request
  const { url: route = '', config } = routeOptions
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false
  // A form of a page calls the contract, which tells the page in words.
  if (config.call === undefined) return route.startsWith('/sandbox-bank')
  const urgency = urgencyOf({ method, route, call: config.call })
  return urgency === 'write' || urgency === 'last'
}
