import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { loadComing } from './load-coming.ts'

const session = (id: string, sessionStatus: string) => ({
  id,
  sessionStatus,
  artist: { username: 'lada', name: 'Лада', imageUrl: '' },
  location: { name: 'Подвал', city: 'Казань', timeZone: 'Europe/Moscow' },
  advancedSession: { age: 18, privacy: { ableGetSongs: true } },
})
const answers =
  (answer: () => unknown): Caller =>
  async () =>
    answer()

test('what is on now comes before what began earlier and before what is to come', async () => {
  const sessions = [
    session('late', 'SCHEDULED'),
    session('on', 'NOW'),
    session('next', 'SCHEDULED'),
  ]
  const concerts = await loadComing(answers(() => sessions))
  assert.deepEqual(
    concerts?.map(({ id, live }) => [id, live]),
    [
      ['on', true],
      ['late', false],
      ['next', false],
    ],
  )
})

test('a page whose concerts nobody could tell is still a page', async () => {
  const failed = answers(() => {
    throw CallFailed.fromAnswer({ status: 503, body: null, retryAfter: null })
  })
  assert.equal(await loadComing(failed), null)
})

test('a mistake of ours is not taken for a failed call', async () => {
  const broken = answers(() => {
    throw new TypeError('ours')
  })
  await assert.rejects(loadComing(broken), TypeError)
})
