import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Beginnings } from './first-steps.ts'
import { firstSteps, pageStep } from './first-steps.ts'

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
  assert.deepEqual(titles, [
    'Репертуар',
    'Первый концерт',
    'Номер для выплат',
    'Получатель',
    'Код у сцены',
  ])
  assert.ok(steps.every(({ done }) => !done))
})

test('each step that is done says what came of it', () => {
  assert.deepEqual(doneOf({ ...NOTHING, repertoire: true }, true, false), [
    'Репертуар: Песни в репертуаре',
    'Первый концерт: Первый концерт объявлен',
  ])
  assert.deepEqual(doneOf({ ...NOTHING, played: true }, false, true), [
    'Первый концерт: Первый концерт сыгран',
    'Код у сцены: Код у сцены готов',
  ])
})

test('the receiver is a step of its own, done only after «Да, это я»', () => {
  assert.deepEqual(doneOf({ ...NOTHING, number: 'unchecked' }, false, false), [])
  const asked = { ...NOTHING, number: 'checked', receiverAsked: true } as const
  assert.deepEqual(doneOf(asked, false, false), ['Номер для выплат: Номер для выплат проверен'])
  assert.equal(doneOf({ ...asked, receiverAsked: false }, false, false).length, 2)
})

test('the receiver is not asked for before the number is checked', () => {
  const actionOf = (input: Beginnings) =>
    firstSteps(input, false, false).find(({ title }) => title === 'Получатель')?.action
  assert.equal(actionOf(NOTHING), undefined)
  assert.equal(actionOf({ ...NOTHING, number: 'checked', receiverAsked: true }), 'Ответить')
})

test('a page has a photo and words, and what it lacks is said', () => {
  const bare = { imageUrls: [], shortDescriptionHtml: '', descriptionHtml: '' }
  const photo = { imageUrls: ['/photo.jpg'] }
  const told = ({ state, done }: ReturnType<typeof pageStep>) => `${state} ${done}`
  assert.equal(told(pageStep(bare)), 'Загрузите фото и напишите, что играете false')
  assert.equal(told(pageStep({ ...bare, ...photo })), 'Осталось написать, что играете false')
  assert.equal(
    told(pageStep({ ...bare, descriptionHtml: '<p>Блюз</p>' })),
    'Осталось загрузить фото false',
  )
  assert.equal(
    told(pageStep({ ...bare, ...photo, shortDescriptionHtml: 'Блюз' })),
    'Фото и описание на вашей странице true',
  )
})
