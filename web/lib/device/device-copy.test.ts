import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { DAY_MS } from '#domain/time.ts'
import { CallFailed } from '../calls/call-failed.ts'
import { storeCopy, readCopy, withDeviceCopy } from './device-copy.ts'
import { removeCopies, writeStored } from './device-memory.ts'
import { TOKEN_COOKIE } from '../calls/token.ts'

const NAME = 'copy artist page'

const logIn = (token: string) => Object.assign(document, { cookie: `${TOKEN_COOKIE}=${token}` })
let logins = 0
const location = { pathname: '/artist' }
beforeEach(() => {
  Object.assign(globalThis, { window: { location }, document: { cookie: '' } })
  // Each test has its own login, so that it does not get the late answer of another test.
  logIn(`token-of-somebody-${(logins += 1)}`)
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window')
  Reflect.deleteProperty(globalThis, 'document')
})
const noNetwork = () => Promise.reject(CallFailed.noNetwork())

test('what was asked for is kept, and is there without a network with its age', async () => {
  const before = Date.now()
  assert.deepEqual(await withDeviceCopy(NAME, async () => 'первая'), {
    value: 'первая',
    savedAt: null,
    late: null,
  })
  const { value, savedAt } = await withDeviceCopy<string>(NAME, noNetwork)
  assert.equal(value, 'первая')
  assert.ok(savedAt !== null && savedAt >= before && savedAt <= Date.now())
})

test('a network that is silent shows what was kept, and keeps the answer that comes after all', async (t) => {
  storeCopy(NAME, 'первая')
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const answer = Promise.withResolvers<string>()
  const shown = withDeviceCopy(NAME, () => answer.promise)
  t.mock.timers.tick(3000)
  assert.equal((await shown).value, 'первая')
  answer.resolve('вторая')
  await answer.promise
  await Promise.resolve()
  assert.equal(readCopy(NAME)?.value, 'вторая')
})

test('an answer that comes late is given at once to the page that asks anew', async (t) => {
  storeCopy(NAME, 'первая')
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const answer = Promise.withResolvers<string>()
  const shown = withDeviceCopy(NAME, () => answer.promise)
  t.mock.timers.tick(3000)
  const { late, savedAt } = await shown
  assert.notEqual(savedAt, null)
  answer.resolve('вторая')
  assert.equal(await late, true)
  const asksNothing = () => Promise.reject(new Error('asked again'))
  const { value, ...fresh } = await withDeviceCopy<string>(NAME, asksNothing)
  assert.deepEqual({ value, ...fresh }, { value: 'вторая', savedAt: null, late: null })
  assert.equal((await withDeviceCopy(NAME, async () => 'третья')).value, 'третья')
})

test('an answer that fails late changes nothing', async (t) => {
  storeCopy(NAME, 'первая')
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const answer = Promise.withResolvers<string>()
  const shown = withDeviceCopy(NAME, () => answer.promise)
  t.mock.timers.tick(3000)
  const { late } = await shown
  answer.reject(CallFailed.noNetwork())
  assert.equal(await late, false)
  assert.equal(readCopy(NAME)?.value, 'первая')
})

test('what one login asked for is not kept for another, nor for none', async () => {
  for (const cookie of [`${TOKEN_COOKIE}=token-of-oleg-9876543210`, '']) {
    writeStored(NAME, null)
    logIn('token-of-lada-0123456789')
    const answer = Promise.withResolvers<string>()
    const shown = withDeviceCopy(NAME, () => answer.promise)
    Object.assign(document, { cookie })
    answer.resolve('Лада')
    assert.equal((await shown).value, 'Лада')
    assert.equal(readCopy(NAME), null)
  }
})

test('where nothing was kept a silent network is waited for', async (t) => {
  writeStored(NAME, null)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const answer = Promise.withResolvers<string>()
  const shown = withDeviceCopy(NAME, () => answer.promise)
  t.mock.timers.tick(3000)
  answer.resolve('первая')
  assert.deepEqual(await shown, { value: 'первая', savedAt: null, late: null })
})

test('a server that cannot answer now is a lost network, and so is one that is too slow', async () => {
  storeCopy(NAME, 'первая')
  const failures = [
    CallFailed.tooLong(),
    ...[429, 502, 503].map((status) =>
      CallFailed.fromAnswer({ status, body: '', retryAfter: null }),
    ),
  ]
  for (const failure of failures) {
    const { value, savedAt } = await withDeviceCopy<string>(NAME, () => Promise.reject(failure))
    assert.equal(value, 'первая')
    assert.notEqual(savedAt, null)
  }
})

test('a refusal of the server is no lost network', async () => {
  storeCopy(NAME, 'первая')
  const refused = new CallFailed({ status: 403, code: 'NOT_YOURS', message: 'Нельзя' })
  await assert.rejects(
    withDeviceCopy(NAME, () => Promise.reject(refused)),
    refused,
  )
})

test('where nothing readable was kept, a lost network stays one', async () => {
  for (const stored of [null, '{', '{"shape":0,"value":"старая"}']) {
    writeStored(NAME, stored)
    await assert.rejects(withDeviceCopy(NAME, noNetwork), { code: 'NETWORK' })
  }
})

test('after a logout nothing of the artist is kept, and all of a second pad', () => {
  storeCopy('copy artist pad', 1)
  storeCopy('copy second pad', 2)
  removeCopies('artist')
  assert.equal(readCopy('copy artist pad'), null)
  assert.equal(readCopy('copy second pad')?.value, 2)
})

test('what one login kept is not read by another', () => {
  logIn('token-of-lada-0123456789')
  storeCopy(NAME, 'Лада')
  logIn('token-of-oleg-9876543210')
  assert.equal(readCopy(NAME), null)
  logIn('token-of-lada-0123456789')
  assert.equal(readCopy(NAME), null, 'the other login has removed it')
})

test('a copy is removed after a week: the server erases names and dedications too', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: new Date('2026-11-01T20:00:00Z') })
  storeCopy(NAME, 'вечер')
  t.mock.timers.tick(7 * DAY_MS - 1)
  assert.equal(readCopy(NAME)?.value, 'вечер')
  t.mock.timers.tick(1)
  assert.equal(readCopy(NAME), null)
  t.mock.timers.setTime(new Date('2026-11-01T20:00:00Z').getTime())
  assert.equal(readCopy(NAME), null)
})
