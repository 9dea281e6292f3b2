import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { test } from 'node:test'
import { api } from '#contract/index.ts'
import { call, callForFile } from './call.ts'

const QUESTION = { query: { featureName: 'any' } }

/** Mocks a network that never answers. */
function silence(t: TestContext): void {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  t.mock.method(
    globalThis,
    'fetch',
    (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((__, fail) => {
        signal.addEventListener('abort', () => fail(new Error('given up')))
      }),
  )
}

test('a call that nobody answers ends after fifteen seconds, in the words of a lost network', async (t) => {
  silence(t)
  let ended = false
  const asked = call(api.features.check, QUESTION).finally(() => {
    ended = true
  })
  const refused = assert.rejects(asked, {
    code: 'NETWORK',
    message: 'Нет связи. Проверьте интернет и попробуйте ещё раз.',
  })
  t.mock.timers.tick(14_999)
  await new Promise(setImmediate)
  assert.equal(ended, false)
  t.mock.timers.tick(1)
  await refused
})

test('a call that its page gave up is told apart from a lost network', async (t) => {
  silence(t)
  const page = new AbortController()
  const asked = call(api.features.check, QUESTION, { signal: page.signal })
  page.abort()
  await assert.rejects(asked, { code: 'ABORTED' })
})

test('a call that is given longer says that the server is late, not that there is no network', async (t) => {
  silence(t)
  let ended = false
  const asked = call(api.features.check, QUESTION, { limitMs: 60_000 }).finally(() => {
    ended = true
  })
  const refused = assert.rejects(asked, {
    code: 'TIMEOUT',
    message: 'Сервер не успел ответить. Попробуйте ещё раз.',
  })
  t.mock.timers.tick(59_999)
  await new Promise(setImmediate)
  assert.equal(ended, false)
  t.mock.timers.tick(1)
  await refused
})

test('a file that has begun to come may take minutes, and a silent one ends all the same', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let tookMs = 120_000
  t.mock.method(globalThis, 'fetch', async (_: unknown, { signal }: { signal: AbortSignal }) => ({
    ok: true,
    status: 200,
    headers: new Headers(),
    blob: () =>
      new Promise((come, fail) => {
        signal.addEventListener('abort', () => fail(new Error('given up')))
        setTimeout(() => come(new Blob(['file'])), tookMs)
      }),
  }))
  const wait = async (ms: number) => {
    await new Promise(setImmediate)
    t.mock.timers.tick(ms)
  }
  const file = callForFile(api.operation.health, {})
  await wait(tookMs)
  assert.equal(await (await file).text(), 'file')
  tookMs = 700_000
  const refused = assert.rejects(callForFile(api.operation.health, {}), { code: 'NETWORK' })
  await wait(600_000)
  await refused
})
