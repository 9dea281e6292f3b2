import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { FrameReader } from './frame-reader.ts'
import type { Broken, FrameHandler } from './frame-reader.ts'
import { closeFrame } from './frame.ts'

/** Who a socket belongs to. */
export type SocketOwner = {
  text(text: string): void
  /** A message that is no text. */
  binary(): void
  /** A ping of the protocol, whose body is to be sent back. */
  ping(body: Buffer): void
  /** A pong of the protocol, with the body of the ping that it answers. */
  sign(body: Buffer): void
  /** The other side says good-bye or broke the protocol: no more messages, and `gone` follows. */
  leaving(): void
  /** The wire has room again. */
  drained(): void
  /** The wire is gone; said once and last. */
  gone(): void
}

type SocketTerms = { deflates: boolean; mostBytes: number }

/** One accepted WebSocket over its wire, from the answer of the upgrade to the end. Nothing it does throws. */
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
    // A half of a connection is of no use to anybody.
    wire.on('end', () => this.#end())
    wire.on('error', () => wire.destroy())
    wire.on('close', () => {
      this.#state = 'ended'
      owner.gone()
    })
  }

  isOpen(): boolean {
    return this.#state === 'open' && !this.#wire.destroyed
  }

  /** What came behind the request of the upgrade, in the same packet. */
  begin(head: Buffer): void {
    if (head.length > 0) this.#reader.read(head)
  }

  /** Says good-bye and waits for the other side's; who owns the socket ends it if none comes. */
  close(code: number, reason: string): void {
    if (!this.isOpen()) return
    this.#state = 'closing'
    this.#reader.awaitGoodbye()
    this.#wire.write(closeFrame(code, reason))
  }

  /** At once, without a word, and without what waits in the system for one who does not read: that may be megabytes. */
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
    if (this.isOpen()) this.#owner.sign(body)
  }

  closed(code: number | null): void {
    this.#answerAndEnd(code)
  }

  broken(code: Broken): void {
    this.#answerAndEnd(code)
  }

  #answerAndEnd(code: number | null) {
    this.#owner.leaving()
    if (this.isOpen()) this.#wire.write(closeFrame(code))
    this.#end()
  }

  #end() {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    this.#wire.end()
  }
}
