import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kopecks } from '../money.ts'
import { leavingMoneyText } from './leaving.ts'

const clock = { zone: 'Europe/Moscow', now: new Date('2026-12-01T12:00:00Z') }
const until = new Date('2026-12-04T12:00:00Z')
const told = (available: number, inReserve: number) =>
  leavingMoneyText(
    kopecks(available),
    inReserve > 0 ? { amount: kopecks(inReserve), until } : null,
    clock,
  ).replaceAll('\u00A0', ' ')

test('what is paid out before an account goes, what of it later, and what never', () => {
  const later = 'в резерве до 4 декабря: тогда уйдут на номер, а до этого данные не сотрём.'
  assert.equal(told(95_000, 0), 'Выплатим до удаления.')
  assert.equal(told(95_000, 19_000), `760 ₽ выплатим до удаления. 190 ₽ ${later}`)
  assert.equal(told(19_000, 19_000), `190 ₽ ${later}`)
  assert.equal(told(19_000, 18_500), `190 ₽ ${later}`)
  const small = '5 ₽ из резерва не выплатим: это меньше наименьшей выплаты.'
  assert.equal(told(95_000, 500), `945 ₽ выплатим до удаления. ${small}`)
  assert.equal(told(900, 500), 'Вывести можно от 10 ₽, поэтому их не выплатим.')
})
