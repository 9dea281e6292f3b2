import assert from 'node:assert/strict'
import { test } from 'node:test'
import { returnPlan } from './return-texts.ts'

const credit = { amount: 30_000, net: 27_000 }
const NBSP = /\u00A0/gu
const plan = (purse: Parameters<typeof returnPlan>[1]) => {
  const { text, ...rest } = returnPlan(credit, purse)
  return { ...rest, text: text.replace(NBSP, ' ') }
}

test('a return leaves the balance, or takes the rest from the next credits', () => {
  assert.deepEqual(plan({ available: 40_000, mayOwe: 0 }), {
    owed: 0,
    enough: true,
    text: 'Слушатель получит 300 ₽ туда, откуда платил. С баланса уйдёт 270 ₽, останется 130 ₽. Комиссию 30 ₽ вернём мы.',
  })
  const { owed, enough } = plan({ available: 10_000, mayOwe: 17_000 })
  assert.deepEqual([owed, enough], [17_000, true])
})

test('a return promises nothing of what stands in dispute', () => {
  const poor = plan({ available: 40_000, disputed: 30_000, mayOwe: 0 })
  assert.equal(poor.enough, false)
  assert.equal(poor.text, 'На балансе 100 ₽, а вернуть нужно 270 ₽. Ещё 300 ₽ ждут конца спора.')
  const { enough, text } = plan({ available: 60_000, disputed: 30_000, mayOwe: 0 })
  assert.equal(enough, true)
  assert.match(text, /останется 30 ₽\. .+ Ещё 300 ₽ ждут конца спора\.$/u)
})
