import type { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preParsingHookHandler,
  preValidationHookHandler,
} from 'fastify'
import type { AnyEndpoint, Priority } from '#contract/endpoint.ts'
import type { LoopWatch } from '../metrics/event-loop-delay.ts'
import { sendOverloaded } from './overload-answer.ts'

/** However fast connections come, no admitted request waits for them longer than this. */
const MAX_ACCEPTING_MS = 50

type Request = { begin(): void; isGone(): boolean }

/**
 * libuv accepts one new connection in a turn of the event loop. If a page were rendered in each turn, the pad and the
 * requests to be shed would wait in the kernel for as many pages as there are connections before them. So admitted
 * requests wait until all connections are accepted, and then start one in a turn; without new connections nothing
 * waits.
 */
export function scheduleAfterAccepts(
  server: EventEmitter,
  now: () => number = () => performance.now(),
) {
  const queue: (Request & { since: number })[] = []
  let longestWait = 0
  let accepting = false
  let accepted = false
  let acceptingSince = 0

  function onConnection() {
    accepted = true
    if (accepting) return
    accepting = true
    acceptingSince = now()
    setImmediate(turn)
  }

  function turn() {
    if (accepted && now() - acceptingSince < MAX_ACCEPTING_MS) {
      accepted = false
      setImmediate(turn)
      return
    }
    let next = queue.shift()
    while (next?.isGone() === true) next = queue.shift()
    if (next === undefined) {
      accepting = false
      return
    }
    setImmediate(turn)
    longestWait = Math.max(longestWait, now() - next.since)
    next.begin()
    acceptingSince = now()
  }

  server.on('connection', onConnection)
  return {
    /** Starts at once where no connection came lately, else in its turn; never where the request is gone by then. */
    run(request: Request): void {
      if (accepting) queue.push({ ...request, since: now() })
      else request.begin()
    },
    /** The longest wait (ms) of the requests that started since the last call. */
    maxWait(): number {
      const wait = longestWait
      longestWait = 0
      return wait
    },
    stop(): void {
      server.off('connection', onConnection)
    },
  }
}

/** How many requests of low priority may be in flight; the other priorities have a multiple of it. */
const LIMIT = { min: 25, start: 100, max: 250 }
const SHARE: Readonly<Record<Exclude<Priority, 'critical'>, number>> = { low: 1, read: 2, write: 4 }
/** How long one turn of the event loop may take (ms) for each place before the requests read last are shed. */
const TURN_MS_PER_PLACE = 4

const ADJUST_EVERY_MS = 250
const DECREASE = 0.8
const INCREASE = 0.1
/** Delay of the event loop (ms): above `mean` or `max` the limit decreases, below `good` it may increase. */
const LOOP_DELAY = { mean: 200, max: 1000, good: 100 }
/** Wait of admitted requests for their start (ms), the same. */
const WAIT = { max: 800, good: 300 }
/** A share of the heap's limit; above it the limit drops to the minimum at once. */
const MAX_HEAP = 0.9
/** This long after the last shed request the overload is over. */
const OVERLOAD_OVER_MS = 5000

/** Since the last adjustment: delays and the longest wait in ms, the used heap as a share of its limit. */
type Load = { meanDelay: number; maxDelay: number; maxWait: number; heap: number }

export type ShedderLog = { warn(fields: object, sentence: string): void }

export type LoadShedder = ReturnType<typeof makeLoadShedder>

/**
 * Admits as many concurrent requests as this process answers in good time, and refuses the others at once, low priority
 * first. The limit is adaptive (additive increase, multiplicative decrease) by the delay of the event loop, so admitted
 * requests stay fast and the process as busy as it can be.
 */
