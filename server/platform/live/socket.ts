import type { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIVE_PATH, PAD_PROTOCOL } from '#contract/path.ts'
import type { LiveLog } from '#packages/live-broadcast/bus.ts'
import { offeredProtocols, readHandshake } from '#packages/live-broadcast/handshake.ts'
import type { Hub } from '#packages/live-broadcast/hub.ts'
import { semaphore, singleFlight } from '../concurrency.ts'
import { makeFairShares } from '../limits/fair-shares.ts'
import { LIVE_LIMITS } from './limits.ts'
import type { LiveLimits } from './limits.ts'
import { Peer } from './peer.ts'
import type { PeerDeps } from './peer.ts'

/** The rate of new sockets from each address. */
type ArrivalRate = {
  /** Counts one arrival; false where the address exceeds the rate. */
  admits(address: string): boolean
  /** Drops the addresses whose allowance is full again. */
  forgetFull(): void
}

type Bucket = { left: number; at: number }

/** A token bucket for each address: `atOnce` at first, then `perSecond`. */
export function makeArrivalRate(deps: {
  perSecond: number
  atOnce: number
  /** Milliseconds. */
  now: () => number
}): ArrivalRate {
  const { perSecond, atOnce, now } = deps
  const buckets = new Map<string, Bucket>()

  function leftNow(bucket: Bucket): number {
    return Math.min(atOnce, bucket.left + ((now() - bucket.at) / 1_000) * perSecond)
  }

  return {
    admits(address) {
      const bucket = buckets.get(address) ?? { left: atOnce, at: now() }
      const left = leftNow(bucket)
      const admitted = left >= 1
      buckets.set(address, { left: admitted ? left - 1 : left, at: now() })
      return admitted
    },
    forgetFull() {
      for (const [address, bucket] of buckets) {
        if (leftNow(bucket) >= atOnce) buckets.delete(address)
      }
    },
  }
}

/** At once, of the ten connections of a process: no load shedder stands before registrations. */
const LOOKUPS = 4

const RESTART = { code: 1012, reason: 'restart' }
const CLOSE_STEPS = 30

const REFUSALS = {
  400: '400 Bad Request',
  403: '403 Forbidden',
  404: '404 Not Found',
  405: '405 Method Not Allowed\r\nAllow: GET',
  426: '426 Upgrade Required\r\nSec-WebSocket-Version: 13',
  429: '429 Too Many Requests\r\nRetry-After: 1',
  503: '503 Service Unavailable\r\nRetry-After: 5',
}
type Refusal = keyof typeof REFUSALS

export type LiveDeps = {
  hub: Pick<Hub, 'watch'>
  findConcert: PeerDeps['findConcert']
  isPad?: PeerDeps['isPad']
  /** The artist whose pad has this token, if any. */
  artistOfPad?: (token: string) => Promise<string | null>
  /** Whether a page of this `Origin`, which requested this `Host`, may connect. */
  allowedOrigin: (origin: string, host: string | undefined) => boolean
  limits?: Partial<LiveLimits>
  /** The network of the client, whose new connections are counted together. */
  networkOf: (request: IncomingMessage) => string
  /** Milliseconds of a monotonic clock. */
  now?: () => number
  log: LiveLog
}

export type Live = {
  /** Accepts no new sockets and closes all others with 1012, spread over a while; resolves once all sockets are gone. */
  close(): Promise<void>
  count(): number
  /** The number of sockets that are behind with reading. */
  behindCount(): number
  /** The number of refused sockets, by status. */
  refused(): Readonly<Record<string, number>>
}

