import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filtersIn, filtersText, searchHref, wrongDays } from './filters.ts'

const filtersOf = (search: string) => filtersIn(new URLSearchParams(search))
const wrongIn = (search: string) => wrongDays(filtersOf(search))

test('filters written into an address are read as the same filters', () => {
  const filters = { from: '2026-11-28', till: '2026-12-05', city: 'Набережные Челны' }
  assert.deepEqual(filtersOf(searchHref(filters).split('?')[1] ?? ''), filters)
  assert.equal(searchHref({ from: '', till: '', city: '' }), '/search')
})

test('filters are told in words', () => {
  const told = (search: string) => filtersText(filtersOf(search)).replaceAll('\u00a0', ' ')
  assert.equal(told('city=Казань&from=2026-12-05&till=2026-12-06'), 'Казань, с 5 дек. по 6 дек.')
  assert.equal(told('from=2026-12-05&till=2026-12-05'), '5 дек.')
  assert.equal(told('till=2026-12-05'), 'по 5 дек.')
  assert.equal(told('city=Казань'), 'Казань')
  assert.equal(told(''), '')
})

test('a town is looked for by its name alone, without its region', () => {
  assert.equal(filtersOf('city=Казань,+Татарстан').city, 'Казань')
})

test('days that are none are told at their fields', () => {
  assert.deepEqual(Object.keys(wrongIn('from=2026-02-30&till=завтра')), ['from', 'till'])
  assert.deepEqual(wrongIn('from=2026-02-28&till=2026-02-28'), {})
  assert.deepEqual(wrongIn(''), {})
})

test('a span that ends before it begins is told at its end', () => {
  assert.match(wrongIn('from=2026-12-05&till=2026-12-04').till ?? '', /Раньше, чем «Дата от»/u)
})
