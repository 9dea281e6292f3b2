import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowToFocus } from './row-focus.ts'

const rows = ['a', 'b', 'c']
const among =
  (...ids: string[]) =>
  (id: string) =>
    ids.includes(id)

test('a removed row gives the focus to the next one, the last to the one before it', () => {
  assert.equal(rowToFocus(rows, 'b', among('a', 'c')), 'c')
  assert.equal(rowToFocus(rows, 'a', among('c')), 'c')
  assert.equal(rowToFocus(rows, 'c', among('a', 'b')), 'b')
})

test('a row that is there again has it back', () => {
  assert.equal(rowToFocus(rows, 'b', among(...rows)), 'b')
})

test('no row of an empty list has it', () => {
  assert.equal(rowToFocus(rows, 'b', among()), null)
})
