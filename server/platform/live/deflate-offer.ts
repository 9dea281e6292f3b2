import { DEFLATE_WINDOW_BITS } from './frame.ts'

const EXTENSION = 'permessage-deflate'
const BITS = /^(?:8|9|1[0-5])$/u

/** What each parameter of an offer may be set to; `true` is a name without a value (RFC 7692, 7.1). */
const SENSIBLE: Record<string, (value: string | true) => boolean> = {
  server_no_context_takeover: (value) => value === true,
  client_no_context_takeover: (value) => value === true,
  client_max_window_bits: (value) => value === true || BITS.test(value),
  server_max_window_bits: (value) => value !== true && BITS.test(value),
}

/**
 * What to answer to a `Sec-WebSocket-Extensions`: the first offer of permessage-deflate that can be met, or null where
 * there is none, and the channel then goes on without. No window is kept from one message to the next in either
 * direction: so one compressed frame is right for everybody, and a silent listener costs no memory of zlib.
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

/** Null for another extension, and for an offer with a parameter that is unknown, doubled or senseless. */
function readOffer(offer: string): Map<string, string | true> | null {
  const [name, ...rest] = offer.split(';').map((part) => part.trim())
  if (name?.toLowerCase() !== EXTENSION) return null
  const parameters = new Map<string, string | true>()
  for (const part of rest) {
    const [key = '', value] = part.split('=', 2).map((side) => side.trim())
    const unquoted = value === undefined ? true : value.replace(/^"(.*)"$/u, '$1')
    if (parameters.has(key) || SENSIBLE[key]?.(unquoted) !== true) return null
    parameters.set(key, unquoted)
  }
  return parameters
}