/** Opens the live channel on a server. It handles all upgrades of that server: other paths are answered 404. */
export function attachLive(server: Server, deps: LiveDeps): Live {
  const { allowedOrigin, log, hub } = deps
  const { networkOf, now = () => performance.now() } = deps
  const limits = { ...LIVE_LIMITS, ...deps.limits }
  const places = makeFairShares(limits.sockets)
  const padPlaces = makeFairShares(limits.pads, limits.padsOfArtist)
  const padChecks = makeFairShares(limits.padChecks)
  /** With the function that frees the place of each. */
  const peers = new Map<Peer, () => void>()
  const { isPad } = deps
  const lookups = semaphore(LOOKUPS)
  const peerDeps = {
    hub,
    limits,
    now,
    log,
    findConcert: sharedInFlight((...ids) => lookups.run(() => deps.findConcert(...ids))),
    ...(isPad && { isPad: (...of: Parameters<typeof isPad>) => lookups.run(() => isPad(...of)) }),
    disconnected(peer: Peer) {
      peers.get(peer)?.()
      peers.delete(peer)
      if (peers.size === 0) onAllClosed?.()
    },
  }
  const arrivals = makeArrivalRate({
    perSecond: limits.newPerSecond,
    atOnce: limits.newAtOnce,
    now,
  })
  const refusals = new Map<Refusal, number>()
  let closing: Promise<void> | null = null
  let onAllClosed: (() => void) | null = null

  function refusalOf(request: IncomingMessage): Refusal | null {
    if (request.url?.split('?', 1)[0] !== LIVE_PATH) return 404
    const { origin, host } = request.headers
    // Only browsers send an Origin, and only they act for a visitor who is on another site.
    if (origin !== undefined && !allowedOrigin(origin, host)) return 403
    return closing === null ? null : 503
  }

  /** Returns the function that frees the place, or why there is none. */
  function takePlace(network: string): (() => void) | Refusal {
    const leave = places.take(network)
    if (leave === null) return 503
    if (arrivals.admits(network)) return leave
    leave()
    return 429
  }

  /** A place that listeners cannot take, for a pad that offers its token. */
  async function takePadPlace(token: string, network: string): Promise<(() => void) | null> {
    const checked = padChecks.take(network)
    if (checked === null) return null
    try {
      const artist = (await deps.artistOfPad?.(token)) ?? null
      return artist === null || closing !== null ? null : padPlaces.take(artist)
    } catch (error) {
      log.error({ err: error }, 'the token of a pad could not be looked up')
      return null
    } finally {
      checked()
    }
  }

  async function onUpgrade(request: IncomingMessage, wire: Duplex, head: Buffer): Promise<void> {
    const refusal = refusalOf(request)
    if (refusal !== null) return refuse(wire, refusal)
    const handshake = readHandshake(request, PAD_PROTOCOL)
    if (handshake.refused !== null) return end(wire, handshake.refused)
    const network = networkOf(request)
    let place: (() => void) | Refusal | null = takePlace(network)
    if (typeof place === 'number') {
      const full = place
      const [protocol, token] = offeredProtocols(request)
      if (protocol !== PAD_PROTOCOL || token === undefined) return refuse(wire, full)
      wire.on('error', () => wire.destroy())
      place = await takePadPlace(token, network)
      if (place === null) return refuse(wire, full)
    }
    if (!wire.readable || !wire.writable) {
      // A socket that closed meanwhile gets no handshake answer.
      place()
      wire.destroy()
      return
    }
    if (wire instanceof Socket) wire.setTimeout(0).setNoDelay(true)
    wire.write(handshake.answer)
    const peer = new Peer(wire, handshake.deflates, peerDeps)
    peers.set(peer, place)
    peer.begin(head)
  }

  function refuse(wire: Duplex, status: Refusal): void {
    refusals.set(status, (refusals.get(status) ?? 0) + 1)
    end(wire, status)
  }

  const sweeper = setInterval(() => {
    const time = now()
    for (const peer of peers.keys()) peer.sweep(time)
    arrivals.forgetFull()
  }, limits.sweepMs)
  sweeper.unref()
  const upgrade = (...of: Parameters<typeof onUpgrade>) => void onUpgrade(...of)
  server.on('upgrade', upgrade)

  async function closePeers() {
    const openPeers = [...peers.keys()]
    const share = Math.ceil(openPeers.length / CLOSE_STEPS)
    const inAllMs = (openPeers.length / limits.restartClosesPerSecond) * 1000
    const stepMs = Math.min(inAllMs, limits.restartCloseMs) / CLOSE_STEPS
    while (openPeers.length > 0) {
      for (const peer of openPeers.splice(0, share)) peer.close(RESTART.code, RESTART.reason)
      if (openPeers.length > 0) await sleep(stepMs)
    }
    // A peer that does not answer the close frame is ended by the sweep.
    if (peers.size > 0) {
      const { promise, resolve } = Promise.withResolvers<void>()
      onAllClosed = resolve
      await promise
    }
    clearInterval(sweeper)
    server.off('upgrade', upgrade)
  }

  return {
    count: () => peers.size,
    behindCount: () => [...peers.keys()].filter((peer) => peer.isBehind()).length,
    refused: () => Object.fromEntries(refusals),
    close: () => (closing ??= closePeers()),
  }
}

function end(wire: Duplex, status: Refusal) {
  wire.on('error', () => wire.destroy())
  wire.once('finish', () => wire.destroy())
  wire.end(`HTTP/1.1 ${REFUSALS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** All listeners of a venue who reconnect at once cause the same query: it is sent to the database once at a time. */
function sharedInFlight(find: PeerDeps['findConcert']): PeerDeps['findConcert'] {
  const asked = singleFlight<string | null>()
  return (...ids) => asked.run(JSON.stringify(ids), () => find(...ids))
}
