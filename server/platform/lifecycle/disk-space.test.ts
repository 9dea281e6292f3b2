import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { watchRoom } from './disk-space.ts'

const log = { warn: () => {}, error: () => {} }

test('the free room is told where something lies that needs it, and nowhere else', (t) => {
  const told = (['database', 'photos', 'nothing'] as const).map((keeps) => {
    const room = watchRoom({ folder: tmpdir(), keeps, log })
    t.after(room.stop)
    return room.free() !== null
  })
  assert.deepEqual(told, [true, true, false])
})
