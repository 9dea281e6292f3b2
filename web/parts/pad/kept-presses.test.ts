import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepPress, keptText, markPressSent, pressesIn, takeBackPress } from './kept-presses.ts'
import type { Press } from './press.ts'

const PRESS: Press = { id: 'one', sessionId: 's', at: 0, sent: false, deed: { kind: 'pause' } }
const keptIds = (artist: string) => pressesIn(keptText(artist)).map(({ id }) => id)

test('a press that never left is taken back', () => {
  keepPress('ada', PRESS)
  assert.equal(takeBackPress('ada', PRESS), true)
  assert.deepEqual(keptIds('ada'), [])
})

test('a press that has left since it was shown is not taken back', () => {
  keepPress('bob', PRESS)
  markPressSent('bob', PRESS)
  assert.equal(takeBackPress('bob', PRESS), false)
  assert.deepEqual(keptIds('bob'), ['one'])
})

test('a press that the server has by now cannot be taken back', () => {
  assert.equal(takeBackPress('eve', PRESS), false)
})

test('what is no press is left out of a kept text', () => {
  const junk = [PRESS, 7, null, { ...PRESS, deed: { kind: 'dance' } }, { ...PRESS, at: 'now' }]
  assert.deepEqual(pressesIn(JSON.stringify(junk)), [PRESS])
  assert.deepEqual(pressesIn('{'), [])
})
