import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { admitSignal, checkOwnSignals, isFreshSignal, SIGNAL_FRESH_MS } from './signals.ts'

describe("an artist's own signals", () => {
  test('are few, short, each once, and none of those that everybody has', () => {
    assert.deepEqual(checkOwnSignals([' Соло ', 'Соло', 'Тише', 'Кода']), ['Соло', 'Кода'])
    const refused = { code: 'VALIDATION' }
    assert.throws(() => checkOwnSignals(['а', 'б', 'в', 'г', 'д']), refused)
    assert.throws(() => checkOwnSignals(['  ']), refused)
    assert.throws(() => checkOwnSignals(['Этого никто не прочтёт с двух метров']), refused)
  })

  test('can be given beside the usual ones, and no others', () => {
    admitSignal('Ещё круг', [])
    admitSignal('Соло', ['Соло'])
    assert.throws(() => admitSignal('Соло', []), { code: 'VALIDATION' })
  })
})

test('a signal is fresh for some seconds, also by a clock that is behind', () => {
  assert.equal(isFreshSignal(1000, 1000 + SIGNAL_FRESH_MS), true)
  assert.equal(isFreshSignal(1000, 1001 + SIGNAL_FRESH_MS), false)
  assert.equal(isFreshSignal(1000, 0), true)
})
