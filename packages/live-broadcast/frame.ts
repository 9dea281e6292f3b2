import { constants, deflateRawSync } from 'node:zlib'

/** A whole message, ready for the wire, shared by all who get it. Of each kind only the latest one is worth sending. */
export type Frame = {
  /** `ping` is one of the protocol, `pong` answers one, `answer` one in words; the others tell of a channel. */
  readonly kind: 'state' | 'status' | 'error' | 'ping' | 'pong' | 'answer'
  /** For everybody. */
  readonly bytes: Buffer
  /** For those who agreed to permessage-deflate: compressed once, and `bytes` where that gains nothing. */
  deflated(): Buffer
}

const FINAL = 0x80
/** RSV1 of a first frame: the message is compressed (RFC 7692, 6). */
const COMPRESSED = 0x40
const OPCODE = { text: 0x1, close: 0x8, ping: 0x9, pong: 0xa }
const SHORT_MOST = 125
const MEDIUM = 126
const MEDIUM_MOST = 0xffff
const LONG = 127

/** Below this a compressed text saves less of the packet than it costs. */
const LEAST_DEFLATED = 256
/** To compress costs the time of eight writes, and each compressed write is shorter by little: so it needs readers. */
const LEAST_READERS = 32

/** The window that what we compress needs of its reader, in bits; messages are seldom longer than 8 KB. */
export const DEFLATE_WINDOW_BITS = 13

const DEFLATE = {
  // The level of zlib whose time is half of the usual one's, for three bytes in a hundred more.
  level: 3,
  windowBits: DEFLATE_WINDOW_BITS,
  memLevel: 6,
  finishFlush: constants.Z_SYNC_FLUSH,
}
/** zlib's own buffer for what comes out is made anew each time, at 16 KB unless it is told otherwise. */
const LEAST_CHUNK = 1_024
/** What a sync flush ends with; the reader puts it back (RFC 7692, 7.2.1). */
const FLUSH_TAIL = 4

/** An unmasked frame of a server (RFC 6455, 5.2) around a body of so many bytes, which begins at `header`. */
function emptyFrame(first: number, length: number): { frame: Buffer; header: number } {
  const header = length <= SHORT_MOST ? 2 : length <= MEDIUM_MOST ? 4 : 10
  const frame = Buffer.allocUnsafeSlow(header + length)
  frame[0] = first
  if (header === 2) {
    frame[1] = length
  } else if (header === 4) {
    frame[1] = MEDIUM
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LONG
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  return { frame, header }
}

function frameAround(first: number, body: Buffer): Buffer {
  const { frame, header } = emptyFrame(first, body.length)
  body.copy(frame, header)
  return frame
}

/** One text message, header and UTF-8 body in one buffer. */
export function textFrame(text: string): Buffer {
  const { frame, header } = emptyFrame(FINAL | OPCODE.text, Buffer.byteLength(text))
  frame.write(text, header)
  return frame
}

/**
 * The same message compressed, with a window that begins empty: so it is the same bytes for every reader.
 * Null where that makes it no shorter.
 */
export function deflatedTextFrame(text: Buffer): Buffer | null {
  const chunkSize = Math.max(LEAST_CHUNK, text.length >> 1)
  const flushed = deflateRawSync(text, { ...DEFLATE, chunkSize })
  const body = flushed.subarray(0, flushed.length - FLUSH_TAIL)
  return body.length < text.length ? frameAround(FINAL | COMPRESSED | OPCODE.text, body) : null
}

/** A message for many, of whom so many are there now: encoded once, and compressed once if enough of them take it so. */
export function sharedFrame(kind: Frame['kind'], text: string, readers: number): Frame {
  const bytes = textFrame(text)
  let deflated: Buffer | null = null
  let asked = 0
  return {
    kind,
    bytes,
    deflated() {
      asked += 1
      if (bytes.length < LEAST_DEFLATED || Math.max(readers, asked) < LEAST_READERS) return bytes
      deflated ??= deflatedTextFrame(Buffer.from(text)) ?? bytes
      return deflated
    },
  }
}

/** A good-bye (RFC 6455, 5.5.1); the reason has to be short, or null with no code at all. */
export function closeFrame(code: number | null, reason = ''): Buffer {
  if (code === null) return Buffer.from([FINAL | OPCODE.close, 0])
  const { frame, header } = emptyFrame(FINAL | OPCODE.close, 2 + Buffer.byteLength(reason))
  frame.writeUInt16BE(code, header)
  frame.write(reason, header + 2)
  return frame
}

/** The answer to a ping, with the ping's own body; who sent several may be answered the last one alone (RFC 6455, 5.5.3). */
export function pongFrame(body: Buffer): Frame {
  return plainFrame('pong', frameAround(FINAL | OPCODE.pong, body))
}

/** Asks the other side to send the body back once it has read all that was sent before (RFC 6455, 5.5.2). */
export function pingFrame(body: Buffer): Frame {
  return plainFrame('ping', frameAround(FINAL | OPCODE.ping, body))
}

/** The answer to a ping that came as a message. */
export function answerFrame(text: string): Frame {
  return plainFrame('answer', textFrame(text))
}

function plainFrame(kind: Frame['kind'], bytes: Buffer): Frame {
  return { kind, bytes, deflated: () => bytes }
}
