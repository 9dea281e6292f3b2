import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Beginnings } from './first-steps.ts'
import { firstSteps } from './first-steps.ts'

const NOTHING: Beginnings = {
  repertoire: false,
  played: false,
  number: 'unset',
  receiverAsked: false,
}

const doneOf = (...input: Parameters<typeof firstSteps>) =>
  firstSteps(...input)
    .filter(({ done }) => done)
    .map(({ title, state }) => `${title}: ${state}`)

test('a new musician has everything before him, in the order of an evening', () => {
  const steps = firstSteps(NOTHING, false, false)
  const titles = steps.map(({ title }) => title)
  assert.deepEqual(titles, ['Репертуар', 'Первый концерт', 'Деньги', 'Код у сцены'])
  assert.ok(steps.every(({ done }) => !done))
})

test('each step that is done says what came of it', () => {
  assert.deepEqual(doneOf({ ...NOTHING, repertoire: true }, true, false), [
    'Репертуар: Песни добавлены',
    'Первый концерт: Объявлен',
  ])
  assert.deepEqual(doneOf({ ...NOTHING, played: true }, false, true), [
    'Первый концерт: Сыгран',
    'Код у сцены: Код готов',
  ])
})

test('a number is done with when money arrives on it', () => {
  assert.deepEqual(doneOf({ ...NOTHING, number: 'unchecked' }, false, false), [])
  assert.equal(doneOf({ ...NOTHING, number: 'checked' }, false, false).length, 1)
  const asked = { ...NOTHING, number: 'checked', receiverAsked: true } as const
  assert.deepEqual(doneOf(asked, false, false), [])
})
