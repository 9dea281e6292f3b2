import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withEmptyRow, withRow } from './link-rows.ts'

test('there is always one empty row after the last filled one', () => {
  assert.deepEqual(withEmptyRow([]), [''])
  assert.deepEqual(withEmptyRow(['а', '', '  ']), ['а', ''])
  assert.deepEqual(withRow(['а', ''], 1, 'б'), ['а', 'б', ''])
})

test('an emptied row in the middle keeps its place while the form is filled in', () => {
  assert.deepEqual(withRow(['а', 'б', ''], 0, ''), ['', 'б', ''])
})

test('after the twentieth link there is no row for one more', () => {
  const most = Array.from({ length: 20 }, (_, place) => `${place}`)
  assert.deepEqual(withEmptyRow(most), most)
})
