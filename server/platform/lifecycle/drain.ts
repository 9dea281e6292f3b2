import { Server as Listener } from 'node:net'
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const LOOK_MS = 100
/** A request that its caller wrote before he could know is still on its way in. */
const ON_ITS_WAY_MS = 400

/** While the process is on its way out, each answer asks its caller to come back by another connection. */
export function sayGoodbye(http: FastifyInstance, stopping: () => boolean): void {
  http.addHook('onRequest', (_, reply, done) => {
    if (stopping()) void reply.header('connection', 'close')
    done()
  })
}

/**
 * Listens no more, answers what was asked, and ends when the last connection has; those that are not done
 * within `withinMs` are cut.
 */
export async function lastAnswers(server: Server, withinMs: number): Promise<void> {
  if (!server.listening) return
  const began = performance.now()
  // Not `server.close()`: that drops connections whose next request is already under way.
  const { promise: gone, resolve } = Promise.withResolvers<'gone'>()
  Listener.prototype.close.call(server, () => resolve('gone'))
  while ((await Promise.race([gone, sleep(LOOK_MS)])) !== 'gone') {
    const waited = performance.now() - began
    if (waited > ON_ITS_WAY_MS) server.closeIdleConnections()
    if (waited > withinMs) return server.closeAllConnections()
  }
}
