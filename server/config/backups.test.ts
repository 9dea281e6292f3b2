import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBackups } from './backups.ts'
import { BadConfig } from './values.ts'

const DATA = '/var/lib/bis'

test('a server backs up the embedded database it has, unless it is told not to', () => {
  assert.deepEqual(readBackups({}, { dataDir: DATA, embedded: true }), {
    folder: `${DATA}/backups`,
  })
  assert.equal(readBackups({ BACKUPS: 'off' }, { dataDir: DATA, embedded: true }), null)
  assert.equal(readBackups({}, { dataDir: DATA, embedded: false }), null)
})

test('of a server of its own each of its users would make one: that is refused', () => {
  assert.throws(
    () => readBackups({ BACKUPS: 'on' }, { dataDir: DATA, embedded: false }),
    (error) => error instanceof BadConfig && error.message.startsWith('BACKUPS=on работает только'),
  )
})
