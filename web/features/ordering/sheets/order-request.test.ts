import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rublesToKopecks } from '#domain/money.ts'
import { amountError, cappedRubles, readOrderForm } from './order-request.ts'

function form(fields: Record<string, string>): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.set(name, value)
  return made
}

const amountOf = (typed: string) =>
  readOrderForm(form({ title: 'Осень', amount: typed })).wish.amount

test('the sum of an order goes out in kopecks', () => {
  assert.equal(amountOf('200'), 20_000)
  assert.equal(amountOf('1 000'), 100_000)
  assert.equal(amountOf('150,00'), 15_000)
})

test('a form without a sum orders for free, and one with an empty field for nothing', () => {
  assert.equal('amount' in readOrderForm(form({ title: 'Осень' })).wish, false)
  assert.equal(amountOf(''), 0)
})

test('what is no sum orders for nothing, and is kept as it was typed', () => {
  for (const typed of ['сто', '100,50', '1e3', '-50']) {
    assert.equal(amountOf(typed), 0)
    assert.equal(readOrderForm(form({ amount: typed })).typed, typed)
  }
})

test('a sum beyond every limit is still a sum, and still too large', () => {
  assert.equal(amountOf('9'.repeat(40)), 100_100)
})

test('a suggestion has no id, and loses the spaces around its words', () => {
  const { wish } = readOrderForm(form({ title: ' Осень ', artistName: ' ДДТ' }))
  assert.deepEqual(wish, { songId: null, title: 'Осень', artistName: 'ДДТ', imageUrl: '' })
})

test('a name and a dedication go with an order that has them, and make no other request of one without', () => {
  const written = { name: ' Аня ', words: 'Маме\nна юбилей ' }
  const { wish } = readOrderForm(form({ title: 'Осень', ...written }))
  assert.deepEqual([wish.name, wish.words], ['Аня', 'Маме\nна юбилей'])
  const without = readOrderForm(form({ title: 'Осень', name: '  ', words: '' })).wish
  assert.deepEqual(without, readOrderForm(form({ title: 'Осень' })).wish)
})

test('who sings his order is in it with whom and in which key, and only where he ticked it', () => {
  const typed = { title: 'Осень', name: 'Аня', singsWith: ' Олег ', keyShift: '-2' }
  assert.equal(readOrderForm(form(typed)).wish.sings, undefined)
  const { wish } = readOrderForm(form({ ...typed, sings: 'on' }))
  assert.deepEqual(wish.sings, { with: 'Олег', keyShift: -2 })
  const hostile = readOrderForm(form({ title: 'Осень', sings: 'on', keyShift: '9e9' })).wish
  assert.deepEqual(hostile.sings, { with: '', keyShift: 6 })
})

test('what is typed stays within what one order may cost', () => {
  assert.equal(cappedRubles('2000'), '1000')
  assert.equal(cappedRubles('1000'), '1000')
  assert.equal(cappedRubles('5'), '5')
  assert.equal(cappedRubles('250.00'), '250.00')
  assert.equal(cappedRubles('100,50'), '100,50')
  assert.equal(cappedRubles(''), '')
})

test('each sheet names the minimum in its own words', () => {
  const nine = rublesToKopecks(9)
  assert.equal(amountError(nine, 10, 'sum'), 'Минимум 10 ₽')
  assert.equal(
    amountError(nine, 10, 'question'),
    'Минимальная сумма оплаты должна быть не меньше 10 рублей',
  )
})

test('between the artist’s minimum and the most that an order costs nothing is said', () => {
  for (const rubles of [50, 200, 1000])
    assert.equal(amountError(rublesToKopecks(rubles), 50, 'sum'), null)
  assert.equal(amountError(rublesToKopecks(1001), 50, 'sum'), 'Максимум 1000 ₽')
})
