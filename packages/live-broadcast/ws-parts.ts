import { constants, inflateRawSync } from 'node:zlib'
import type { EventEmitter } from 'node:events'

/** The extension of RFC 7692. */
export const DEFLATE = 'permessage-deflate'

/** The tail that the sender cut off a compressed message (RFC 7692, 7.2.1). */
const FLUSH_TAIL = Buffer.from([0x00, 0x00, 0xff, 0xff])
const EMPTY = Buffer.alloc(0)

type Inflated = (error: Error | null, bytes: Buffer) => void

/**
 * Inflates what one client sends, for a `Receiver`: each message by itself and at once, since it has at most `mostBytes`.
 * The extension of `ws` would keep an inflater, and its window, for each socket.
 */
export class MessageInflater {
  readonly #mostBytes: number
  #fragments: Buffer[] = []

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** `done` gets the message with its last fragment; never before this returns, as `Receiver` requires. */
  decompress(fragment: Buffer, final: boolean, done: Inflated): void {
    this.#fragments.push(fragment)
    if (!final) return queueMicrotask(() => done(null, EMPTY))
    const compressed = Buffer.concat([...this.#fragments, FLUSH_TAIL])
    this.#fragments = []
    try {
      const message = inflateRawSync(compressed, {
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: this.#mostBytes,
        chunkSize: 1_024,
      })
      queueMicrotask(() => done(null, message))
    } catch (error) {
      const failed = error instanceof Error ? error : new Error(String(error))
      queueMicrotask(() => done(failed, EMPTY))
    }
  }
}

/** The parts that `ws` exports and `@types/ws` does not have. */
declare module 'ws' {
  /** Reads what one end of a WebSocket sends: `message`, `ping`, `pong`, `conclude` (a close frame), `error`. */
  export class Receiver extends EventEmitter {
    constructor(options: {
      isServer: boolean
      extensions: Record<string, Pick<MessageInflater, 'decompress'>>
      maxPayload: number
      maxFragments?: number
    })
    write(bytes: Buffer, done?: () => void): boolean
  }
  export class PerMessageDeflate {
    constructor(options: {
      isServer: boolean
      serverNoContextTakeover: boolean
      clientNoContextTakeover: boolean
      serverMaxWindowBits: number
    })
    /** Throws where none of the offers can be met. */
    accept(offers: object[]): object
  }
  export const extension: {
    /** Throws on a broken header. */
    parse(header: string): Record<string, object[]>
    format(accepted: Record<string, object>): string
  }
}
