import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turnOver } from 'node:timers/promises'
import { Server as SocketIo } from 'socket.io'
import { WebSocketServer } from 'ws'
import { localBus } from '../packages/live-broadcast/bus.ts'
import { makeConcertHub } from '../server/platform/live/concert-hub.ts'
import { attachLive } from '../server/platform/live/socket.ts'
import type { FanoutRequest, Served, FanoutWay } from './fanout-words.ts'
import { queueOf, queueText } from './fanout-text.ts'

const QUIET = { warn() {}, error() {} }
const HOST = '127.0.0.1'

/** What a bare way of telling everybody looks like: where it listens, and how one change is told. */
type Told = { port: number; tell(turn: number): void }

const portOf = (server: { address(): AddressInfo | string | null }) =>
  (server.address() as AddressInfo).port

/** The product's live channel, with a queue that this process makes up. */
async function ours(concerts: number): Promise<Told> {
  let text = queueText(0)
  const hub = makeConcertHub({
    bus: localBus(),
    log: QUIET,
    readQueue: async () => text,
    readSession: async () => ({ sessionStatus: 'NOW', active: true }),
  })
  const server = createServer()
  attachLive(server, {
    hub,
    findConcert: async (_, concertId) => concertId,
    allowedOrigin: () => true,
    log: QUIET,
    limits: { newAtOnce: 1_000_000 },
  })
  await new Promise<void>((resolve) => server.listen(0, HOST, 4096, resolve))
  return {
    port: portOf(server),
    tell(now) {
      text = queueText(now)
      for (let n = 0; n < concerts; n += 1) hub.changed(`concert-${n}`)
    },
  }
}

/** `ws` as everybody uses it first: the text is sent to each. */
async function plainWs(): Promise<Told> {
  const http = createServer()
  const server = new WebSocketServer({ server: http, perMessageDeflate: false })
  await new Promise<void>((resolve) => http.listen(0, HOST, 4096, resolve))
  return {
    port: portOf(http),
    tell(turn) {
      const text = queueText(turn)
      for (const socket of server.clients) socket.send(text)
    },
  }
}

async function socketIo(): Promise<Told> {
  const http = createServer()
  // No ping within the bench: a lean listener does not answer one.
  const server = new SocketIo(http, { transports: ['websocket'], pingInterval: 600_000 })
  server.on('connection', (socket) => void socket.join('concert'))
  await new Promise<void>((resolve) => http.listen(0, HOST, 4096, resolve))
  return { port: portOf(http), tell: (turn) => void server.to('concert').emit('q', queueOf(turn)) }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

async function rest(): Promise<Served> {
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc?.()
    await turnOver()
  }
  return { kind: 'rest', rssBytes: process.memoryUsage.rss() }
}

const say = (word: Served) => process.send?.(word)
const [way, concerts] = process.argv.slice(2)
const ways: Record<Exclude<FanoutWay, 'floor'>, () => Promise<Told>> = {
  ours: () => ours(Number(concerts)),
  ws: plainWs,
  'socket.io': socketIo,
}
const told = await ways[way as keyof typeof ways]()
process.on('message', (asked: FanoutRequest): unknown => {
  if (asked.kind === 'rest') return void rest().then(say)
  if (asked.kind === 'cpu') return say({ kind: 'cpu', ms: cpuMs() })
  const at = process.hrtime.bigint()
  told.tell(asked.turn)
  return say({ kind: 'told', at: String(at) })
})
process.on('disconnect', () => process.exit(0))
say({ kind: 'listening', port: told.port })
