import { constants, deflateRawSync } from 'node:zlib'

/** A whole message, encoded for the wire and shared by all its receivers. Of each kind only the latest one needs to be sent. */
export type Frame = {
  /** `ping` is a protocol ping, `pong` answers one, `answer` answers a ping sent as a message; the others are about a channel. */
  readonly kind: 'state' | 'status' | 'error' | 'ping' | 'pong' | 'answer'
  /** Uncompressed, for any receiver. */
  readonly bytes: Buffer
  /** For receivers with permessage-deflate: compressed once, or `bytes` if compression gains nothing. */
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

/** Below this, compressing a text costs more than the smaller packet saves. */
const LEAST_DEFLATED = 256
/** Compressing costs the time of eight writes and shortens each write by little, so it needs this many readers. */
const LEAST_READERS = 32

/** The window in bits that our compression requires of its reader; messages are seldom longer than 8 KB. */
export const DEFLATE_WINDOW_BITS = 13

const DEFLATE = {
  // This zlib level takes half the time of the default one, for three per cent more bytes.
  level: 3,
  windowBits: DEFLATE_WINDOW_BITS,
  memLevel: 6,
  finishFlush: constants.Z_SYNC_FLUSH,
}
/** zlib allocates its output buffer for each message, 16 KB by default. */
const LEAST_CHUNK = 1_024
/** The bytes at the end of a sync flush; the reader adds them again (RFC 7692, 7.2.1). */
const FLUSH_TAIL = 4

/** An unmasked server frame (RFC 6455, 5.2) for a body of `length` bytes, which begins at `header`. */
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
 * The same message compressed with an empty initial window, so that the bytes are the same for every reader. Null if
 * that makes it no shorter.
 */
export function deflatedTextFrame(text: Buffer): Buffer | null {
  const chunkSize = Math.max(LEAST_CHUNK, text.length >> 1)
  const flushed = deflateRawSync(text, { ...DEFLATE, chunkSize })
  const body = flushed.subarray(0, flushed.length - FLUSH_TAIL)
  return body.length < text.length ? frameAround(FINAL | COMPRESSED | OPCODE.text, body) : null
}

/** A message for many, of whom `readers` are connected now: encoded once, and compressed once if enough of them accept that. */
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

/** A close frame (RFC 6455, 5.5.1); the reason has to be short, and a null code sends neither code nor reason. */
export function closeFrame(code: number | null, reason = ''): Buffer {
  if (code === null) return Buffer.from([FINAL | OPCODE.close, 0])
  const { frame, header } = emptyFrame(FINAL | OPCODE.close, 2 + Buffer.byteLength(reason))
  frame.writeUInt16BE(code, header)
  frame.write(reason, header + 2)
  return frame
}

/** The answer to a ping, with the ping's own body; of several pings only the last needs an answer (RFC 6455, 5.5.3). */
export function pongFrame(body: Buffer): Frame {
  return plainFrame('pong', frameAround(FINAL | OPCODE.pong, body))
}

/** Asks the client to send the body back once it has read everything sent before (RFC 6455, 5.5.2). */
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
