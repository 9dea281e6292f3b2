import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  keepPress,
  keptText,
  letPressesGo,
  markPressSent,
  pressesIn,
  takeBackPress,
} from './kept-presses.ts'
import type { Press } from './press.ts'

const PRESS: Press = { id: 'one', sessionId: 's', at: 0, sent: false, deed: { kind: 'pause' } }
const HELD: Press = { ...PRESS, heldUntil: 5000 }
const keptIds = (artist: string) => pressesIn(keptText(artist)).map(({ id }) => id)
const untilsOf = (artist: string) => pressesIn(keptText(artist)).map(({ heldUntil }) => heldUntil)

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

test('a press is held until the next one is made, and then may leave at once', () => {
  keepPress('ida', HELD)
  keepPress('ida', { ...PRESS, id: 'two', at: 1000 })
  assert.deepEqual(untilsOf('ida'), [1000, undefined])
})

test('every hold ends when the page is left, and one that is over stays as it was', () => {
  keepPress('kim', HELD)
  assert.equal(letPressesGo('kim', 2000), true)
  assert.deepEqual(untilsOf('kim'), [2000])
  assert.equal(letPressesGo('kim', 3000), false)
  assert.deepEqual(untilsOf('kim'), [2000])
})

test('a held press is taken back without a trace', () => {
  keepPress('leo', HELD)
  assert.equal(takeBackPress('leo', HELD), true)
  assert.deepEqual(keptIds('leo'), [])
})

test('what is no press is left out of a kept text', () => {
  const junk = [
    PRESS,
    7,
    null,
    { ...PRESS, deed: { kind: 'dance' } },
    { ...PRESS, at: 'now' },
    { ...PRESS, heldUntil: '' },
  ]
  assert.deepEqual(pressesIn(JSON.stringify(junk)), [PRESS])
  assert.deepEqual(pressesIn('{'), [])
})
