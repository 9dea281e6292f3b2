import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameSize } from './name-size.ts'

test('a short name is printed large, a long one or one long word smaller', () => {
  assert.equal(nameSize('Марк Лужин'), 'large')
  assert.equal(nameSize('Третья парадная и друзья'), 'middle')
  assert.equal(nameSize('Человекоподобный'), 'middle')
  assert.equal(nameSize('x'.repeat(32)), 'small')
  assert.equal(nameSize('Оркестр народных инструментов имени трёх братьев'), 'small')
})
