import type { FanoutOptions, FanoutResult, FanoutWay } from './fanout-messages.ts'
import { connect } from 'node:net'
import { LIVE_PATH } from '../contract/path.ts'
import { addressOf } from './raw-http.ts'

/** Shorter frames are counts, pongs and greetings; a queue frame is longer. */
const LEAST_QUEUE_BYTES = 300
const AT_ONCE = 100

const options = JSON.parse(process.argv[2] ?? '') as FanoutOptions
const sendReply = (result: FanoutResult) => process.send?.(result)
let receivedCount = 0
let bytes = 0
let waiting = false

/** Counts a received queue; the last listener's one ends the turn. */
function queueCame() {
  receivedCount += 1
  if (!waiting || receivedCount < options.listeners) return
  waiting = false
  sendReply({ kind: 'seen', at: String(process.hrtime.bigint()), bytes: bytes / options.listeners })
}

/** A text frame of a client (RFC 6455), masked with zeros. */
function clientFrame(text: string): Buffer {
  const body = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0]), body])
}

const PATHS: Record<FanoutWay, string> = {
  floor: '',
  ours: LIVE_PATH,
  ws: '/',
  'socket.io': '/socket.io/?EIO=4&transport=websocket',
}

const upgrade = (n: number) =>
  [
    `GET ${PATHS[options.way]} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...(options.deflate
      ? ['Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits']
      : []),
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    ...(options.runningConcerts ? [`X-Forwarded-For: ${addressOf(n)}`] : []),
    '\r\n',
  ].join('\r\n')

const registration = (n: number) =>
  JSON.stringify({
    ...(options.runningConcerts?.[n % options.runningConcerts.length] ?? {
      artistUsername: 'kino',
      sessionId: `concert-${n % options.concerts}`,
    }),
    events: true,
  })

/** The frame that a client of each way sends after the upgrade; null: none. */
const GREETING: Record<FanoutWay, (n: number) => Buffer | null> = {
  floor: () => null,
  ours: (n) => clientFrame(registration(n)),
  ws: () => null,
  'socket.io': () => clientFrame('40'),
}

/**
 * One minimal listener: with a WebSocket library the bench would measure that library. It parses the frame headers and
 * skips the payloads.
 */
function listener(n: number, shared: Buffer): Promise<void> {
  return new Promise((resolve) => {
    let upgraded = options.way === 'floor'
    let left = 0
    let counts = false
    let header: number[] = []

    function frames(chunk: Buffer, from: number) {
      for (let at = from; at < chunk.length;) {
        if (left > 0) {
          const taken = Math.min(left, chunk.length - at)
          left -= taken
          at += taken
          if (left === 0 && counts) arrived()
          continue
        }
        header.push(chunk[at++] ?? 0)
        const [, second = 0, high = 0, low = 0] = header
        if (header.length < 2 || (second === 126 && header.length < 4)) continue
        left = second === 126 ? high * 256 + low : second
        counts = left >= LEAST_QUEUE_BYTES
        header = []
      }
    }

    function arrived() {
      queueCame()
      resolve()
    }

    const wire = connect({
      port: options.port,
      host: '127.0.0.1',
      onread: {
        buffer: shared,
        callback(length, chunk) {
          bytes += length
          const part = Buffer.from(chunk.buffer, chunk.byteOffset, length)
          if (upgraded) return (frames(part, 0), true)
          const end = part.indexOf('\r\n\r\n')
          if (!part.toString('latin1', 9, 12).startsWith('101') || end === -1)
            sendReply({ kind: 'failed', why: part.toString('latin1', 0, 80) })
          upgraded = true
          const greeting = GREETING[options.way](n)
          if (greeting !== null) wire.write(greeting)
          if (options.way !== 'ours') resolve()
          frames(part, end + 4)
          return true
        },
      },
    })
    wire.on('error', ({ message }) => sendReply({ kind: 'failed', why: message }))
    wire.on('close', () => sendReply({ kind: 'failed', why: 'a listener was cut' }))
    wire.on('connect', () => (upgraded ? resolve() : void wire.write(upgrade(n))))
  })
}

process.on('message', () => {
  receivedCount = 0
  bytes = 0
  waiting = true
  sendReply({ kind: 'waiting' })
})
process.on('disconnect', () => process.exit(0))

const shared = Buffer.alloc(64 * 1024)
for (let opened = 0; opened < options.listeners; opened += AT_ONCE) {
  const some = Math.min(AT_ONCE, options.listeners - opened)
  await Promise.all(Array.from({ length: some }, (_, n) => listener(opened + n, shared)))
}
sendReply({ kind: 'ready' })
