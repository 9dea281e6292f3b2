import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { constants, deflateRawSync } from 'node:zlib'
import * as fc from '#test/support/fast-check.ts'
import { FrameReader } from './frame-reader.ts'
import { received } from './ws-receiver.fixture.ts'
import type { Received } from './ws-receiver.fixture.ts'

const MOST = 256
const FLUSH_TAIL = 4
const FIN = 0x80
const RSV1 = 0x40
const [TEXT, BINARY, CLOSE, PING] = [0x1, 0x2, 0x8, 0x9]

type Sent = { first: number; body: Buffer; masked?: boolean; claims?: number }

/** A frame as a client writes it, or as a malicious client does. */
function frame({ first, body, masked = true, claims = body.length }: Sent): Buffer {
  const mask = Buffer.from([0x37, 0xfa, 0x21, 0x3d])
  const flag = masked ? 0x80 : 0
  const header = Buffer.alloc(claims <= 125 ? 2 : claims <= 0xffff ? 4 : 10)
  header[0] = first
  header[1] = flag | (claims <= 125 ? claims : claims <= 0xffff ? 126 : 127)
  if (header.length === 4) header.writeUInt16BE(claims, 2)
  if (header.length === 10) header.writeBigUInt64BE(BigInt(claims), 2)
  const hidden = Buffer.from(body.map((byte, n) => byte ^ (mask[n % 4] ?? 0)))
  return masked ? Buffer.concat([header, mask, hidden]) : Buffer.concat([header, body])
}

function deflated(text: string | Buffer): Buffer {
  const flushed = deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH })
  return flushed.subarray(0, flushed.length - FLUSH_TAIL)
}

function read(chunks: Buffer[], { deflates = true, mostBytes = MOST } = {}): Received {
  const log: Received = { texts: [], binaries: 0, controlFrames: [], code: null, closed: null }
  const reader = new FrameReader({
    deflates,
    mostBytes,
    handler: {
      text: (text) => void log.texts.push(text),
      binary: () => void (log.binaries += 1),
      ping: (body) => void log.controlFrames.push(`ping ${body.toString('latin1')}`),
      pong: () => void log.controlFrames.push('pong'),
      closed: (code) => void (log.closed = code ?? 1005),
      failed: (code) => void (log.code = code),
    },
  })
  for (const chunk of chunks) reader.read(chunk)
  return log
}

/** Splits the bytes at any places, as a network does. */
function cut(bytes: Buffer, places: number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted(
    (a, b) => a - b,
  )
  return [...ends, bytes.length].map((end, n) => bytes.subarray(n === 0 ? 0 : ends[n - 1], end))
}

const body = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ maxLength: 60 }).map((text) => deflated(text)),
  fc.integer({ min: 0, max: 5_000 }).map((code) => Buffer.from([code >> 8, code & 0xff])),
)
const usual = fc.constantFrom(TEXT, BINARY, CLOSE, PING, 0xa).map((opcode) => FIN | opcode)
const fragments = fc.constantFrom(TEXT, BINARY, 0, FIN, 0, FIN)
const packed = fc
  .string({ maxLength: 400 })
  .map((text) => ({ first: FIN | RSV1 | TEXT, body: deflated(text), masked: true }))
/** `ws` inflates each fragment by itself and so refuses a broken one before the last; the result is the same. */
const whole = (first: number) => ((first & RSV1) === 0 ? first : first | FIN)
const sent = fc.oneof(
  { weight: 3, arbitrary: packed },
  {
    weight: 6,
    arbitrary: fc.record({
      first: fc.oneof(usual, fragments, fc.integer({ min: 0, max: 255 })).map(whole),
      body,
      masked: fc.integer({ min: 0, max: 19 }).map((chance) => chance > 0),
    }),
  },
)

