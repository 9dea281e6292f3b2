import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { DEFLATE_WINDOW_BITS } from './frame.ts'

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

const EXTENSION = 'permessage-deflate'
const BITS = /^(?:8|9|1[0-5])$/u

/** Valid values of each offer parameter; `true` is a name without a value (RFC 7692, 7.1). */
const VALID_PARAMETERS: Record<string, (value: string | true) => boolean> = {
  server_no_context_takeover: (value) => value === true,
  client_no_context_takeover: (value) => value === true,
  client_max_window_bits: (value) => value === true || BITS.test(value),
  server_max_window_bits: (value) => value !== true && BITS.test(value),
}

/**
 * The answer to a `Sec-WebSocket-Extensions`: the first offer of permessage-deflate that can be met, or null if there
 * is none, and the channel then works uncompressed. No window is retained between messages in either direction: so one
 * compressed frame fits every receiver, and an idle listener costs no zlib memory.
 */
export function acceptDeflate(header: string | undefined): string | null {
  for (const offer of header?.split(',') ?? []) {
    const parameters = readOffer(offer)
    if (parameters === null) continue
    const most = parameters.get('server_max_window_bits')
    if (most !== undefined && Number(most) < DEFLATE_WINDOW_BITS) continue
    const window = most === undefined ? '' : `; server_max_window_bits=${DEFLATE_WINDOW_BITS}`
    return `${EXTENSION}; server_no_context_takeover; client_no_context_takeover${window}`
  }
  return null
}

/** Null for another extension, and for an offer with an unknown, duplicate or invalid parameter. */
function readOffer(offer: string): Map<string, string | true> | null {
  const [name, ...rest] = offer.split(';').map((part) => part.trim())
  if (name?.toLowerCase() !== EXTENSION) return null
  const parameters = new Map<string, string | true>()
  for (const part of rest) {
    const [key = '', value] = part.split('=', 2).map((side) => side.trim())
    const unquoted = value === undefined ? true : value.replace(/^"(.*)"$/u, '$1')
    if (parameters.has(key) || VALID_PARAMETERS[key]?.(unquoted) !== true) return null
    parameters.set(key, unquoted)
  }
  return parameters
}
