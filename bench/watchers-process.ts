import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { LIVE_PATH } from '../contract/path.ts'
import { serveParent } from './forked-child.ts'
import { addressOf } from './raw-http.ts'
import type { WatchersAsk } from './watchers.ts'

const AT_ONCE = 100
const TIMEOUT_MS = 30_000
const MASK = 0x80
const FINAL_TEXT = 0x81
const SHORT_MOST = 125
const MEDIUM = 126

const watchers: { socket: Socket; notified: (() => void) | null }[] = []
let frames = 0
let bytes = 0

/** A masked text frame, as clients send them. */
function masked(text: string): Buffer {
  const payload = Buffer.from(text)
  const mask = randomBytes(4)
  for (let at = 0; at < payload.length; at++) payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0)
  const head =
    payload.length <= SHORT_MOST
      ? Buffer.from([FINAL_TEXT, MASK | payload.length])
      : Buffer.from([FINAL_TEXT, MASK | MEDIUM, payload.length >> 8, payload.length & 255])
  return Buffer.concat([head, mask, payload])
}

function open(port: number, at: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const watcher = { socket, notified: null as (() => void) | null }
  socket.write(
    [
      `GET ${LIVE_PATH} HTTP/1.1`,
      'host: localhost',
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      `sec-websocket-key: ${randomBytes(16).toString('base64')}`,
      'sec-websocket-extensions: permessage-deflate; client_max_window_bits',
      // Phones of one hall share an address; here each has its own, because the connection rate limit is not what is
      // measured.
      `x-forwarded-for: ${addressOf(at)}`,
      '\r\n',
    ].join('\r\n'),
  )
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('data', (part: Buffer) => {
      const greeting = part.toString('latin1')
      if (!greeting.startsWith('HTTP/1.1 101')) return reject(new Error(greeting))
      socket.off('error', reject)
      socket.on('error', () => {})
      socket.on('data', (frame: Buffer) => {
        frames += 1
        bytes += frame.length
        watcher.notified?.()
      })
      watchers.push(watcher)
      resolve()
    })
  })
}

async function answer(request: WatchersAsk): Promise<unknown> {
  if ('traffic' in request) {
    const traffic = { frames, bytes }
    frames = 0
    bytes = 0
    return traffic
  }
  if ('open' in request) {
    for (let at = 0; at < request.open; at += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, request.open - at) }, (_, n) =>
          open(request.port, at + n),
        ),
      )
    return 'opened'
  }
  const registration = masked(JSON.stringify(request))
  let notified = 0
  const late = setTimeout(() => {
    throw new Error(`${notified} of ${watchers.length} watchers were told`)
  }, TIMEOUT_MS)
  await Promise.all(
    watchers.map(
      (watcher) =>
        new Promise<void>((resolve) => {
          watcher.notified = () => {
            notified += 1
            watcher.notified = null
            resolve()
          }
          watcher.socket.write(registration)
        }),
    ),
  )
  clearTimeout(late)
  return 'told'
}

serveParent(answer)
