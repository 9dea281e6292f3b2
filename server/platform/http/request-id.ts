import { randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** As nginx, Caddy and HAProxy make them: nothing of a person fits into it. */
const WELL_FORMED = /^[\da-f-]{16,64}$/iu

/** The number that a request is known by: the one that our own proxy gave it, else a new one. */
export function requestIds(trustProxy: boolean): (request: IncomingMessage) => string {
  return ({ headers }) => {
    const given = trustProxy ? headers['x-request-id'] : undefined
    return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUIDv7()
  }
}
