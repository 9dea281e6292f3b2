import assert from 'node:assert/strict'
import { test } from 'node:test'
import { titleSize } from './title-size.ts'

test('a short title is written large', () => {
  for (const shape of ['phone', 'side', 'tablet'] as const)
    assert.equal(titleSize('Звезда по имени Солнце', shape), 'large')
})

test('a long word makes a short title smaller where it would not fit', () => {
  assert.equal(titleSize('Кони привередливые', 'phone'), 'small')
  assert.equal(titleSize('Кони привередливые', 'tablet'), 'small')
})

test('a very long title is written smallest everywhere', () => {
  const title = 'Песня о том, как долго ехать поездом из Владивостока в Калининград и обратно'
  for (const shape of ['phone', 'side', 'tablet'] as const)
    assert.equal(titleSize(title, shape), 'least')
})