export function makeLoadShedder({
  log,
  now = () => performance.now(),
  afterTurn = setImmediate,
}: {
  log: ShedderLog
  now?: () => number
  /** Calls back once this turn of the event loop has read all pending input. */
  afterTurn?: (done: () => void) => void
}) {
  let limit = LIMIT.start
  let inFlight = 0
  let shedSinceAdjust = false
  let shedCount = 0
  let lastShedAt = -Infinity
  let overloaded = false
  let turnBeganAt: number | null = null

  /**
   * The duration of this turn of the event loop. Requests in the kernel's buffers are not in flight yet, and a whole
   * page may be rendered before the next one is read.
   */
  function turnMs(): number {
    const time = now()
    if (turnBeganAt === null) {
      turnBeganAt = time
      afterTurn(() => {
        turnBeganAt = null
      })
    }
    return time - turnBeganAt
  }

  function isFull(priority: Exclude<Priority, 'critical'>): boolean {
    const places = limit * SHARE[priority]
    return inFlight >= places || turnMs() > places * TURN_MS_PER_PLACE
  }

  return {
    /** Returns null where the request is refused, else a function to call once when it is over. */
    admit(priority: Priority): (() => void) | null {
      if (priority !== 'critical' && isFull(priority)) {
        shedSinceAdjust = true
        shedCount += 1
        lastShedAt = now()
        if (!overloaded)
          log.warn(
            { underway: inFlight, room: limit },
            'too many requests at once: some are refused',
          )
        overloaded = true
        return null
      }
      inFlight += 1
      return () => {
        inFlight -= 1
      }
    },
    /** Call it several times a second. */
    adjust({ meanDelay, maxDelay, maxWait, heap }: Load): void {
      const bad = meanDelay > LOOP_DELAY.mean || maxDelay > LOOP_DELAY.max || maxWait > WAIT.max
      const good = meanDelay < LOOP_DELAY.good && maxWait < WAIT.good
      const ceiling = shedSinceAdjust ? LIMIT.max : LIMIT.start
      if (heap > MAX_HEAP) limit = LIMIT.min
      else if (bad) limit = Math.max(LIMIT.min, Math.floor(limit * DECREASE))
      // Above the start value only for a demand that was seen.
      else if (good && (shedSinceAdjust || limit < LIMIT.start))
        limit = Math.min(ceiling, limit + Math.ceil(limit * INCREASE))
      shedSinceAdjust = false
      if (overloaded && now() - lastShedAt > OVERLOAD_OVER_MS) {
        log.warn({ sentAway: shedCount }, 'no request is refused any more')
        overloaded = false
        shedCount = 0
      }
    },
    inFlight: () => inFlight,
    limit: () => limit,
    /** Whether a request was shed within the last seconds. */
    overloaded: () => overloaded,
  }
}

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** A call has the priority of its endpoint in the contract; the rest are pages, pictures and files. */
export function priorityOf(of: {
  method: string
  route: string
  endpoint?: AnyEndpoint | undefined
}): Priority {
  if (of.endpoint !== undefined) return of.endpoint.priority
  if (of.route.startsWith('/sandbox-bank')) return 'critical'
  // A preflight: a constant answer, for which a call from another site waits, the pad's too.
  if (of.method === 'OPTIONS') return of.route.startsWith('/api/') ? 'critical' : 'low'
  // A page that is loaded already is useless without its scripts.
  if (of.route.startsWith('/assets/')) return 'read'
  return BODILESS.has(of.method) ? 'low' : 'write'
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Frees its place among those at work; null while it has none. */
    leavePlace: (() => void) | null
  }
}

function priorityOfRequest({ method, routeOptions }: FastifyRequest): Priority {
  const { url: route = '', config } = routeOptions
  return priorityOf({ method, route, endpoint: config.endpoint })
}

function hasBody({ headers }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  return length !== '0' || encoding !== undefined
}

/**
 * Puts the shedder before every route. Calls that a page makes inside the process were admitted with the page. A
 * request has no place while it waits for its client: neither until its body is there nor while its answer is read.
 */
export function attachLoadShedder(
  http: FastifyInstance,
  deps: { shedder: LoadShedder; loop: LoopWatch; countShed: (priority: Priority) => void },
): () => void {
  const { shedder, loop, countShed } = deps
  http.decorateRequest('leavePlace', null)

  /** Takes a place, or refuses the request and returns false. */
  function enter(request: FastifyRequest, reply: FastifyReply, priority: Priority): boolean {
    const release = shedder.admit(priority)
    if (release === null) {
      countShed(priority)
      request.refusalCode = 'OVERLOADED'
      sendOverloaded(request, reply)
      return false
    }
    request.leavePlace = release
    return true
  }

  function leave(request: FastifyRequest): void {
    request.leavePlace?.()
    request.leavePlace = null
  }

  const heapLimit = getHeapStatistics().heap_size_limit
  const scheduler = scheduleAfterAccepts(http.server)
  const timer = setInterval(() => {
    const { mean, most } = loop.takeRecent()
    // Not `process.memoryUsage`: it opens a file, and throws where the process may open no more.
    const heap = getHeapStatistics().used_heap_size / heapLimit
    shedder.adjust({ meanDelay: mean, maxDelay: most, maxWait: scheduler.maxWait(), heap })
  }, ADJUST_EVERY_MS)
  timer.unref()
  http.addHook('onRequest', (request, reply, done) => {
    if (!(request.raw.socket instanceof Socket)) return done()
    const priority = priorityOfRequest(request)
    if (!enter(request, reply, priority)) return
    // An unknown path has none of the routes' hooks below, and no work to do after its body.
    if (request.is404 && hasBody(request)) leave(request)
    reply.raw.once('close', () => leave(request))
    if (priority === 'critical') return done()
    scheduler.run({ begin: done, isGone: () => reply.raw.destroyed })
  })
  const beforeBody: preParsingHookHandler = (request, _, payload, done) => {
    if (hasBody(request)) leave(request)
    done(null, payload)
  }
  const afterBody: preValidationHookHandler = (request, reply, done) => {
    const stays = request.raw.socket instanceof Socket && !reply.raw.destroyed
    if (!stays || request.leavePlace !== null) return done()
    if (enter(request, reply, priorityOfRequest(request))) done()
  }
  // A route that takes no body is spared both hooks.
  http.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => BODILESS.has(method))) return
    route.preParsing = [beforeBody, ...[route.preParsing ?? []].flat()]
    route.preValidation = [afterBody, ...[route.preValidation ?? []].flat()]
  })
  http.addHook('onSend', (request, _, payload, done) => {
    leave(request)
    done(null, payload)
  })
  return () => {
    clearInterval(timer)
    scheduler.stop()
  }
}
