import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallFailed } from './call-failed.ts'
import { keepCopy, readCopy, withDeviceCopy } from './device-copy.ts'
import { forgetCopies, writeStored } from './device-memory.ts'

const NAME = 'copy artist page'
const noNetwork = () => Promise.reject(CallFailed.noNetwork())

test('what was asked for is kept, and is there without a network with its age', async () => {
  const before = Date.now()
  assert.deepEqual(await withDeviceCopy(NAME, async () => 'первая'), {
    value: 'первая',
    savedAt: null,
  })
  const { value, savedAt } = await withDeviceCopy<string>(NAME, noNetwork)
  assert.equal(value, 'первая')
  assert.ok(savedAt !== null && savedAt >= before && savedAt <= Date.now())
})

test('a refusal of the server is no lost network', async () => {
  keepCopy(NAME, 'первая')
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
  keepCopy('copy artist pad', 1)
  keepCopy('copy second pad', 2)
  forgetCopies('artist')
  assert.equal(readCopy('copy artist pad'), null)
  assert.equal(readCopy('copy second pad')?.value, 2)
})
