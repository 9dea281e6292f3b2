import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { FrameReader } from './frame-reader.ts'
import type { ErrorCloseCode, FrameHandler } from './frame-reader.ts'
import { closeFrame } from './frame.ts'

/** Callbacks of the socket's owner. */
export type SocketOwner = {
  text(text: string): void
  /** A binary message. */
  binary(): void
  /** A protocol ping, whose body is to be sent back. */
  ping(body: Buffer): void
  /** A protocol pong, with the body of the ping that it answers. */
  pongReceived(body: Buffer): void
  /** The client sent a close frame or broke the protocol: no more messages, and `disconnected` follows. */
  closeReceived(): void
  /** The connection has room again. */
  drained(): void
  /** The connection is closed; called once and last. */
  disconnected(): void
}

type SocketTerms = { deflates: boolean; mostBytes: number }

/** One accepted WebSocket over its connection, from the upgrade response to the end. None of its methods throws. */
export class WebSocket implements FrameHandler {
  readonly #wire: Duplex
  readonly #owner: SocketOwner
  readonly #reader: FrameReader
  #state: 'open' | 'closing' | 'ended' = 'open'

  constructor(wire: Duplex, owner: SocketOwner, { deflates, mostBytes }: SocketTerms) {
    this.#wire = wire
    this.#owner = owner
    this.#reader = new FrameReader({ handler: this, deflates, mostBytes })
    wire.on('data', (chunk: Buffer) => this.#reader.read(chunk))
    wire.on('drain', () => this.isOpen() && owner.drained())
    // A half-open connection is useless.
    wire.on('end', () => this.#end())
    wire.on('error', () => wire.destroy())
    wire.on('close', () => {
      this.#state = 'ended'
      owner.disconnected()
    })
  }

  isOpen(): boolean {
    return this.#state === 'open' && !this.#wire.destroyed
  }

  /** Bytes that came after the upgrade request, in the same packet. */
  begin(head: Buffer): void {
    if (head.length > 0) this.#reader.read(head)
  }

  /** Sends a close frame and waits for the client's; the socket's owner terminates it if none comes. */
  close(code: number, reason: string): void {
    if (!this.isOpen()) return
    this.#state = 'closing'
    this.#reader.awaitCloseFrame()
    this.#wire.write(closeFrame(code, reason))
  }

  /**
   * Closes at once, without a close frame, and drops what the system still buffers for a client that does not read:
   * that may be megabytes.
   */
  terminate(): void {
    if (this.#wire instanceof Socket) this.#wire.resetAndDestroy()
    else this.#wire.destroy()
  }

  text(text: string): void {
    if (this.isOpen()) this.#owner.text(text)
  }

  binary(): void {
    if (this.isOpen()) this.#owner.binary()
  }

  ping(body: Buffer): void {
    if (this.isOpen()) this.#owner.ping(body)
  }

  pong(body: Buffer): void {
    if (this.isOpen()) this.#owner.pongReceived(body)
  }

  closed(code: number | null): void {
    this.#answerAndEnd(code)
  }

  failed(code: ErrorCloseCode): void {
    this.#answerAndEnd(code)
  }

  #answerAndEnd(code: number | null) {
    this.#owner.closeReceived()
    if (this.isOpen()) this.#wire.write(closeFrame(code))
    this.#end()
  }

  #end() {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    this.#wire.end()
  }
}