describe('what a client sends', () => {
  test('is read as another library reads it, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sent, { maxLength: 8 }), async (frames) => {
        const bytes = Buffer.concat(frames.map(frame))
        const ours = read([bytes])
        const theirs = await received(bytes, { isServer: true, mostBytes: MOST })
        // We ignore the body of a pong.
        theirs.controlFrames = theirs.controlFrames.map((sign) =>
          sign.startsWith('pong') ? 'pong' : sign,
        )
        assert.deepEqual(ours, theirs)
      }),
      { numRuns: 1_000 },
    )
  })

  test('is read the same, wherever the network cuts it', () => {
    fc.assert(
      fc.property(
        fc.array(sent, { maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (frames, places) => {
          const bytes = Buffer.concat(frames.map(frame))
          assert.deepEqual(read(cut(bytes, places)), read([bytes]))
        },
      ),
      { numRuns: 500 },
    )
  })

  test('byte by byte is read too', () => {
    const bytes = Buffer.concat([
      frame({ first: TEXT, body: Buffer.from('Ки') }),
      frame({ first: FIN | PING, body: Buffer.from('7') }),
      frame({ first: FIN, body: Buffer.from('но') }),
      frame({ first: FIN | RSV1 | TEXT, body: deflated('Сплин') }),
    ])
    const { texts, controlFrames } = read([...bytes].map((byte) => Buffer.from([byte])))
    assert.deepEqual(texts, ['Кино', 'Сплин'])
    assert.deepEqual(controlFrames, ['ping 7'])
  })
})

describe('a message that is too long', () => {
  test('is refused by what it claims, before a byte of it has come', () => {
    const claiming = frame({ first: FIN | TEXT, body: Buffer.alloc(0), claims: 70_000 })
    assert.equal(read([claiming]).code, 1009)
  })

  test('is refused when its fragments add up to it', () => {
    const part = Buffer.alloc(MOST / 2)
    const parts = [TEXT, 0, 0].map((first) => frame({ first, body: part }))
    assert.equal(read(parts).code, 1009)
  })

  test('is refused when it comes in more fragments than anybody needs, empty ones too', () => {
    const rest = Array.from({ length: 2 * MOST }, () => frame({ first: 0, body: Buffer.alloc(0) }))
    assert.equal(read([frame({ first: TEXT, body: Buffer.from('К') }), ...rest]).code, 1009)
  })

  test('is refused when it is long only after inflating: a bomb stays small', () => {
    const bomb = deflated(Buffer.alloc(60_000, 'x'))
    assert.ok(bomb.length < MOST)
    assert.equal(read([frame({ first: FIN | RSV1 | TEXT, body: bomb })]).code, 1009)
    const most = frame({ first: FIN | RSV1 | TEXT, body: deflated('x'.repeat(MOST)) })
    assert.deepEqual(read([most]).texts, ['x'.repeat(MOST)])
  })
})

describe('a compressed message', () => {
  test('breaks the protocol where compression was not agreed to', () => {
    const bytes = frame({ first: FIN | RSV1 | TEXT, body: deflated('Кино') })
    assert.equal(read([bytes], { deflates: false }).code, 1002)
  })

  test('that is no deflate, or no text, is refused', () => {
    const junk = frame({ first: FIN | RSV1 | TEXT, body: Buffer.from([0xff, 0xff, 0xff]) })
    assert.equal(read([junk]).code, 1007)
    const notText = frame({ first: FIN | RSV1 | TEXT, body: deflated(Buffer.from([0xc3, 0x28])) })
    assert.equal(read([notText]).code, 1007)
  })

  test('that ends its own stream is read', () => {
    const bytes = frame({ first: FIN | RSV1 | TEXT, body: deflateRawSync('Кино') })
    assert.deepEqual(read([bytes]).texts, ['Кино'])
  })
})

describe('after the owner has had enough', () => {
  const junk = [
    frame({ first: FIN | RSV1 | TEXT, body: Buffer.from([0xff, 0xff, 0xff]) }),
    frame({ first: FIN | TEXT, body: Buffer.from('Кино') }),
    frame({ first: FIN | PING, body: Buffer.from('7') }),
  ]

  test('nothing is looked into but the good-bye, in the packet that was too much too', () => {
    const log: string[] = []
    const reader = new FrameReader({
      deflates: true,
      mostBytes: MOST,
      handler: {
        text(text) {
          log.push(text)
          reader.awaitCloseFrame()
        },
        binary: () => void log.push('binary'),
        ping: () => void log.push('ping'),
        pong: () => void log.push('pong'),
        closed: (code) => void log.push(`closed ${code}`),
        failed: (code) => void log.push(`broken ${code}`),
      },
    })
    const goodbye = frame({ first: FIN | CLOSE, body: Buffer.from([0x03, 0xe8]) })
    const first = frame({ first: FIN | TEXT, body: Buffer.from('Сплин') })
    reader.read(Buffer.concat([first, ...junk]))
    reader.read(Buffer.concat([...junk, goodbye]))
    assert.deepEqual(log, ['Сплин', 'closed 1000'])
  })
})
