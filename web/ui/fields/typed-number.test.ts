import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWhole, tidyWhole, wrongWhole } from './typed-number.ts'

const KOPECKS = 'Целые рубли, без копеек'
const DIGITS = 'Нужны только цифры'

const TYPED: readonly [typed: string, number: number | null, left: string, wrong: string | null][] =
  [
    ['', null, '', null],
    [' ', null, '', null],
    ['₽', null, '', null],
    ['0', 0, '0', null],
    ['007', 7, '7', null],
    ['150', 150, '150', null],
    ['1 500', 1500, '1500', null],
    ['1\u00A0500\u00A0₽', 1500, '1500', null],
    ['12\u202F500 ₽ ', 12_500, '12500', null],
    ['150,0', 150, '150', null],
    ['150,00', 150, '150', null],
    ['250.00', 250, '250', null],
    ['1 500,00 ₽', 1500, '1500', null],
    ['100,', Number.NaN, '100,', KOPECKS],
    ['100,5', Number.NaN, '100,5', KOPECKS],
    ['100,50', Number.NaN, '100,50', KOPECKS],
    ['25 000,50 ₽', Number.NaN, '25 000,50 ₽', KOPECKS],
    ['1.000', Number.NaN, '1.000', KOPECKS],
    ['1.5.0', Number.NaN, '1.5.0', DIGITS],
    ['-50', Number.NaN, '-50', DIGITS],
    ['1e3', Number.NaN, '1e3', DIGITS],
    ['0x10', Number.NaN, '0x10', DIGITS],
    ['сто', Number.NaN, 'сто', DIGITS],
    ['₽50', Number.NaN, '₽50', DIGITS],
  ]

for (const [typed, number, left, wrong] of TYPED)
  test(`«${typed}» is ${wrong ?? number}`, () => {
    assert.equal(readWhole(typed), number)
    assert.equal(tidyWhole(typed), left)
    assert.equal(wrongWhole(typed), wrong)
  })

test('a fraction of what is no sum is told in the field’s own words', () => {
  assert.equal(wrongWhole('33,3', 'Целое число'), 'Целое число')
})
