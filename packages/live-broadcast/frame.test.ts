import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { closeFrame, deflatedTextFrame, pongFrame, sharedFrame, textFrame } from './frame.ts'
import { received } from './ws-receiver.fixture.ts'

const MANY = 10_000
const listOf = (items: number) =>
  JSON.stringify(Array.from({ length: items }, (_, n) => ({ id: n, title: `Песня ${n}` })))

describe('the frame of a text', () => {
  for (const [length, header] of [
    [0, '8100'],
    [125, '817d'],
    [126, '817e007e'],
    [65_535, '817effff'],
    [65_536, '817f0000000000010000'],
  ] as const) {
    test(`of ${length} bytes begins with ${header} and ends with the text`, () => {
      const text = 'x'.repeat(length)
      const frame = textFrame(text)
      assert.equal(frame.toString('hex', 0, header.length / 2), header)
      assert.equal(frame.toString('utf8', header.length / 2), text)
    })
  }

  test('counts bytes and not letters', () => {
    const frame = textFrame('Кино')
    assert.equal(frame[1], 8)
    assert.equal(frame.toString('utf8', 2), 'Кино')
  })
})

describe('frames of any texts', () => {
  test('are read by another library as they were written, plain and compressed, in any order', async () => {
    const unit = fc.constantFrom('grapheme', 'binary') as fc.Arbitrary<'grapheme'>
    const text = unit.chain((kind) => fc.string({ unit: kind, maxLength: 400 }))
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ text, times: fc.integer({ min: 1, max: 300 }), deflated: fc.boolean() }),
          { maxLength: 6 },
        ),
        async (messages) => {
          const sent = messages.map((one) => ({ ...one, text: one.text.repeat(one.times) }))
          const bytes = sent.map((one) =>
            one.deflated
              ? (deflatedTextFrame(Buffer.from(one.text)) ?? textFrame(one.text))
              : textFrame(one.text),
          )
          assert.deepEqual(
            await received(Buffer.concat(bytes)),
            sent.map((one) => Buffer.from(one.text).toString()),
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('a frame for many', () => {
  test('is compressed once, and is the very same buffer for everybody', () => {
    const frame = sharedFrame('state', listOf(20), MANY)
    assert.ok(frame.deflated().length < frame.bytes.length / 2)
    assert.equal(frame.deflated(), frame.deflated())
    assert.equal((frame.deflated()[0] ?? 0) & 0x40, 0x40, 'RSV1 says that it is compressed')
    assert.equal((frame.bytes[0] ?? 0) & 0x40, 0)
  })

  test('is not compressed where it is short or would not get shorter', () => {
    const short = sharedFrame('status', '{"type":"session"}', MANY)
    assert.equal(short.deflated(), short.bytes)
    const chance = Array.from({ length: 400 }, (_, n) => String.fromCharCode((n * 7919) % 60_000))
    const dense = sharedFrame('state', [...new Set(chance)].join(''), MANY)
    assert.ok(dense.deflated().length <= dense.bytes.length)
  })

  test('is compressed for a hall, also for one that comes later, and not for a handful', () => {
    const frame = sharedFrame('state', listOf(20), 3)
    assert.equal(frame.deflated(), frame.bytes)
    for (let reader = 0; reader < 40; reader += 1) frame.deflated()
    assert.ok(frame.deflated().length < frame.bytes.length)
  })
})

describe('the small frames', () => {
  test('are a good-bye with and without a code, and the answer to a ping', async () => {
    const bytes = Buffer.concat([pongFrame(Buffer.from('7')).bytes, closeFrame(1012, 'restart')])
    assert.deepEqual(await received(bytes), ['pong 7', 'closed 1012'])
    assert.deepEqual(await received(closeFrame(null)), ['closed 1005'])
  })
})
