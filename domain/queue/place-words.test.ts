import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeInWords } from './place-words.ts'

test('a place is told in words while that is short', () => {
  assert.equal(placeInWords(6), 'шестой')
  assert.equal(placeInWords(3, 'is'), 'третья')
  assert.equal(placeInWords(2, 'is'), 'вторая')
  assert.equal(placeInWords(3, 'what'), 'третью')
  assert.equal(placeInWords(3), 'третьей')
  assert.equal(placeInWords(3, 'place'), 'третье')
  assert.equal(placeInWords(4, 'place'), 'четвёртое')
  assert.equal(placeInWords(21, 'place'), '21-е')
  assert.equal(placeInWords(21), '21-й')
})
