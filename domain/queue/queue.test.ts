import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queueOf, seen } from './queue.fixture.ts'
import { nowOf, waiting } from './queue.ts'

test('what waits is listed queued first, without the song that is on', () => {
  const queue = queueOf('NOW a', 'QUEUED b', 'SCHEDULED c')
  assert.deepEqual(seen(waiting(queue)), ['QUEUED b', 'SCHEDULED c'])
  assert.equal(nowOf(queue)?.songId, 'a')
  assert.equal(nowOf(queueOf('QUEUED b')), null)
})
