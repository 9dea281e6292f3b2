import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameSize, titleStep } from './title-step.ts'

test('a short title stands as large as it may', () => {
  assert.equal(titleStep('Группа крови', 'd-xl'), 'd-xl')
  assert.equal(titleStep('Третья парадная', 'd-l'), 'd-l')
  assert.equal(titleStep('', 'd-l'), 'd-l')
})

test('a long title steps down, and a long word further than a long line', () => {
  assert.equal(titleStep('Полковнику никто не пишет, а жаль', 'd-xl'), 'd-l')
  assert.equal(titleStep('Государственный оркестр', 'd-xl'), 'd-m')
  assert.equal(titleStep('слово '.repeat(12), 'd-l'), 'd-m')
})

test('a short name is printed large, a long one or one long word smaller', () => {
  assert.equal(nameSize('Марк Лужин'), 'large')
  assert.equal(nameSize('Третья парадная и друзья'), 'middle')
  assert.equal(nameSize('Человекоподобный'), 'middle')
  assert.equal(nameSize('x'.repeat(32)), 'small')
  assert.equal(nameSize('Оркестр народных инструментов имени трёх братьев'), 'small')
})
