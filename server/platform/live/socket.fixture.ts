import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { WebSocket } from 'ws'
import type { ClientOptions } from 'ws'
import { localBus } from '#packages/live-broadcast/bus.ts'
import { makeConcertHub } from './concert-hub.ts'
import { attachLive } from './socket.ts'
import type { LiveDeps } from './socket.ts'

/** One end of a connection, with all the messages that it received. */
type Client = {
  socket: WebSocket
  messages: string[]
  register(sessionId: string, more?: object): void
  /** Returns the next unread message, and waits for it. */
  next(): Promise<string>
  closed: Promise<{ code: number; reason: string }>
}

/** Polls for what loopback will bring in a moment. */
export async function until(isSo: () => boolean, what = 'it') {
  for (let left = 1_000; !isSo(); left -= 1) {
    assert.ok(left > 0, `waited in vain for ${what}`)
    await sleep(5)
  }
}

/** A real server on loopback, with concerts that the test writes and a clock that it can advance. */
export async function makeWorld(t: TestContext, more: Partial<LiveDeps> = {}) {
  const queues = new Map([
    ['c1', '["first of c1"]'],
    ['c2', '["first of c2"]'],
  ])
  const log: string[] = []
  const write = (_: object, sentence: string) => void log.push(sentence)
  let pushed = 0
  const now = () => performance.now() + pushed
  const hub = makeConcertHub({
    readQueue: async (concertId) => queues.get(concertId) ?? '[]',
    readSession: async () => ({ sessionStatus: 'NOW', active: true }),
    bus: localBus(),
    minGapMs: 0,
    log: { warn: write, error: write },
  })
  const server = createServer((_, answer) => answer.end())
  const wires: Socket[] = []
  server.on('connection', (wire) => wires.push(wire))
  const live = attachLive(server, {
    hub,
    findConcert: async (_, sessionId) => (queues.has(sessionId) ? sessionId : null),
    allowedOrigin: (origin, host) => origin === `http://${host}`,
    networkOf: () => 'hall',
    now,
    log: { warn: write, error: write },
    ...more,
    limits: { sweepMs: 5, restartCloseMs: 30, closingMs: 200, ...more.limits },
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const { port } = address

  t.after(async () => {
    await live.close()
    hub.close()
    server.closeAllConnections()
    server.close()
  })

  const dial = (path: string, options: ClientOptions, protocols: string[] = []) =>
    new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, {
      perMessageDeflate: false,
      ...options,
    })

  return {
    hub,
    live,
    log,
    wires,
    push: (ms: number) => void (pushed += ms),
    change(concertId: string, queue: string) {
      queues.set(concertId, queue)
      hub.changed(concertId)
    },
    /** Connects a client and waits until it is accepted. */
    connect: async ({
      protocols,
      ...options
    }: ClientOptions & { protocols?: string[] } = {}): Promise<Client> => {
      const socket = dial('/ws/updateModel', options, protocols)
      const client = listenTo(socket)
      await once(socket, 'open')
      return client
    },
    /** The status of the response to an upgrade request that differs from a valid one in these headers. */
    asked: async (headers: Record<string, string>): Promise<number> => {
      const request = get({
        port,
        path: '/ws/updateModel',
        headers: {
          connection: 'upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          ...headers,
        },
      })
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      request.on('error', reject)
      const answered = ({ statusCode = 0 }) => {
        request.destroy()
        resolve(statusCode)
      }
      request.on('response', answered)
      request.on('upgrade', (answer, socket) => {
        socket.destroy()
        answered(answer)
      })
      return promise
    },
    /** The HTTP status of a refused connection. */
    refused: async (
      path = '/ws/updateModel',
      options: ClientOptions = {},
      protocols: string[] = [],
    ): Promise<number> => {
      const socket = dial(path, options, protocols)
      socket.on('error', () => {})
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      socket.on('unexpected-response', (request, { statusCode = 0 }) => {
        request.destroy()
        resolve(statusCode)
      })
      socket.on('open', () => reject(new Error('it was let in')))
      return promise
    },
  }
}

function listenTo(socket: WebSocket): Client {
  const messages: string[] = []
  let read = 0
  const { promise: closed, resolve: close } = Promise.withResolvers<{
    code: number
    reason: string
  }>()
  socket.on('message', (raw: Buffer) => void messages.push(raw.toString()))
  socket.on('close', (code, reason) => close({ code, reason: reason.toString() }))
  socket.on('error', () => {})
  return {
    socket,
    messages,
    closed,
    register(sessionId, more = {}) {
      socket.send(JSON.stringify({ artistUsername: 'kino', sessionId, ...more }))
    },
    async next() {
      await until(() => messages.length > read, 'a message')
      read += 1
      return messages[read - 1] ?? ''
    },
  }
}
