import type { FastifyInstance } from 'fastify'
import type { Meters } from './meters.ts'

const SLOW_MS = 1000

/** What an artist's call does to his queue, by its name in the contract. */
const CHANGES: Readonly<Record<string, string>> = {
  'artist.updateSessionStatus': 'status',
  'artist.pause': 'pause',
  'artist.resume': 'resume',
  'artist.nextSong': 'next',
  'artist.onTop': 'top',
  'artist.oneSongUp': 'up',
  'artist.changeSongStatus': 'one_song',
  'artist.updateSessionSongList': 'list',
  'artist.undoPlayed': 'undo',
  'songs.cancelOrder': 'taken_off',
}

/** Counts what was answered, and has a line for each answer that took too long. Before all other hooks. */
export function measureAnswers(http: FastifyInstance, meters: Meters): void {
  http.decorateRequest('told', null)
  http.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
  http.addHook('preSerialization', (request, reply, payload, done) => {
    const { call } = request.routeOptions.config
    if (call === 'songs.orderSong' && reply.statusCode < 300)
      meters.ordered(isPaid(payload) ? 'paid' : 'free')
    done(null, payload)
  })
  http.addHook('onResponse', (request, reply, done) => {
    const { url, config } = request.routeOptions
    const { elapsedTime: ms, statusCode: status } = reply
    const route = url ?? 'none'
    meters.answered({ method: url === undefined ? 'any' : request.method, route, status, ms })
    if (request.told !== null) meters.refused(request.told)
    const change = status < 300 && config.call !== undefined ? CHANGES[config.call] : undefined
    if (change !== undefined) meters.changed(change)
    if (config.call === 'payment.donate' && status < 300) meters.ordered('tip')
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

function isPaid(payload: unknown): boolean {
  const { data } = payload as { data?: { paymentURL?: string } }
  return data?.paymentURL !== undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal that it was answered with. */
    told: string | null
  }
  interface FastifyContextConfig {
    /** The name of the call in the contract. */
    call?: string
  }
}
