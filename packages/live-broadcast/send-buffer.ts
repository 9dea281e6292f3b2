import type { Frame } from './frame.ts'

/** The required part of the TCP socket under a WebSocket. */
export type SendStream = { readonly writableLength: number; write(bytes: Buffer): unknown }

type SendBufferOptions = {
  wire: SendStream
  /** Whether compression was negotiated. */
  deflates: boolean
  /** The limit of unsent bytes in the socket. */
  mostBytes: number
}

/**
 * The send buffer of one listener. While the listener is slow, frames are not written but queued: of each kind only the
 * latest, so that the backlog is bounded by the limit and one frame of each kind, which are shared by all anyway. A
 * class, like everything with ten thousand instances: closures for each listener would cost more.
 */
export class SendBuffer {
  readonly #terms: SendBufferOptions
  #pending: Map<Frame['kind'], Frame> | null = null
  #behindSince: number | null = null

  constructor(terms: SendBufferOptions) {
    this.#terms = terms
  }

  /** `now` is called only when the listener falls behind. */
  send(frame: Frame, now: () => number): void {
    if (this.#behindSince === null && this.#hasRoom()) return this.#write(frame)
    this.#behindSince ??= now()
    this.#pending ??= new Map()
    this.#pending.set(frame.kind, frame)
  }

  /** Writes the queued frames if the socket has room again. */
  drain(): void {
    if (this.#behindSince === null || !this.#hasRoom()) return
    const pending = this.#pending
    this.#behindSince = null
    this.#pending = null
    for (const frame of pending?.values() ?? []) this.#write(frame)
  }

  /** Since when frames have been queued, by the clock of `send`; null for a listener that keeps up. */
  behindSince(): number | null {
    return this.#behindSince
  }

  /** Drops the queued frames of a channel: the watcher has switched to another one. */
  forget(): void {
    for (const kind of this.#pending?.keys() ?? [])
      if (kind !== 'ping' && kind !== 'pong' && kind !== 'answer') this.#pending?.delete(kind)
  }

  #hasRoom(): boolean {
    return this.#terms.wire.writableLength <= this.#terms.mostBytes
  }

  #write(frame: Frame) {
    const { wire, deflates } = this.#terms
    wire.write(deflates ? frame.deflated() : frame.bytes)
  }
}
