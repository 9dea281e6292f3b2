import { isUtf8 } from 'node:buffer'
import { constants, inflateRawSync } from 'node:zlib'

/** Why reading stops: a protocol error, invalid text, or a message that is too long (RFC 6455, 7.4.1). */
export type ErrorCloseCode = 1002 | 1007 | 1009

/** Callbacks for what was read. None is called after `closed` or `failed`. */
export type FrameHandler = {
  text(text: string): void
  binary(): void
  ping(body: Buffer): void
  pong(body: Buffer): void
  /** The client's close frame; null if it has no code. */
  closed(code: number | null): void
  failed(code: ErrorCloseCode): void
}

type ReaderTerms = { handler: FrameHandler; deflates: boolean; mostBytes: number }

const OPCODE = { continuation: 0x0, text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa }
const FINAL = 0x80
const COMPRESSED = 0x40
const RESERVED = 0x30
const MASKED = 0x80
const CONTROL = 0x8
const CONTROL_MOST = 125
const MASK_BYTES = 4
/** Each fragment costs a copy of the previous ones, and `mostBytes` does not limit empty fragments. */
const MOST_FRAGMENTS = 64
/** The tail that the sender cut off a compressed message. */
const FLUSH_TAIL = Buffer.from([0x00, 0x00, 0xff, 0xff])
const EMPTY = Buffer.alloc(0)

type Head = { opcode: number; final: boolean; compressed: boolean; header: number; length: number }

/** A message some of whose fragments have not arrived yet. */
type Unfinished = { opcode: number; compressed: boolean; body: Buffer; fragments: number }

/** Reads what a client sends over one WebSocket. Between two messages it has nothing buffered. */
export class FrameReader {
  readonly #terms: ReaderTerms
  #rest: Buffer = EMPTY
  #unfinished: Unfinished | null = null
  #closeFrameOnly = false
  #over = false

  constructor(terms: ReaderTerms) {
    this.#terms = terms
  }

  /** Skips all other frames without unmasking them: a client that is being closed must not cost CPU. */
  awaitCloseFrame(): void {
    this.#closeFrameOnly = true
  }

  read(chunk: Buffer): void {
    if (this.#over) return
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let at = 0
    while (!this.#over) {
      const head = this.#headAt(bytes, at)
      if (head === null || bytes.length < at + head.header + head.length) break
      const from = at + head.header
      at = from + head.length
      if (this.#closeFrameOnly && head.opcode !== OPCODE.close) continue
      this.#take(head, unmasked(bytes, from, head.length))
    }
    // A copy, so that a few bytes do not retain the whole buffer they were read into.
    this.#rest = this.#over || at === bytes.length ? EMPTY : copied(bytes.subarray(at))
  }

  /** Null if the head is incomplete, or if it ends the reading. */
  #headAt(bytes: Buffer, at: number): Head | null {
    const [first, second] = [bytes[at], bytes[at + 1]]
    if (first === undefined || second === undefined) return null
    const opcode = first & 0x0f
    const head = {
      opcode,
      final: (first & FINAL) !== 0,
      compressed: (first & COMPRESSED) !== 0,
      length: second & 0x7f,
    }
    if ((first & RESERVED) !== 0 || (second & MASKED) === 0 || !this.#fits(head))
      return this.#break(1002)
    const sized = sizeOf(bytes, at, head.length)
    if (sized === null) return null
    if (opcode < CONTROL && this.#exceeds(sized.length)) return this.#break(1009)
    return { ...head, header: sized.header, length: sized.length }
  }

  /** Whether a fragment of this length makes its message too long. */
  #exceeds(length: number): boolean {
    const { body, fragments } = this.#unfinished ?? { body: EMPTY, fragments: 0 }
    return body.length + length > this.#terms.mostBytes || fragments >= MOST_FRAGMENTS
  }

  /** Whether such a frame is allowed now. */
  #fits({ opcode, final, compressed, length }: Omit<Head, 'header'>): boolean {
    switch (opcode) {
      case OPCODE.continuation:
        return this.#unfinished !== null && !compressed
      case OPCODE.text:
      case OPCODE.binary:
        return this.#unfinished === null && (!compressed || this.#terms.deflates)
      case OPCODE.close:
      case OPCODE.ping:
      case OPCODE.pong:
        return final && !compressed && length <= CONTROL_MOST
      default:
        return false
    }
  }

  #take({ opcode, final, compressed }: Head, body: Buffer): void {
    const { handler } = this.#terms
    if (opcode === OPCODE.close) return this.#close(body)
    if (opcode === OPCODE.ping) return handler.ping(body)
    if (opcode === OPCODE.pong) return handler.pong(body)
    const so = this.#unfinished
    const message =
      so === null
        ? { opcode, compressed, body, fragments: 1 }
        : { ...so, body: Buffer.concat([so.body, body]), fragments: so.fragments + 1 }
    this.#unfinished = final ? null : message
    if (final) this.#finish(message)
  }

  #finish({ opcode, compressed, body }: Unfinished) {
    const whole = compressed ? this.#inflated(body) : body
    if (whole === null) return
    if (opcode === OPCODE.binary) this.#terms.handler.binary()
    else if (isUtf8(whole)) this.#terms.handler.text(whole.toString())
    else this.#break(1007)
  }

  /** Each message is inflated by itself and at once: it is at most 4 KB, and the socket retains no zlib memory. */
  #inflated(body: Buffer): Buffer | null {
    try {
      return inflateRawSync(Buffer.concat([body, FLUSH_TAIL]), {
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: this.#terms.mostBytes,
        chunkSize: 1_024,
      })
    } catch (error) {
      const tooLong =
        error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
      return this.#break(tooLong ? 1009 : 1007)
    }
  }

  #close(body: Buffer) {
    const code = body.length < 2 ? null : body.readUInt16BE(0)
    if (body.length === 1 || (code !== null && !isCloseCode(code))) this.#break(1002)
    else if (isUtf8(body.subarray(2))) this.#end(code)
    else this.#break(1007)
  }

  #end(code: number | null) {
    this.#over = true
    this.#terms.handler.closed(code)
  }

  #break(code: ErrorCloseCode): null {
    this.#over = true
    this.#terms.handler.failed(code)
    return null
  }
}

/** The lengths of the header and the body, by the three length formats; null if the header is incomplete. */
function sizeOf(bytes: Buffer, at: number, short: number) {
  const header = 2 + (short === 127 ? 8 : short === 126 ? 2 : 0)
  if (bytes.length < at + header) return null
  const length =
    short === 127
      ? bytes.readUInt32BE(at + 2) * 2 ** 32 + bytes.readUInt32BE(at + 6)
      : short === 126
        ? bytes.readUInt16BE(at + 2)
        : short
  return { header: header + MASK_BYTES, length }
}

function unmasked(bytes: Buffer, from: number, length: number): Buffer {
  const body = Buffer.allocUnsafe(length)
  for (let n = 0; n < length; n += 1)
    body[n] = (bytes[from + n] ?? 0) ^ (bytes[from - MASK_BYTES + (n & 3)] ?? 0)
  return body
}

function copied(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/** Whether the code is allowed in a close frame (RFC 6455, 7.4; 1004–1006 and 1015 are for programs alone). */
function isCloseCode(code: number): boolean {
  return (code >= 1000 && code <= 1014 && (code < 1004 || code > 1006)) || isOwnCode(code)
}

function isOwnCode(code: number): boolean {
  return code >= 3000 && code <= 4999
}
