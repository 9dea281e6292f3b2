import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { extension, PerMessageDeflate } from 'ws'
import { DEFLATE_WINDOW_BITS } from './frame.ts'
import { DEFLATE } from './ws-parts.ts'

/** The WebSocket opening handshake (RFC 6455, 4.2): the answer, or the status of the refusal. */
type Handshake = { refused: 400 | 405 | 426 } | { refused: null; answer: string; deflates: boolean }

const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
/** Sixteen bytes in base64. */
const KEY = /^[+/0-9A-Za-z]{22}==$/u
const VERSION = '13'

/** An offer to upgrade to any other protocol is ignored, and the request is answered without it. */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

/** The subprotocols that the client offers, in its order. */
export function offeredProtocols({ headers }: IncomingMessage): string[] {
  const offered = headers['sec-websocket-protocol']?.split(',') ?? []
  return offered.map((protocol) => protocol.trim())
}

/** `protocol`: the only subprotocol that is accepted. A browser ends a connection that accepts none of its offers. */
export function readHandshake(request: IncomingMessage, protocol: string): Handshake {
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
    ...(offeredProtocols(request).includes(protocol)
      ? [`Sec-WebSocket-Protocol: ${protocol}`]
      : []),
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

/**
 * The answer to a `Sec-WebSocket-Extensions`, or null where permessage-deflate is not offered or not as we can (RFC 7692):
 * the channel then works uncompressed. No window is retained between messages in either direction, so that one
 * compressed frame fits every receiver.
 */
export function acceptDeflate(header: string | undefined): string | null {
  const deflate = new PerMessageDeflate({
    isServer: true,
    serverNoContextTakeover: true,
    clientNoContextTakeover: true,
    serverMaxWindowBits: DEFLATE_WINDOW_BITS,
  })
  try {
    const offers = extension.parse(header ?? '')[DEFLATE]
    return offers === undefined ? null : extension.format({ [DEFLATE]: deflate.accept(offers) })
  } catch {
    // An offer that breaks the grammar is an offer not made.
    return null
  }
}
