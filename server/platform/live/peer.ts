import type { Duplex } from 'node:stream'
import { Value } from '@sinclair/typebox/value'
import { LiveRegistration } from '#contract/live.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { LiveLog } from '#packages/live-broadcast/bus.ts'
import type { Watcher } from '#packages/live-broadcast/channel.ts'
import { answerFrame, pingFrame, pongFrame } from '#packages/live-broadcast/frame.ts'
import type { Frame } from '#packages/live-broadcast/frame.ts'
import type { Hub } from '#packages/live-broadcast/hub.ts'
import type { LiveLimits } from './limits.ts'
import { NO_SESSION_CLOSE, NO_SESSION_FRAME } from './concert-hub.ts'
import { SendBuffer } from '#packages/live-broadcast/send-buffer.ts'
import { WebSocket } from '#packages/live-broadcast/web-socket.ts'
import type { SocketOwner } from '#packages/live-broadcast/web-socket.ts'

/** A client's message, or why it cannot be accepted. */
type ClientMessage =
  | { kind: 'ping'; answer: string }
  | { kind: 'registration'; registration: LiveRegistration }
  | { kind: 'not JSON' }
  | { kind: 'unknown' }

const PONG_OBJECT = JSON.stringify({ type: 'pong' })

/** Parses one text message. Unknown keys are ignored, so that a newer client can talk to an older server. */
function readClientMessage(text: string): ClientMessage {
  if (text === 'ping') return { kind: 'ping', answer: 'pong' }
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return { kind: 'not JSON' }
  }
  if (Value.Check(LiveRegistration, message)) return { kind: 'registration', registration: message }
  return isPing(message) ? { kind: 'ping', answer: PONG_OBJECT } : { kind: 'unknown' }
}

function isPing(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'type' in message && message.type === 'ping'
  )
}

const CLOSE = { notText: 1003, policy: 1008, tryLater: 1013, notRegistered: 4408 }

export type PeerDeps = {
  hub: Pick<Hub, 'watch'>
  /** The concert's id, or null where this artist has no such concert. */
  findConcert: (
    artistUsername: string,
    sessionId: string,
    pass?: string,
    isPad?: boolean,
  ) => Promise<string | null>
  /** Whether this token opens a pad of this artist in this concert, if that is one of his. */
  isPad?: (token: string, of: { artistUsername: string; concertId: string }) => Promise<boolean>
  limits: LiveLimits
  now: () => number
  log: LiveLog
  disconnected: (peer: Peer) => void
}

/** The maximum number of pings that a pad may leave unanswered. */
const PROBES_MOST = 100

/** One registration of a peer; only its latest one receives frames. */
class Registration implements Watcher {
  readonly events: boolean
  readonly key: string | undefined
  uncounted: boolean
  /** For a pad alone, set before it watches. */
  probe?: (taken: () => void) => void
  readonly #peer: Peer

  constructor(peer: Peer, { events = false, own = false, pass }: LiveRegistration) {
    this.#peer = peer
    this.events = events
    this.key = pass
    this.uncounted = own
  }

  becomesPad(): void {
    this.uncounted = true
    this.probe = (taken) => this.#peer.probeTo(this, taken)
  }

  send(frame: Frame): void {
    this.#peer.sendTo(this, frame)
  }

  close(code: number, reason: string): void {
    if (this.#peer.isCurrent(this)) this.#peer.close(code, reason)
  }
}

/** One listener's socket from its opening to its end. It has no timer: the owner of the sockets calls `sweep`. */
export class Peer implements SocketOwner {
  readonly #deps: PeerDeps
  readonly #socket: WebSocket
  readonly #buffer: SendBuffer
  readonly #openedAt: number
  #lastMessageAt: number
  #closingAt: number | null = null
  #minuteAt: number
  #messages = 0
  #registration: Registration | null = null
  #unwatch: (() => void) | null = null
  #lookedUp: Promise<void> = Promise.resolve()
  #pings = 0
  /** By the number of the ping whose answer they wait for; for a pad alone. */
  #probes: Map<number, () => void> | null = null

  constructor(wire: Duplex, deflates: boolean, deps: PeerDeps) {
    const { limits } = deps
    this.#deps = deps
    this.#openedAt = deps.now()
    this.#lastMessageAt = this.#openedAt
    this.#minuteAt = this.#openedAt
    this.#buffer = new SendBuffer({ wire, deflates, mostBytes: limits.waitingBytes })
    this.#socket = new WebSocket(wire, this, { deflates, mostBytes: limits.messageBytes })
  }

  /** Processes the bytes that came after the upgrade request in the same packet. */
  begin(head: Buffer): void {
    this.#socket.begin(head)
  }

  close(code: number, reason: string): void {
    this.#closingAt ??= this.#deps.now()
    this.#socket.close(code, reason)
  }

