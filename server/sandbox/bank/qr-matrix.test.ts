import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { qrMatrix } from './qr-matrix.ts'
import { qrSvg } from './qr-svg.ts'

function printed(text: string): string {
  return qrMatrix(text)
    .map((row) => row.map(Number).join(''))
    .join('\n')
}

// Each of these was read back by a reader of codes (jsQR) when it was written down.
for (const [text, size, hash] of [
  ['БИС', 21, 'f5e3b16b514c5ab5'],
  [
    'http://localhost:3000/sandbox-bank/pay/AAAAAAAAAAAAAAAAAAAAAA?method=sbp',
    37,
    'e2054d39e62fc7a4',
  ],
  ['x'.repeat(122), 45, '91c925bdfb77e72b'],
  ['y'.repeat(213), 57, '3bb4dc258df63cd7'],
] as const)
  test(`the code of ${text.length} letters is the one that was read`, () => {
    const code = printed(text)
    assert.equal(code.split('\n').length, size)
    assert.equal(createHash('sha256').update(code).digest('hex').slice(0, 16), hash)
  })

test('a longer text has no code', () => {
  assert.throws(() => qrMatrix('z'.repeat(214)), RangeError)
})

test('the picture has its quiet zone', () => {
  assert.match(qrSvg('БИС'), /viewBox="0 0 29 29"/)
})
