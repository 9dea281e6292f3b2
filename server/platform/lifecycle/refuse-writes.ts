import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import type { Room } from './disk-space.ts'

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

function writes({ method, routeOptions: { url = '', config } }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false
  // A form of a page calls the contract, which tells the page in words.
  if (config.endpoint === undefined) return url.startsWith('/sandbox-bank')
  const { priority } = config.endpoint
  return priority === 'write' || priority === 'critical'
}
