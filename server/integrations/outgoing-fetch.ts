import { once } from 'node:events'
import { request as overHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import type { Agent } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { keptLookup } from '#server/platform/name-lookup.ts'

export type OutgoingRequest = {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array<ArrayBuffer>
  /** The time limit, also of the answer's body. */
  signal: AbortSignal
}

/** The part of `fetch` that calls to other services need. */
export type OutgoingFetch = (url: string | URL, request: OutgoingRequest) => Promise<Response>

const HEADERS = { accept: '*/*', 'user-agent': 'Bis/1' }
const WITHOUT_BODY = new Set([204, 205])

/**
 * `fetch` with a lookup of names, which the built-in one does not take. It fails where the answer leads to another
 * address: what is asked, and with which key, is for the configured service alone. `agent`: keeps the connections over https;
 * without it all calls of the process share them by name.
 */
export function makeFetch(lookup: LookupFunction, agent?: Agent): OutgoingFetch {
  return async (url, { method = 'GET', headers = {}, body, signal }) => {
    signal.throwIfAborted()
    const isPlain = String(url).startsWith('http:')
    const request = isPlain ? overHttp : overHttps
    const kept = !isPlain && agent !== undefined && { agent }
    const sent = request(url, { method, headers: { ...HEADERS, ...headers }, lookup, ...kept })
    let underway: { destroy(reason: Error): unknown } = sent
    const stop = () => underway.destroy(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    // One that comes after the response is the body's error too.
    sent.on('error', () => undefined)
    sent.on('close', () => signal.removeEventListener('abort', stop))
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    underway = response
    const { statusCode: status = 0, rawHeaders } = response
    if (status >= 300 && status < 400) {
      response.destroy()
      throw new Error(`the answer leads elsewhere: ${status}`)
    }
    const given = new Headers()
    for (let at = 0; at < rawHeaders.length; at += 2)
      given.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
    const init = { status, headers: given }
    if (!WITHOUT_BODY.has(status))
      return new Response(Readable.toWeb(response) as ReadableStream<Uint8Array>, init)
    response.resume()
    return new Response(null, init)
  }
}

/** For services that the configuration names, and people can do without. */
export const serviceFetch = makeFetch(keptLookup())
