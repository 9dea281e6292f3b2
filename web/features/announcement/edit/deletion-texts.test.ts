import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Report } from '#contract/report.ts'
import { correctionText, deletionText, seriesDeletionText } from './deletion-texts.ts'

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
  deletionText(
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
  const textOf = words({ toGiveBack: { orders: 2, amount: 60_000 } })
  assert.match(textOf, /2 платных заказа на 600 ₽/u)
  assert.match(textOf, /вернутся слушателям/u)
})

test('of a closed concert’s correction only those followers are promised to be told who go', () => {
  const closed = /минуту, а ваши подписчики, нажавшие «Я пойду», — через 15 минут/u
  assert.match(correctionText(false, true), closed)
  assert.match(correctionText(false, false), /минуту, подписчики через 15 минут/u)
  assert.match(correctionText(true, true), /^Концерт ещё не опубликован/u)
})

test('where nobody paid, nothing goes back', () => {
  assert.match(words({}), /Возвращать слушателям нечего/u)
})

test('of a concert that nobody has seen no listener is told', () => {
  const textOf = words({ unpublished: true })
  assert.equal(textOf, 'Концерт ещё не опубликован: его никто не видел. Вернуть его нельзя.')
  // Published since the page was opened.
  assert.match(words({}), /исчезнет из афиши.*что он отменён/u)
})

test('what was earned at a concert that is over stays with the musician', () => {
  const textOf = words({ sessionStatus: 'PLAYED', money: { ...MONEY, net: 27_000 } })
  assert.match(textOf, /отчёт о нём пропадут/u)
  assert.match(textOf, /270 ₽ за сыгранные песни остаются вашими/u)
})

test('of those that follow the same is said of all together', () => {
  const textOf = (orders: number) =>
    seriesDeletionText(
      { following: 2, toGiveBack: { orders, amount: orders * 10_000 } },
      {},
    ).replaceAll('\u00A0', ' ')
  assert.equal(textOf(5), 'Вместе со следующими — 3 концерта: вернём 500 ₽ за 5 заказов.')
  assert.match(textOf(0), /3 концерта: оплаченных заказов в них нет/u)
})

test('of an unpublished one of a series whose others are seen the listeners are told of those', () => {
  const all = { following: 2, toGiveBack: { orders: 0, amount: 0 } }
  const seen = /Опубликованные из них год будут отмечены отменёнными/u
  assert.match(seriesDeletionText(all, { unpublished: true }), seen)
  assert.doesNotMatch(
    seriesDeletionText({ ...all, unpublished: true }, { unpublished: true }),
    seen,
  )
  assert.doesNotMatch(seriesDeletionText(all, {}), seen)
})
