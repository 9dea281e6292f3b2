import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { LiveLog } from './bus.ts'
import { readClientMessage } from './client-message.ts'
import type { Hub } from './hub.ts'
import type { LiveLimits } from './limits.ts'
import { NO_SESSION_CLOSE, NO_SESSION_FRAME } from './no-session.ts'
import { makeOutlet } from './outlet.ts'
import type { LiveRegistration } from '#contract/live.ts'

const CLOSE = { notText: 1003, policy: 1008, tryLater: 1013, notRegistered: 4408 }
const MINUTE_MS = 60_000

export type PeerDeps = {
  hub: Pick<Hub, 'watch'>
  /** The concert's id, or null where this artist has no such concert. */
  findConcert: (artistUsername: string, sessionId: string) => Promise<string | null>
  limits: LiveLimits
  now: () => number
  log: LiveLog
}

/** One socket from its opening to its end. It owns no timer: whoever owns the sockets calls `sweep`. */
export type Peer = {
  /** Ends what has been silent, unregistered, slow or half closed for too long. */
  sweep(): void
  close(code: number, reason: string): void
  terminate(): void
}

export function openPeer(socket: WebSocket, wire: Duplex, deps: PeerDeps): Peer {
  const { hub, limits, now, log } = deps
  const outlet = makeOutlet({ wire, mostBytes: limits.waitingBytes, now })
  const openedAt = now()
  let heardAt = openedAt
  let closingAt: number | null = null
  let minute = { startedAt: openedAt, messages: 0 }
  let registered = false
  // Counts registrations, so that an answer for an earlier one is known to be late.
  let turn = 0
  let unwatch: (() => void) | null = null

  const isOpen = () => socket.readyState === WebSocket.OPEN

  function close(code: number, reason: string) {
    closingAt ??= now()
    socket.close(code, reason)
  }

  function hear(): boolean {
    if (!isOpen()) return false
    heardAt = now()
    if (heardAt - minute.startedAt >= MINUTE_MS) minute = { startedAt: heardAt, messages: 0 }
    minute.messages += 1
    if (minute.messages <= limits.messagesPerMinute) return true
    close(CLOSE.policy, 'too many messages')
    return false
  }

  function read(text: string) {
    const message = readClientMessage(text)
    switch (message.kind) {
      case 'ping':
        return socket.send(message.answer)
      case 'registration':
        return void register(message.registration)
      case 'not JSON':
        return close(CLOSE.notText, 'not JSON')
      case 'unknown':
        return close(CLOSE.policy, 'neither a registration nor a ping')
    }
  }

  async function register({ artistUsername, sessionId, events = false }: LiveRegistration) {
    registered = true
    turn += 1
    const mine = turn
    const stillMine = () => mine === turn && isOpen()
    unwatch?.()
    unwatch = null
    outlet.forget()
    try {
      const concertId = await deps.findConcert(artistUsername, sessionId)
      if (!stillMine()) return
      if (concertId === null) {
        outlet.send(NO_SESSION_FRAME)
        return close(NO_SESSION_CLOSE, 'no such concert')
      }
      const leave = await hub.watch(concertId, {
        events,
        send: (frame) => {
          if (stillMine()) outlet.send(frame)
        },
        close: (code, reason) => {
          if (stillMine()) close(code, reason)
        },
      })
      if (stillMine()) unwatch = leave
      else leave()
    } catch (error) {
      log.error({ err: error }, 'a live registration could not be looked up')
      if (stillMine()) close(CLOSE.tryLater, 'try again later')
    }
  }

  socket.on('message', (raw, isBinary) => {
    if (!hear()) return
    if (isBinary || !Buffer.isBuffer(raw)) return close(CLOSE.notText, 'text only')
    read(raw.toString())
  })
  // Answered by ws itself, and counted, because answers to a client that never reads would pile up.
  socket.on('ping', hear)
  socket.on('pong', hear)
  // A broken frame or connection: ws closes with the right code by itself, and nobody else needs to hear of it.
  socket.on('error', () => {
    closingAt ??= now()
  })
  socket.on('close', () => {
    turn += 1
    unwatch?.()
  })
  wire.on('drain', () => {
    if (isOpen()) outlet.drain()
  })

  return {
    close,
    terminate: () => socket.terminate(),
    sweep() {
      const time = now()
      if (closingAt !== null) {
        if (time - closingAt >= limits.closingMs) socket.terminate()
        return
      }
      if (time - heardAt >= limits.silentMs) return socket.terminate()
      outlet.drain()
      const owingSince = outlet.owingSince()
      if (owingSince !== null && time - owingSince >= limits.slowMs) return socket.terminate()
      if (!registered && time - openedAt >= limits.registerWithinMs) {
        close(CLOSE.notRegistered, 'no registration in time')
      }
    },
  }
}
