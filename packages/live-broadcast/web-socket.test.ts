import assert from 'node:assert/strict'
import { Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, test } from 'node:test'
import { deflateRawSync, constants } from 'node:zlib'
import { WebSocket } from './web-socket.ts'

const MOST = 256
const FIN = 0x80
const RSV1 = 0x40
const [TEXT, CLOSE, PING] = [0x1, 0x8, 0x9]

type Sent = { first: number; body: Buffer; masked?: boolean; claims?: number }

/** A frame as a client writes it, or as a hostile one does: `claims` is the length that its head says. */
function frame({ first, body, masked = true, claims = body.length }: Sent): Buffer {
  const long = claims > 125
  const head = Buffer.from([first, (masked ? 0x80 : 0) | (long ? 127 : claims)])
  const length = Buffer.alloc(long ? 8 : 0)
  if (long) length.writeBigUInt64BE(BigInt(claims))
  // A mask of zeros changes nothing.
  return Buffer.concat([head, length, Buffer.alloc(masked ? 4 : 0), body])
}

function deflated(text: string | Buffer): Buffer {
  return deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4)
}

/** What the owner heard, and the code of the close frame that was sent. */
async function read(chunks: readonly Buffer[], { deflates = true } = {}) {
  const heard: string[] = []
  const written: Buffer[] = []
  const wire = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _, done) {
      written.push(chunk)
      done()
    },
  })
  const owner = {
    text: (text: string) => void heard.push(text),
    binary: () => void heard.push('binary'),
    ping: (body: Buffer) => void heard.push(`ping ${body.toString()}`),
    pongReceived: () => void heard.push('pong'),
    closeReceived: () => undefined,
    drained: () => undefined,
    disconnected: () => undefined,
  }
  const socket = new WebSocket(wire, owner, { deflates, mostBytes: MOST })
  for (const chunk of chunks) socket.begin(chunk)
  for (let turns = 0; turns < 3; turns += 1) await turn()
  const [end] = written
  return { heard, code: end === undefined ? null : end.readUInt16BE(2), socket }
}

const packed = (body: Buffer) => frame({ first: FIN | RSV1 | TEXT, body })

describe('what a client sends', () => {
  test('is read though it comes byte by byte, in fragments, compressed or with a ping between', async () => {
    const whole = deflated('Кино'.repeat(20))
    const bytes = Buffer.concat([
      frame({ first: TEXT, body: Buffer.from('Ки') }),
      frame({ first: FIN | PING, body: Buffer.from('7') }),
      frame({ first: FIN, body: Buffer.from('но') }),
      packed(deflated('Сплин')),
      frame({ first: RSV1 | TEXT, body: whole.subarray(0, 5) }),
      frame({ first: FIN, body: whole.subarray(5) }),
    ])
    const heard = ['ping 7', 'Кино', 'Сплин', 'Кино'.repeat(20)]
    assert.deepEqual((await read([bytes])).heard, heard)
    assert.deepEqual((await read([...bytes].map((byte) => Buffer.from([byte])))).heard, heard)
  })

  const empty = { first: 0, body: Buffer.alloc(0) }
  for (const [what, code, frames] of [
    [
      'a head that claims too much',
      1009,
      [frame({ first: FIN | TEXT, body: Buffer.alloc(0), claims: 70_000 })],
    ],
    [
      'a message of too many fragments',
      1009,
      [frame({ ...empty, first: TEXT }), ...Array.from({ length: 99 }, () => frame(empty))],
    ],
    ['much that is packed into little', 1009, [packed(deflated('x'.repeat(60_000)))]],
    ['a stream that does not inflate', 1007, [packed(Buffer.from([0xff, 0xff, 0xff]))]],
    ['an inflated text that is none', 1007, [packed(deflated(Buffer.from([0xc3, 0x28])))]],
    ['a text that is none', 1007, [frame({ first: FIN | TEXT, body: Buffer.from([0xc3, 0x28]) })]],
    [
      'a frame without a mask',
      1002,
      [frame({ first: FIN | TEXT, body: Buffer.from('ping'), masked: false })],
    ],
    ['an unknown opcode', 1002, [frame({ first: FIN | 0x3, body: Buffer.alloc(0) })]],
    ['a close frame', 1000, [frame({ first: FIN | CLOSE, body: Buffer.from([0x03, 0xe8]) })]],
  ] as const)
    test(`${what} ends with ${code}, and what follows is not read`, async () => {
      const { heard, code: sent } = await read([
        ...frames,
        frame({ first: FIN | TEXT, body: Buffer.from('Кино') }),
      ])
      assert.deepEqual([heard, sent], [[], code])
    })

  test('compressed ends with 1002 where compression was not agreed on', async () => {
    assert.equal((await read([packed(deflated('Кино'))], { deflates: false })).code, 1002)
  })
})
