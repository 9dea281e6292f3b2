import type { Frame } from './frame.ts'

/** What is needed of the TCP socket under a WebSocket. */
export type SendStream = { readonly writableLength: number; write(bytes: Buffer): unknown }

type SendBufferOptions = {
  wire: SendStream
  /** Whether compressed frames were agreed to. */
  deflates: boolean
  /** What may wait in the wire. */
  mostBytes: number
}

/**
 * The way out to one listener. One who does not keep up is not written to but owed: of each kind of frame only the
 * latest, so that what waits for it is bounded by the limit and one frame of each kind, which are shared by all anyway.
 * A class, as everything of which there are ten thousand: closures of each listener's own would cost more than it.
 */
export class SendBuffer {
  readonly #terms: SendBufferOptions
  #pending: Map<Frame['kind'], Frame> | null = null
  #behindSince: number | null = null

  constructor(terms: SendBufferOptions) {
    this.#terms = terms
  }

  /** `now` is asked for only where the listener falls behind. */
  send(frame: Frame, now: () => number): void {
    if (this.#behindSince === null && this.#hasRoom()) return this.#write(frame)
    this.#behindSince ??= now()
    this.#pending ??= new Map()
    this.#pending.set(frame.kind, frame)
  }

  /** Pays what is owed if the wire has room again. */
  drain(): void {
    if (this.#behindSince === null || !this.#hasRoom()) return
    const pending = this.#pending
    this.#behindSince = null
    this.#pending = null
    for (const frame of pending?.values() ?? []) this.#write(frame)
  }

  /** Since when frames are owed, by the clock of `send`; null for a listener who keeps up. */
  behindSince(): number | null {
    return this.#behindSince
  }

  /** Drops what is owed of a channel: the watcher turned to another one. */
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
