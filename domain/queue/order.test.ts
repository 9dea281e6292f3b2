import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kopecks } from '../money.ts'
import * as orders from './order.ts'
import { Refusal } from '../refusal.ts'

function refuses(step: () => unknown, code: string, sentence: RegExp): void {
  assert.throws(step, (error) => {
    assert.ok(error instanceof Refusal)
    assert.equal(error.code, code)
    assert.match(error.message, sentence)
    return true
  })
}

describe('an order', () => {
  test('may suggest a song of its own, by title alone too', () => {
    assert.deepEqual(orders.checkSuggestion(' Группа  крови ', ''), {
      title: 'Группа крови',
      artistName: '',
    })
    assert.equal(orders.checkSuggestion('я'.repeat(120), 'я'.repeat(120)).title.length, 120)
    refuses(() => orders.checkSuggestion('', 'Кино'), 'VALIDATION', /Введите название/u)
    refuses(() => orders.checkSuggestion('я'.repeat(121), ''), 'VALIDATION', /120/u)
    refuses(() => orders.checkSuggestion('Пачка', 'я'.repeat(121)), 'VALIDATION', /120/u)
    refuses(() => orders.checkSuggestion('Па\u0000чка', ''), 'VALIDATION', /невидимые/u)
  })
})

test('a tip is from 10 to 15 000 ₽', () => {
  orders.admitTip(kopecks(10_00))
  orders.admitTip(kopecks(15_000_00))
  refuses(() => orders.admitTip(kopecks(9_99)), 'AMOUNT_TOO_SMALL', /^Минимум 10 ₽$/u)
  refuses(() => orders.admitTip(kopecks(15_000_01)), 'AMOUNT_TOO_LARGE', /^Максимум 15 000 ₽$/u)
})
