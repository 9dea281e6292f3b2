import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { acceptDeflate } from './deflate-offer.ts'

/** The opening of a WebSocket (RFC 6455, 4.2): what is answered, or the status with which it is refused. */
export type Handshake =
  | { refused: 400 | 405 | 426 }
  | { refused: null; answer: string; deflates: boolean }

const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
/** Sixteen bytes in base64. */
const KEY = /^[+/0-9A-Za-z]{22}==$/u
const VERSION = '13'

/** Any other protocol that a client offers to go over to is passed over, and its request answered as it stands. */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

export function readHandshake(request: IncomingMessage): Handshake {
  const { method, headers } = request
  if (method !== 'GET') return { refused: 405 }
  if (!asksForWebSocket(request)) return { refused: 400 }
  const key = headers['sec-websocket-key']
  if (key === undefined || !KEY.test(key)) return { refused: 400 }
  if (headers['sec-websocket-version'] !== VERSION) return { refused: 426 }
  const deflate = acceptDeflate(headers['sec-websocket-extensions'])
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${acceptOf(key)}`,
    ...(deflate === null ? [] : [`Sec-WebSocket-Extensions: ${deflate}`]),
    '\r\n',
  ]
  return { refused: null, answer: lines.join('\r\n'), deflates: deflate !== null }
}

function acceptOf(key: string): string {
  return createHash('sha1')
    .update(key + WEBSOCKET_GUID)
    .digest('base64')
}
