import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { localText, withOffset } from './local-moment.ts'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

for (const [name, offset] of [
  ['Asia/Vladivostok', '+10:00'],
  ['America/St_Johns', '-03:30'],
  ['UTC', '+00:00'],
] as const) {
  test(`a moment typed in ${name} carries its offset ${offset}`, () => {
    process.env['TZ'] = name
    const text = withOffset('2026-12-05T20:00')
    assert.equal(text, `2026-12-05T20:00${offset}`)
    assert.equal(new Date(text).getTime(), new Date('2026-12-05T20:00').getTime())
  })
}

test('text that is no moment comes back as it was', () => {
  for (const text of ['', 'завтра', '2026-13-40T20:00']) assert.equal(withOffset(text), text)
})

test('a moment is written as the field wants it', () => {
  process.env['TZ'] = 'Asia/Vladivostok'
  assert.equal(localText(new Date('2026-12-05T10:07:30Z')), '2026-12-05T20:07')
})
