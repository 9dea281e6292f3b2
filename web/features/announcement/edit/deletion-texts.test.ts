import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Report } from '#contract/report.ts'
import { deletionWords, seriesDeletionWords } from './deletion-texts.ts'

const MONEY: Report['money'] = {
  played: 0,
  returned: 0,
  gross: 0,
  commission: 0,
  net: 0,
  held: 0,
  givenBack: 0,
}

const words = (report: Partial<Report>) =>
  deletionWords(
    { title: 'Тихий концерт' },
    {
      sessionStatus: 'SCHEDULED',
      toGiveBack: { orders: 0, amount: 0 },
      money: MONEY,
      ...report,
    },
  )
    .join(' ')
    .replaceAll('\u00A0', ' ')

test('how many paid orders go back, and how much, is said before', () => {
  const told = words({ toGiveBack: { orders: 2, amount: 60_000 } })
  assert.match(told, /2 платных заказа на 600 ₽/u)
  assert.match(told, /вернутся слушателям/u)
})

test('where nobody paid, nothing goes back', () => {
  assert.match(words({}), /Возвращать слушателям нечего/u)
})

test('what was earned at a concert that is over stays with the musician', () => {
  const told = words({ sessionStatus: 'PLAYED', money: { ...MONEY, net: 27_000 } })
  assert.match(told, /отчёт о нём пропадут/u)
  assert.match(told, /270 ₽ за сыгранные песни остаются вашими/u)
})

test('of those that follow the same is said of all together', () => {
  const told = (orders: number) =>
    seriesDeletionWords({
      following: 2,
      toGiveBack: { orders, amount: orders * 10_000 },
    }).replaceAll('\u00A0', ' ')
  assert.equal(told(5), 'Вместе со следующими — 3 концерта: вернутся 5 платных заказов на 500 ₽.')
  assert.match(told(0), /3 концерта: оплаченных заказов в них нет/u)
})
