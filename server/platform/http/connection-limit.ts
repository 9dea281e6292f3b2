import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { makeFairShares } from '../limits/fair-shares.ts'

/** However many connections are dropped: one log line in this time, and one search for idle ones. */
const LOG_MS = 60_000
const RECLAIM_MS = 1000

type ConnectionLog = { warn(fields: object, sentence: string): void }

/**
 * Closes new connections before the process is out of files, and before one address has taken what others need. Idle
 * kept-alive ones give way first: a browser opens up to six.
 */
export function limitConnections(
  server: Server,
  deps: {
    /** Undefined: no limit. */
    most: number | undefined
    /** Null where a proxy stands between, whose address all connections have. */
    networkOf: ((address: string) => string) | null
    log: ConnectionLog
    now?: () => number
  },
) {
  const { most = Infinity, networkOf, log, now = () => performance.now() } = deps
  const places = makeFairShares(most)
  /** Not those of `closeIdleConnections`, which counts a connection whose first request is on its way. */
  const idle = new Set<Socket>()
  let dropped = 0
  let droppedAt = -Infinity
  let reclaimedAt = -Infinity

  function reclaim(): void {
    if (now() - reclaimedAt < RECLAIM_MS) return
    reclaimedAt = now()
    for (const socket of idle) socket.destroy()
  }

  function countDropped(by: 'files' | 'address'): void {
    dropped += 1
    if (now() - droppedAt >= LOG_MS)
      log.warn({ most, by }, 'the limit of open files is near: new connections are closed')
    droppedAt = now()
    reclaim()
  }

  server.on('request', ({ socket }, answer) => {
    idle.delete(socket)
    answer.once('close', () => {
      if (!socket.destroyed) idle.add(socket)
    })
  })
  server.on('upgrade', ({ socket }) => idle.delete(socket))
  server.maxConnections = most
  server.on('drop', () => countDropped('files'))
  // Otherwise a failed accept would be an uncaught error; before that, `listen` handles it.
  server.once('listening', () =>
    server.on('error', (error) => log.warn({ err: error }, 'a connection could not be accepted')),
  )
  server.on('connection', (socket) => {
    socket.once('close', () => idle.delete(socket))
    if (networkOf === null) return
    const network = networkOf(socket.remoteAddress ?? '')
    const leave = places.take(network)
    if (leave === null) {
      socket.destroy()
      return countDropped('address')
    }
    socket.once('close', leave)
    if (places.heldBy(network) * 2 > places.free()) reclaim()
  })
  return { dropped: () => dropped }
}
