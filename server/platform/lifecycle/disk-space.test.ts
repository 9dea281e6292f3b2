import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { watchDiskSpace } from './disk-space.ts'

const log = { warn: () => {}, error: () => {} }

test('the free room is told where something lies that needs it, and nowhere else', (t) => {
  const measured = (['database', 'photos', 'nothing'] as const).map((stores) => {
    const room = watchDiskSpace({ folder: tmpdir(), stores, log })
    t.after(room.stop)
    return room.free() !== null
  })
  assert.deepEqual(measured, [true, true, false])
})
