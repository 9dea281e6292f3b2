import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#contract/index.ts'
import { RATES } from '#server/platform/http/limits.ts'
import { freshAddress } from '#test/support/steps/newcomer.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
let admin: TestArtist
before(async () => {
  world = await makeWorld()
  admin = await world.artist({ role: 'ADMIN' })
})
after(() => world.close())

const FORM = {
  name: 'Лера',
  email: 'Lera@Example.org',
  topic: 'Не пришёл возврат',
  message: 'Песню пропустили.\nКогда вернутся деньги?',
}
const FILL_ALL = 'Пожалуйста, заполните все обязательные поля'

const send = (message: string) =>
  world.ok(api.feedback.send, { body: { message } }, { address: freshAddress() })
const messages = (query = {}) => world.ok(api.admin.feedback, { query }, admin)
const asks = (body: object) => world.ok(api.feedback.support, { body }, { address: freshAddress() })
const requests = (query = {}) => world.ok(api.admin.support, { query }, admin)

test('what a visitor says is kept as it was said, with its lines, for the admins', async () => {
  assert.equal(await send('  Очень удобно!\r\nСпасибо 🎸\n'), true)
  const { messages: kept } = await messages()
  assert.deepEqual(
    kept.map(({ message, createdAt }) => ({ message, createdAt })),
    [{ message: 'Очень удобно!\nСпасибо 🎸', createdAt: world.now().toISOString() }],
  )
})

test('a blank message is taken with thanks and not kept', async () => {
  const kept = (await messages()).messages.length
  for (const blank of ['', '  \n\t ']) assert.equal(await send(blank), true)
  assert.equal((await messages()).messages.length, kept)
})

test('a message holds up to four thousand characters', async () => {
  const whole = 'я'.repeat(4000)
  await send(whole)
  assert.equal((await messages({ limit: 1 })).messages[0]?.message, whole)
  const { fields } = await world.refused('VALIDATION', api.feedback.send, {
    body: { message: `${whole}я` },
  })
  assert.deepEqual(Object.keys(fields ?? {}), ['message'])
})

test('messages are read newest first, page after page', async () => {
  for (const message of ['первый', 'второй', 'третий']) {
    await send(message)
    // Messages of one millisecond have no order.
    await sleep(2)
  }
  const first = await messages({ limit: 2 })
  assert.deepEqual(
    first.messages.map(({ message }) => message),
    ['третий', 'второй'],
  )
  const rest = await messages({ limit: 100, cursor: first.cursor })
  assert.equal(rest.messages[0]?.message, 'первый')
  assert.equal(rest.cursor, null)
})

test('a request for help is kept, with the address to answer to', async () => {
  assert.equal(await asks(FORM), true)
  const [request] = (await requests()).requests
  const { id, ...told } = request ?? { id: '' }
  assert.notEqual(id, '')
  assert.deepEqual(told, {
    ...FORM,
    email: 'lera@example.org',
    createdAt: world.now().toISOString(),
    doneAt: null,
    doneBy: null,
    answers: [],
  })
})

test('a request needs all four fields, and says at which it lacks something', async () => {
  for (const field of ['name', 'email', 'topic', 'message'] as const)
    for (const blank of [undefined, '', ' \n ']) {
      const failure = await world.refused(
        'VALIDATION',
        api.feedback.support,
        { body: { ...FORM, [field]: blank } },
        { address: freshAddress() },
      )
      assert.equal(failure.message, FILL_ALL)
      assert.deepEqual(failure.fields, { [field]: FILL_ALL })
    }
  const { fields } = await world.refused('VALIDATION', api.feedback.support, { body: {} })
  assert.deepEqual(Object.keys(fields ?? {}), ['name', 'email', 'topic', 'message'])
})

test('a request needs an address that can be answered', async () => {
  for (const email of ['lera', 'lera@', '@example.org', 'le ra@example.org']) {
    const { fields } = await world.refused(
      'VALIDATION',
      api.feedback.support,
      { body: { ...FORM, email } },
      { address: freshAddress() },
    )
    assert.deepEqual(fields, { email: 'Проверьте адрес почты: похоже, в нём опечатка.' })
  }
})

test('a refused request is not kept', async () => {
  const kept = (await requests({ limit: 100 })).requests.length
  await world.refused('VALIDATION', api.feedback.support, { body: { ...FORM, email: 'lera' } })
  assert.equal((await requests({ limit: 100 })).requests.length, kept)
})

test('an answered request says by whom, stays with the first who answered, and can be opened again', async () => {
  await asks({ ...FORM, topic: 'Отметка' })
  const id = (await requests({ limit: 1 })).requests[0]?.id ?? ''
  const colleague = await world.artist({ role: 'ADMIN' })
  const mark = (done: boolean, by: TestArtist) =>
    world.ok(api.admin.settleSupport, { params: { id }, body: { done } }, by)

  await mark(true, admin)
  const at = world.now().toISOString()
  world.advance(60_000)
  await mark(true, colleague)
  const [settled] = (await requests({ done: true, limit: 1 })).requests
  assert.deepEqual(
    { id: settled?.id, doneAt: settled?.doneAt, doneBy: settled?.doneBy },
    { id, doneAt: at, doneBy: admin.username },
  )
  assert.ok((await requests({ done: false, limit: 100 })).requests.every((one) => one.id !== id))

  await mark(false, colleague)
  const [open] = (await requests({ done: false, limit: 1 })).requests
  assert.deepEqual([open?.id, open?.doneAt, open?.doneBy], [id, null, null])
})

test('a request that is not there cannot be settled', async () => {
  await world.refused(
    'NOT_FOUND',
    api.admin.settleSupport,
    { params: { id: '01938d6a-0000-7000-8000-000000000000' }, body: { done: true } },
    admin,
  )
})

test('from one address so much is written in an hour and no more', async () => {
  const here = { address: freshAddress() }
  for (let left = RATES.writeOfAddress.points; left > 0; left--)
    await world.ok(api.feedback.send, { body: { message: '' } }, here)
  await world.refused('TOO_MANY', api.feedback.send, { body: { message: 'Ещё' } }, here)
  await world.refused('TOO_MANY', api.feedback.support, { body: FORM }, here)
  await send('С другого адреса')
})
