import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const LOOK_MS = 100
/** A connection made before the shutdown may still wait to be accepted, and a closed listener resets it. */
const TO_ACCEPT_MS = 100
/** A request sent before the shutdown was announced may still be arriving. */
const ON_ITS_WAY_MS = 400

/** Sets `connection: close` on each answer while the process stops. */
export function closeKeptConnections(http: FastifyInstance, stopping: () => boolean): void {
  http.addHook('onRequest', (_, reply, done) => {
    if (stopping()) void reply.header('connection', 'close')
    done()
  })
}

/**
 * Accepts what has connected, stops listening, answers the pending requests, and ends with the last connection; those
 * still open after `withinMs` are cut.
 */
export async function drainServer(server: Server, withinMs: number): Promise<void> {
  if (!server.listening) return
  const began = performance.now()
  await sleep(TO_ACCEPT_MS)
  // Not `server.close()`: that drops connections whose next request is already under way.
  const { promise: closed, resolve } = Promise.withResolvers<'closed'>()
  Listener.prototype.close.call(server, () => resolve('closed'))
  while ((await Promise.race([closed, sleep(LOOK_MS)])) !== 'closed') {
    const waited = performance.now() - began
    if (waited > ON_ITS_WAY_MS) server.closeIdleConnections()
    if (waited > withinMs) return server.closeAllConnections()
  }
}

/** A stop of the product waits so long and no longer. */
const ALL_MS = 11_500
const SIGNALS = { SIGTERM: 143, SIGINT: 130 } as const

type ShutdownLog = {
  info(fields: object, sentence: string): void
  error(fields: object, sentence: string): void
}

/**
 * Handles the stop signals of this process. Before `ready` nothing has to be ended in order: it exits at once. On a
 * second signal it exits at once too.
 */
export function makeShutdown() {
  let stop: (() => Promise<void>) | null = null
  let timeoutMs = ALL_MS
  let log: ShutdownLog | null = null
  let announced = false

  async function stopAndExit(): Promise<void> {
    if (stop === null) return process.exit(0)
    const late = sleep(timeoutMs, 'late', { ref: false })
    try {
      if ((await Promise.race([stop(), late])) === 'late')
        log?.error({}, 'not everything was ended in time; the process exits anyway')
    } catch (error) {
      log?.error({ err: error }, 'the process could not be ended in order')
    }
    process.exit(0)
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (announced) process.exit(SIGNALS[signal])
      announced = true
      void stopAndExit()
    })

  return {
    /** From here on an uncaught error is logged and ends the process, whose state is unknown. */
    log(given: ShutdownLog): void {
      log = given
      process.on('uncaughtException', (error) => {
        given.error({ err: error }, 'a bug that nobody caught ended the process')
        process.exit(1)
      })
    },
    /** An embedded database that has ended would loop for ever at the next query: the process exits before that. */
    exitOnFailure(error: unknown): void {
      const severity = error instanceof Error && 'severity' in error ? error.severity : ''
      if (severity !== 'PANIC' && severity !== 'FATAL') return
      log?.error(
        { err: error },
        'the database inside this process has ended, and the process with it',
      )
      process.exit(1)
    },
    /** Call it when everything runs. On a stop `first` is called at once, and `inOrder` after `waitMs` in which everything still runs. */
    ready(how: { first: () => void; inOrder: () => Promise<void> }, waitMs: number): void {
      stop = async () => {
        how.first()
        await sleep(waitMs)
        await how.inOrder()
      }
      timeoutMs = waitMs + ALL_MS
    },
  }
}

export type Shutdown = ReturnType<typeof makeShutdown>
