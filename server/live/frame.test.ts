import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { textFrame } from './frame.ts'

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
