import * as ws from 'ws'

/** Everything that one end of a WebSocket read from some bytes. */
export type Received = {
  texts: string[]
  binaries: number
  controlFrames: string[]
  /** The code of the error that ended the reading, or null. */
  code: number | null
  /** The code of the received close frame (1005: without a code), or null. */
  closed: number | null
}

/** The parts of `ws` that read as we do; its types omit this class. */
type Reader = {
  on(name: string, handler: (...log: never[]) => void): void
  write(chunk: Buffer, done: () => void): void
}
type Extension = { accept(offers: object[]): object }

function made(name: 'Receiver' | 'PerMessageDeflate', given: object): unknown {
  const of: unknown = Reflect.get(ws, name)
  if (typeof of !== 'function') throw new Error(`ws has no ${name}`)
  return Reflect.construct(of, [given])
}

/** Reads bytes as the library `ws` does, for comparison; compression is accepted, without retained windows. */
export async function received(
  bytes: Buffer,
  { isServer, mostBytes = 0 }: { isServer: boolean; mostBytes?: number },
): Promise<Received> {
  const log: Received = { texts: [], binaries: 0, controlFrames: [], code: null, closed: null }
  const deflate = made('PerMessageDeflate', { isServer, maxPayload: mostBytes }) as Extension
  deflate.accept([{ server_no_context_takeover: [true], client_no_context_takeover: [true] }])
  const reader = made('Receiver', {
    isServer,
    maxPayload: mostBytes,
    extensions: { 'permessage-deflate': deflate },
  }) as Reader
  reader.on('message', (body: Buffer, isBinary: boolean) => {
    if (isBinary) log.binaries += 1
    else log.texts.push(body.toString())
  })
  reader.on('ping', (body: Buffer) => log.controlFrames.push(`ping ${body.toString('latin1')}`))
  reader.on('pong', (body: Buffer) => log.controlFrames.push(`pong ${body.toString('latin1')}`))
  reader.on('conclude', (code: number) => (log.closed = code))
  reader.on('error', (error: object) => {
    const symbol = Object.getOwnPropertySymbols(error).find(
      ({ description }) => description === 'status-code',
    )
    log.code = symbol === undefined ? 0 : Number(Reflect.get(error, symbol))
  })
  await new Promise<void>((resolve) => reader.write(bytes, resolve))
  return log
}
