import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REGISTRY_COLUMNS, cp1251Bytes, cp1251Text } from './registry-columns.ts'

test('the titles are written in bytes of one letter each and read back', () => {
  const line = `${REGISTRY_COLUMNS.join(';')}\r\n№ «Ёжик» — 1\u00A0234,56`
  const bytes = cp1251Bytes(line)
  assert.equal(bytes.length, line.length)
  assert.equal(cp1251Text(bytes), line)
})

test('the bytes are those of windows-1251', () => {
  assert.deepEqual([...cp1251Bytes('АяЁё№;a')], [0xc0, 0xff, 0xa8, 0xb8, 0xb9, 0x3b, 0x61])
})

test('a letter that the code page lacks becomes one question mark', () => {
  assert.equal(cp1251Text(cp1251Bytes('10 ₽ 🎸')), '10 ? ?')
})

test('no column stands twice', () => {
  assert.equal(new Set(REGISTRY_COLUMNS).size, REGISTRY_COLUMNS.length)
})
