import { connect } from 'node:net'
import type { Socket } from 'node:net'

type RawAnswer = { readonly status: number; readonly body: string }

/** One keep-alive connection: a request at a time, with as little work of its own as possible. */
export type HttpConnection = {
  /** Status 0 where the server closed the connection instead of answering. */
  ask(request: string): Promise<RawAnswer>
  /** Whether the connection is still open. */
  isOpen(): boolean
  close(): void
}

type Asked = { method: string; path: string; headers?: Record<string, string>; body?: unknown }

/** A request as it goes over the wire. */
export function requestText({ method, path, headers = {}, body }: Asked): string {
  const text = body === undefined ? null : JSON.stringify(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(text === null
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${text ?? ''}`
}

/** A phone's own IP address, as the proxy before the server would report it. */
export function addressOf(phone: number): string {
  return `10.${(phone >> 16) & 255}.${(phone >> 8) & 255}.${phone & 255}`
}

export async function openLine(port: number): Promise<HttpConnection> {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  return lineOn(socket)
}

function lineOn(socket: Socket): HttpConnection {
  let received: Buffer = Buffer.alloc(0)
  let waiting: ((answer: RawAnswer) => void) | null = null
  function tell(answer: RawAnswer) {
    const resolve = waiting
    waiting = null
    received = Buffer.alloc(0)
    resolve?.(answer)
  }
  socket.on('data', (part: Buffer) => {
    received = received.length === 0 ? part : Buffer.concat([received, part])
    const answer = answerIn(received)
    if (answer !== null) tell(answer)
  })
  const onClose = () => tell({ status: 0, body: `closed after «${received.toString('latin1')}»` })
  socket.on('error', onClose)
  socket.on('close', onClose)
  return {
    ask: (request) =>
      new Promise((resolve) => {
        waiting = resolve
        if (socket.destroyed) onClose()
        else socket.write(request)
      }),
    isOpen: () => !socket.destroyed && socket.writable,
    close: () => socket.destroy(),
  }
}

/** Parses the answer, once it is complete; null before. */
function answerIn(received: Buffer): RawAnswer | null {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return null
  const head = received.toString('latin1', 0, end)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  if (received.length < end + 4 + length) return null
  return { status: Number(head.slice(9, 12)), body: received.toString('utf8', end + 4) }
}
