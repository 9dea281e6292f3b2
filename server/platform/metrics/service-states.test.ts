import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeServiceStates } from './service-states.ts'

let at = new Date('2026-11-21T18:00:00Z')
const later = () => (at = new Date(at.getTime() + 60_000))

test('a service is down from the first question that it did not answer until the next that it does', async () => {
  const states = makeServiceStates(() => at)
  let answer: () => Promise<string> = async () => 'ok'
  const port = states.watched(
    'bank',
    { name: 'T', ask: () => answer(), sum: () => 2 },
    (said) => said === 'silent',
  )
  assert.equal(states.stateOf('bank'), null)
  assert.deepEqual([port.name, port.sum()], ['T', 2])
  assert.equal(states.stateOf('bank'), null)
  await port.ask()
  const begun = at
  assert.deepEqual(states.stateOf('bank'), { isUp: true, since: begun })
  later()
  await port.ask()
  assert.deepEqual(states.stateOf('bank'), { isUp: true, since: begun })
  answer = async () => 'silent'
  await port.ask()
  assert.deepEqual(states.stateOf('bank'), { isUp: false, since: at })
  later()
  answer = () => Promise.reject(new Error('lost'))
  await assert.rejects(() => port.ask(), /lost/u)
  assert.equal(states.stateOf('bank')?.isUp, false)
  assert.equal(states.stateOf('mail'), null)
})
