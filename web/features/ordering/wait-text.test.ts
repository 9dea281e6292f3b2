import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitAheadText, waitText } from './wait-text.ts'

test('the wait is a range of minutes, and nothing where nobody can know', () => {
  assert.equal(waitText({ from: 8, to: 15 }), 'примерно 8–15 минут')
  assert.equal(waitText({ from: 18, to: 21 }), 'примерно 18–21 минуту')
  assert.equal(waitText({ from: 4, to: 4 }), 'примерно 4 минуты')
  assert.equal(waitText({ from: 0, to: 5 }), 'в ближайшие 5 минут')
  assert.equal(waitText({ from: 0, to: 1 }), 'в ближайшую минуту')
  assert.equal(waitText(null), null)
})

test('a wait that may be longer than half an hour is told to the half-hour', () => {
  assert.equal(waitAheadText({ from: 24, to: 33 }), 'примерно через полчаса')
  assert.equal(waitAheadText({ from: 52, to: 64 }), 'примерно через час')
  assert.equal(waitAheadText({ from: 80, to: 95 }), 'примерно через полтора часа')
  assert.equal(waitAheadText({ from: 110, to: 135 }), 'примерно через 2 часа')
  assert.equal(waitText({ from: 24, to: 33 }), 'примерно полчаса')
  assert.equal(waitAheadText({ from: 8, to: 15 }), 'примерно через 8–15 минут')
  assert.equal(waitText({ from: 0, to: 40 }), 'в ближайшие 40 минут')
})
