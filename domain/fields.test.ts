import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkLine, checkTogether } from './fields.ts'
import { Refusal } from './refusal.ts'

const rule = { field: 'title', max: 10, blank: 'Пусто', tooLong: 'Длинно' }
const optional = { ...rule, blank: null }

function refusal(check: () => unknown): Refusal {
  try {
    check()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return assert.fail('nothing was refused')
}

test('a typed line comes out with single spaces and none at the ends', () => {
  assert.equal(checkLine(' \n Ой,\t то \u00A0 не ', rule), 'Ой, то не')
})

test('a line with nothing to see is blank, whatever it is made of', () => {
  for (const text of ['', '   ', '\n', '\u200B', '\u2060\uFEFF \u00AD']) {
    assert.deepEqual(refusal(() => checkLine(text, rule)).fields, { title: 'Пусто' })
    assert.equal(checkLine(text, optional), '')
  }
})

test('control characters, halves of characters and reversals of direction are refused', () => {
  for (const sign of ['\u0000', '\u0007', '\u009F', '\uD83D', '\u202E', '\u2066']) {
    assert.match(refusal(() => checkLine(`а${sign}б`, rule)).message, /невидимые/u)
    assert.equal(refusal(() => checkLine(sign, optional)).code, 'VALIDATION')
  }
})

test('length is counted in characters after tidying', () => {
  assert.equal(checkLine(` ${'🎸'.repeat(10)} `, rule), '🎸'.repeat(10))
  assert.deepEqual(refusal(() => checkLine('🎸'.repeat(11), rule)).fields, { title: 'Длинно' })
  assert.equal(checkLine('и\u0306'.repeat(10), rule), 'й'.repeat(10))
})

test('checks run together give all their values, or refuse once with every field in order', () => {
  assert.deepEqual(checkTogether({ one: () => 1, two: () => 'x' }), { one: 1, two: 'x' })
  const refused = refusal(() =>
    checkTogether({
      good: () => 1,
      first: () => checkLine('', { ...rule, field: 'b' }),
      second: () => checkLine('я'.repeat(11), { ...rule, field: 'a' }),
    }),
  )
  assert.deepEqual(Object.entries(refused.fields ?? {}), [
    ['b', 'Пусто'],
    ['a', 'Длинно'],
  ])
  assert.equal(refused.message, 'Пусто')
})

test('a bug inside a check is not taken for a refusal', () => {
  const bug = new TypeError('broken')
  const broken = (): never => {
    throw bug
  }
  assert.throws(() => checkTogether({ broken }), bug)
  const plain = new Refusal('NOT_FOUND', 'Не найдено')
  const elsewhere = (): never => {
    throw plain
  }
  assert.throws(() => checkTogether({ elsewhere }), plain)
})
