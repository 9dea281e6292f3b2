import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawnStrings, ownTitleSize } from './string-shape.ts'

test('the strings fill the width, are longest in the middle and never touch', () => {
  const strings = drawnStrings(390, 480)
  assert.equal(strings.length, 30)
  const lengths = strings.map(({ length }) => length)
  assert.equal(Math.max(...lengths), lengths[14])
  assert.ok(lengths.every((length) => length <= 480 && length > 0.55 * 480))
  assert.ok(
    strings.every(({ x, halves }) => x > 0 && x < 390 && halves.every((half) => half < 6.5)),
  )
})

test('their waves drift with the phase alone', () => {
  assert.deepEqual(drawnStrings(390, 480), drawnStrings(390, 480, 0))
  assert.notDeepEqual(drawnStrings(390, 480), drawnStrings(390, 480, 1))
})

test('a title is as large as its length and its longest word allow', () => {
  assert.equal(ownTitleSize('Zombie'), 'huge')
  assert.equal(ownTitleSize('Рассвет'), 'large')
  assert.equal(ownTitleSize('Дождь'), 'large')
  assert.equal(ownTitleSize('Осень'), 'huge')
  assert.equal(ownTitleSize('Группа крови'), 'large')
  assert.equal(ownTitleSize('Спокойная ночь'), 'middle')
  assert.equal(ownTitleSize('Восьмиклассница'), 'small')
  assert.equal(ownTitleSize('Полковнику никто не пишет'), 'middle')
  assert.equal(ownTitleSize('Не для меня придёт весна, не для меня Дон разольётся'), 'small')
})
