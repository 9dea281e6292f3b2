import { Socket } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#contract/shapes.ts'
import { CRUSH_AFTER_FORM, CRUSH_POLICY, crushPage } from './crush-page.ts'
import { hearArrivals } from './arrivals.ts'
import type { Gate } from './gate.ts'
import type { LoopWatch } from './loop-watch.ts'
import { priorityOf } from './request-priority.ts'

const TURN_MS = 250
/** Spread, so that those who were sent away together do not come back together. */
const BACK_SECONDS = { least: 3, most: 9 }
const WORDS = 'Слишком много гостей сразу. Попробуйте ещё раз через несколько секунд.'

const PAGES = Array.from({ length: BACK_SECONDS.most + 1 }, (_, seconds) =>
  Buffer.from(crushPage(seconds)),
)
const AFTER_FORM = Buffer.from(CRUSH_AFTER_FORM)

function someSeconds(): number {
  const { least, most } = BACK_SECONDS
  return least + Math.floor(Math.random() * (most - least + 1))
}

/** A person looks at it, and it is no part of a page that is open already. */
function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'POST') return false
  if (url.split('?', 1)[0]?.endsWith('.data')) return false
  return headers.accept?.includes('text/html') ?? false
}

function sendAway(request: FastifyRequest, reply: FastifyReply): void {
  const seconds = someSeconds()
  void reply.code(503).headers({
    'retry-after': String(seconds),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  if (wantsPage(request)) {
    void reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', CRUSH_POLICY)
      .send(request.method === 'GET' ? PAGES[seconds] : AFTER_FORM)
    return
  }
  const failure: Failure = { message: WORDS, code: 'OVERLOADED', requestId: request.id }
  void reply.type('application/json; charset=utf-8').send(JSON.stringify(failure))
}

/** Stands before every route. What a page asks of its own process was let in with the page. */
export function shedOverload(
  http: FastifyInstance,
  deps: { gate: Gate; loop: LoopWatch; shed: (kind: string) => void },
): () => void {
  const { gate, loop, shed } = deps
  const limit = getHeapStatistics().heap_size_limit
  const arrivals = hearArrivals(http.server)
  const turns = setInterval(() => {
    const heap = process.memoryUsage().heapUsed / limit
    gate.turn({ ...loop.look(), heap, waited: arrivals.waited() })
  }, TURN_MS)
  turns.unref()
  http.addHook('onRequest', (request, reply, done) => {
    if (!(request.raw.socket instanceof Socket)) return done()
    const { url = '', config } = request.routeOptions
    const priority = priorityOf({
      method: request.method,
      route: url,
      endpoint: config.endpoint,
    })
    const over = gate.admit(priority)
    if (over === null) {
      shed(priority)
      request.told = 'OVERLOADED'
      return sendAway(request, reply)
    }
    reply.raw.once('close', over)
    if (priority === 'critical') return done()
    arrivals.after({ begin: done, gone: () => reply.raw.destroyed })
  })
  return () => {
    clearInterval(turns)
    arrivals.stop()
  }
}
