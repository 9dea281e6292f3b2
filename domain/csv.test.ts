import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvRubles, csvText } from './csv.ts'

test('a table has its mark, semicolons, and quotes where a cell needs them', () => {
  const text = csvText([
    ['Песня', 'Сумма'],
    ['Осень; «ещё»', csvRubles(123_450)],
    ['"Печаль"', csvRubles(-5)],
  ])
  assert.equal(text, '\uFEFFПесня;Сумма\r\n"Осень; «ещё»";1234,50\r\n"""Печаль""";-0,05\r\n')
})

test('nothing that somebody wrote is counted as a formula, and sums below zero stay sums', () => {
  const written = ['=1+1', '+7900', '-1+1', '@SUM(A1)', '＝1+1', '\t=1']
  for (const text of written) assert.ok(csvText([[text]]).startsWith(`\uFEFF'`), text)
  assert.equal(csvText([['-5,00']]), '\uFEFF-5,00\r\n')
})
