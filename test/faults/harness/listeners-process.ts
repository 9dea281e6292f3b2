import { connect } from 'node:net'
import { WebSocket } from 'ws'
import { LIVE_PATH } from '#contract/path.ts'
import { openLiveChannel } from '#web/lib/live/live-channel.ts'
import type { LiveSocket } from '#web/lib/live/live-channel.ts'
import { machineMs } from './listeners-messages.ts'
import type { ListenersRequest, ListenersOptions, ListenersReply } from './listeners-messages.ts'

const AT_ONCE = 50
const listeners = JSON.parse(process.argv[2] ?? '') as ListenersOptions
const sendReply = (reply: ListenersReply) => process.send?.(reply)

const END_OF_HEAD = '\r\n\r\n'
const UPGRADE = [
  `GET ${LIVE_PATH} HTTP/1.1`,
  'Host: 127.0.0.1',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n')

/** A text frame of a client, masked with zeros. */
function clientFrame(text: string): Buffer {
  const body = Buffer.from(text)
  const length =
    body.length <= 125 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), body])
}

/** Returns the first whole frame of these bytes and the bytes after it; null while the frame is incomplete. */
function firstFrame(bytes: Buffer): { body: Buffer; rest: Buffer } | null {
  const short = bytes[1]
  if (short === undefined) return null
  const header = short === 127 ? 10 : short === 126 ? 4 : 2
  if (bytes.length < header) return null
  const length =
    short === 127 ? bytes.readUInt32BE(6) : short === 126 ? bytes.readUInt16BE(2) : short
  const end = header + length
  if (bytes.length < end) return null
  return { body: bytes.subarray(header, end), rest: bytes.subarray(end) }
}

/**
 * Watches a concert over a raw socket, without compression, so that a thousand of them cost little. `heard` gets every
 * array; a stalled one never reads again after the first. Resolves with its own port at the first array.
 */
function watchLeanly(
  { port, artistUsername, sessionId }: ListenersOptions,
  { stalls, onArray, cut }: { stalls: boolean; onArray(array: Buffer): void; cut(): void },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const wire = connect({ port, host: '127.0.0.1' })
    let waiting: Buffer = Buffer.alloc(0)
    let upgraded = false

    function take() {
      for (let frame = firstFrame(waiting); frame !== null; frame = firstFrame(waiting)) {
        waiting = frame.rest
        if (frame.body[0] !== 0x5b) continue
        onArray(frame.body)
        resolve(wire.localPort ?? 0)
        if (stalls) return void wire.pause()
      }
      return undefined
    }

    wire.on('connect', () => wire.write(UPGRADE))
    wire.on('data', (part: Buffer) => {
      waiting = waiting.length === 0 ? part : Buffer.concat([waiting, part])
      if (!upgraded) {
        const end = waiting.indexOf(END_OF_HEAD)
        if (end === -1) return
        if (!waiting.toString('latin1', 9, 12).startsWith('101'))
          reject(new Error(waiting.toString('latin1', 0, 60)))
        upgraded = true
        waiting = waiting.subarray(end + END_OF_HEAD.length)
        wire.write(clientFrame(JSON.stringify({ artistUsername, sessionId, events: true })))
      }
      take()
    })
    wire.on('error', () => {})
    wire.on('close', cut)
    const keep = setInterval(() => wire.write(clientFrame('ping')), 25_000)
    keep.unref()
    wire.on('close', () => clearInterval(keep))
  })
}

let wanted: string | null = null
let left = 0
const ports: number[] = []

/** Returns a handler that counts one listener's arrays: once for each wanted text. */
function makeCounting() {
  let counted: string | null = null
  return (array: Buffer) => {
    if (wanted === null || counted === wanted || !array.includes(wanted)) return
    counted = wanted
    left -= 1
    if (left === 0) sendReply({ kind: 'seen', at: machineMs() })
  }
}

async function open(count: number, one: () => Promise<unknown>) {
  for (let opened = 0; opened < count; opened += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - opened) }, one))
}

const lean = () =>
  watchLeanly(listeners, {
    stalls: false,
    onArray: makeCounting(),
    cut: () => sendReply({ kind: 'failed', why: 'a listener who reads was cut' }),
  })

const stalled = async () => {
  ports.push(await watchLeanly(listeners, { stalls: true, onArray: () => {}, cut: () => {} }))
}

/** The page's own channel over a socket that is not a browser's. */
const pages: { live: boolean; liveAt: number }[] = []
function page(): Promise<void> {
  const mine = { live: false, liveAt: 0 }
  pages.push(mine)
  const { promise, resolve } = Promise.withResolvers<void>()
  openLiveChannel({
    url: `ws://127.0.0.1:${listeners.port}${LIVE_PATH}`,
    artistUsername: listeners.artistUsername,
    sessionId: listeners.sessionId,
    events: true,
    onState({ connection }) {
      const live = connection === 'live'
      if (live && !mine.live) mine.liveAt = machineMs()
      mine.live = live
      if (live) resolve()
    },
    deps: {
      makeSocket(url): LiveSocket {
        const socket = new WebSocket(url)
        // A page is notified of every end by `close` alone.
        socket.on('error', () => {})
        return socket
      },
      now: () => Date.now(),
      setTimeout: (run, ms) => setTimeout(run, ms)[Symbol.toPrimitive](),
      clearTimeout: (timer) => clearTimeout(timer),
      random: () => Math.random(),
    },
  })
  return promise
}

process.on('message', (asked: ListenersRequest) => {
  if (asked.kind === 'expect') {
    wanted = asked.text
    left = listeners.lean
    return sendReply({ kind: 'expecting' })
  }
  if (asked.kind === 'stalled') return sendReply({ kind: 'stalled', ports })
  const live = pages.filter((one) => one.live)
  return sendReply({ kind: 'pages', live: live.length, liveAt: live.map(({ liveAt }) => liveAt) })
})
process.on('disconnect', () => process.exit(0))

try {
  await open(listeners.lean, lean)
  await open(listeners.stalled, stalled)
  await open(listeners.pages, page)
  sendReply({ kind: 'ready' })
} catch (error) {
  sendReply({ kind: 'failed', why: String(error) })
}