  /** Ends a socket that has been silent, unregistered, slow or half closed for too long. */
  sweep(time: number): void {
    const { limits } = this.#deps
    if (this.#closingAt !== null) {
      if (time - this.#closingAt >= limits.closingMs) this.#socket.terminate()
      return
    }
    if (time - this.#lastMessageAt >= limits.silentMs) return this.#socket.terminate()
    this.#buffer.drain()
    const behindSince = this.#buffer.behindSince()
    if (behindSince !== null && time - behindSince >= limits.slowMs) return this.#socket.terminate()
    if (this.#registration === null && time - this.#openedAt >= limits.registerWithinMs)
      this.close(CLOSE.notRegistered, 'no registration in time')
  }

  isBehind(): boolean {
    return this.#buffer.behindSince() !== null
  }

  isCurrent(registration: Registration): boolean {
    return registration === this.#registration && this.#socket.isOpen()
  }

  sendTo(registration: Registration, frame: Frame): void {
    if (this.isCurrent(registration)) this.#buffer.send(frame, this.#deps.now)
  }

  probeTo(registration: Registration, taken: () => void): void {
    if (!this.isCurrent(registration)) return
    this.#probes ??= new Map()
    if (this.#probes.size >= PROBES_MOST) return
    this.#pings += 1
    this.#probes.set(this.#pings, taken)
    this.#answer(pingFrame(Buffer.from(String(this.#pings))))
  }

  text(text: string): void {
    if (this.#counts()) this.#read(text)
  }

  binary(): void {
    if (this.#counts()) this.close(CLOSE.notText, 'text only')
  }

  ping(body: Buffer): void {
    if (this.#counts()) this.#answer(pongFrame(body))
  }

  /** A pong counts as any message, unless it answers a ping. After several pings a client may answer the last one alone. */
  pongReceived(body: Buffer): void {
    const answered = Number(body.toString('latin1'))
    if (this.#probes?.has(answered) !== true) return void this.#counts()
    this.#lastMessageAt = this.#deps.now()
    for (const [ping, taken] of this.#probes) {
      if (ping > answered) break
      this.#probes.delete(ping)
      taken()
    }
  }

  closeReceived(): void {
    this.#closingAt ??= this.#deps.now()
  }

  drained(): void {
    this.#buffer.drain()
  }

  disconnected(): void {
    this.#leave()
    this.#deps.disconnected(this)
  }

  #counts(): boolean {
    const time = this.#deps.now()
    this.#lastMessageAt = time
    if (time - this.#minuteAt >= MINUTE_MS) {
      this.#minuteAt = time
      this.#messages = 0
    }
    this.#messages += 1
    if (this.#messages <= this.#deps.limits.messagesPerMinute) return true
    this.close(CLOSE.policy, 'too many messages')
    return false
  }

  #read(text: string) {
    const message = readClientMessage(text)
    switch (message.kind) {
      case 'ping':
        return this.#answer(answerFrame(message.answer))
      case 'registration':
        return void this.#register(message.registration)
      case 'not JSON':
        return this.close(CLOSE.notText, 'not JSON')
      case 'unknown':
        return this.close(CLOSE.policy, 'neither a registration nor a ping')
    }
  }

  /** Through the buffer as all frames, because the answers to a client that pings and never reads would pile up. */
  #answer(frame: Frame) {
    this.#buffer.send(frame, this.#deps.now)
  }

  #leave() {
    this.#registration = null
    this.#probes = null
    this.#unwatch?.()
    this.#unwatch = null
    this.#buffer.forget()
  }

  async #register(message: LiveRegistration) {
    const { artistUsername, sessionId, pass, pad } = message
    const { hub, findConcert, isPad, log } = this.#deps
    this.#leave()
    const registration = new Registration(this, message)
    this.#registration = registration
    const before = this.#lookedUp
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lookedUp = promise
    await before
    try {
      // Of those that came meanwhile the latest alone is looked up.
      if (!this.isCurrent(registration)) return
      const isOfPad =
        typeof pad === 'string' &&
        (await isPad?.(pad, { artistUsername, concertId: sessionId.toLowerCase() })) === true
      const concertId = await findConcert(artistUsername, sessionId, pass, isOfPad)
      if (!this.isCurrent(registration)) return
      if (concertId === null) {
        registration.send(NO_SESSION_FRAME)
        return registration.close(NO_SESSION_CLOSE, 'no such concert')
      }
      if (isOfPad) registration.becomesPad()
      const leave = await hub.watch(concertId, registration)
      if (this.isCurrent(registration)) this.#unwatch = leave
      else leave()
    } catch (error) {
      log.error({ err: error }, 'a live registration could not be looked up')
      registration.close(CLOSE.tryLater, 'try again later')
    } finally {
      resolve()
    }
  }
}
