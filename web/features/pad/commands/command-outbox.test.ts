import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addCommand,
  markSent,
  openCommandOutbox,
  readCommand,
  closeUndoWindows,
  cancelUnsent,
} from './command-outbox.ts'
import type { PadCommand } from './command.ts'

const COMMAND: PadCommand = {
  key: 'one',
  sessionId: 's',
  at: 0,
  state: 'waiting',
  action: { kind: 'pause' },
}
const HELD: PadCommand = { ...COMMAND, heldUntil: 5000 }
const outboxOf = (artist: string) => {
  const outbox = openCommandOutbox(artist)
  return {
    outbox,
    keys: () => outbox.commands().map(({ key }) => key),
    untils: () => outbox.commands().map(({ heldUntil }) => heldUntil),
  }
}

test('a press that never left is taken back', () => {
  const { outbox, keys } = outboxOf('ada')
  addCommand(outbox, COMMAND)
  assert.equal(cancelUnsent(outbox, COMMAND), true)
  assert.deepEqual(keys(), [])
})

test('a press that has left since it was shown is not taken back', () => {
  const { outbox, keys } = outboxOf('bob')
  addCommand(outbox, COMMAND)
  markSent(outbox, COMMAND)
  assert.equal(cancelUnsent(outbox, COMMAND), false)
  assert.deepEqual(keys(), ['one'])
})

test('a press that the server has by now cannot be taken back', () => {
  assert.equal(cancelUnsent(outboxOf('eve').outbox, COMMAND), false)
})

test('a press is held until the next one is made, and then may leave at once', () => {
  const { outbox, untils } = outboxOf('ida')
  addCommand(outbox, HELD)
  addCommand(outbox, { ...COMMAND, key: 'two', at: 1000 })
  assert.deepEqual(untils(), [1000, undefined])
})

test('every hold ends when the page is left, and one that is over stays as it was', () => {
  const { outbox, untils } = outboxOf('kim')
  addCommand(outbox, HELD)
  assert.equal(closeUndoWindows(outbox, 2000), true)
  assert.deepEqual(untils(), [2000])
  assert.equal(closeUndoWindows(outbox, 3000), false)
  assert.deepEqual(untils(), [2000])
})

test('a held press is taken back without a trace', () => {
  const { outbox, keys } = outboxOf('leo')
  addCommand(outbox, HELD)
  assert.equal(cancelUnsent(outbox, HELD), true)
  assert.deepEqual(keys(), [])
})

test('what is no press is left out of a kept text', () => {
  const { outbox } = outboxOf('max')
  const junk = [
    COMMAND,
    7,
    null,
    { ...COMMAND, action: { kind: 'dance' } },
    { ...COMMAND, at: 'now' },
    { ...COMMAND, state: 'done' },
    { ...HELD, heldUntil: '' },
  ]
  assert.deepEqual(outbox.parse(JSON.stringify(junk)), [COMMAND])
  assert.deepEqual(outbox.parse('{'), [])
})

test('a command that the version before had stored still goes out', () => {
  const { key, sessionId, at, action } = COMMAND
  const before = { id: key, sessionId, at, sent: true, deed: action }
  assert.deepEqual(readCommand(before), { ...COMMAND, state: 'sent' })
})
