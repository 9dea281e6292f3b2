import assert from 'node:assert/strict'
import { test } from 'node:test'
import { titleSize } from './title-size.ts'

test('a short title is written large', () => {
  assert.equal(titleSize('Звезда по имени Солнце', 'phone'), 'large')
  assert.equal(titleSize('Звезда по имени Солнце', 'tablet'), 'large')
})

test('a long word makes a short title smaller where it would not fit', () => {
  assert.equal(titleSize('Кони привередливые', 'phone'), 'large')
  assert.equal(titleSize('Кони привередливые', 'tablet'), 'medium')
})

test('a very long title is written small everywhere', () => {
  const title = 'Песня о том, как долго ехать поездом из Владивостока в Калининград и обратно'
  assert.equal(titleSize(title, 'phone'), 'small')
  assert.equal(titleSize(title, 'tablet'), 'small')
})
