import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Receiver } from 'ws'
import { closeFrame } from './frame.ts'
import { DEFLATE, MessageInflater } from './ws-parts.ts'

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

/** `mostBytes` does not limit empty fragments. */
const MOST_FRAGMENTS = 64

/** One accepted WebSocket over its connection, from the upgrade response to the end. None of its methods throws. */
export class WebSocket {
  readonly #wire: Duplex
  readonly #owner: SocketOwner
  readonly #reader: Reader
  #state: 'open' | 'closing' | 'ended' = 'open'

  constructor(wire: Duplex, owner: SocketOwner, terms: SocketTerms) {
    this.#wire = wire
    this.#owner = owner
    this.#reader = new Reader(this, owner, terms)
    wire.on('data', (chunk: Buffer) => this.begin(chunk))
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
  begin(bytes: Buffer): void {
    if (this.#state !== 'ended' && bytes.length > 0) this.#reader.write(bytes)
  }

  /** Sends a close frame and waits for the client's; the socket's owner terminates it if none comes. */
  close(code: number, reason: string): void {
    if (!this.isOpen()) return
    this.#state = 'closing'
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

  /** The client sent a close frame, or broke the protocol: answers with the code and ends. */
  conclude(code: number | null): void {
    if (this.#state === 'ended') return
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

/** Reads a client's frames. Its listeners are shared by all sockets: closures for each of ten thousand would cost more. */
class Reader extends Receiver {
  readonly socket: WebSocket
  readonly owner: SocketOwner

  constructor(socket: WebSocket, owner: SocketOwner, { deflates, mostBytes }: SocketTerms) {
    super({
      isServer: true,
      extensions: deflates ? { [DEFLATE]: new MessageInflater(mostBytes) } : {},
      maxPayload: mostBytes,
      maxFragments: MOST_FRAGMENTS,
    })
    this.socket = socket
    this.owner = owner
    this.on('message', onMessage)
    this.on('ping', onPing)
    this.on('pong', onPong)
    this.on('conclude', onConclude)
    this.on('error', onError)
  }
}

function onMessage(this: Reader, body: Buffer, isBinary: boolean) {
  if (!this.socket.isOpen()) return
  if (isBinary) this.owner.binary()
  else this.owner.text(body.toString())
}

function onPing(this: Reader, body: Buffer) {
  if (this.socket.isOpen()) this.owner.ping(body)
}

function onPong(this: Reader, body: Buffer) {
  if (this.socket.isOpen()) this.owner.pongReceived(body)
}

const NO_CODE = 1005

function onConclude(this: Reader, code: number) {
  this.socket.conclude(code === NO_CODE ? null : code)
}

const TOO_LONG = new Set([
  'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH',
  'WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH',
  'WS_ERR_TOO_MANY_BUFFERED_PARTS',
  'ERR_BUFFER_TOO_LARGE',
])
const NOT_TEXT = new Set(['WS_ERR_INVALID_UTF8', 'Z_DATA_ERROR', 'Z_BUF_ERROR'])

/** The close code says why reading stops (RFC 6455, 7.4.1). */
function onError(this: Reader, { code = '' }: NodeJS.ErrnoException) {
  this.socket.conclude(TOO_LONG.has(code) ? 1009 : NOT_TEXT.has(code) ? 1007 : 1002)
}
