import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kopecks, rublesToKopecks } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { checkGoal, goalSpan, goalState, goalText, isGoalShown } from './goal.ts'

const goal = (collected: number) => ({
  title: 'На новый комбик',
  collected: kopecks(collected),
  amount: rublesToKopecks(30_000),
})

test('a goal says what was collected of what', () => {
  const plain = (text: string) => text.replaceAll('\u00A0', ' ')
  assert.equal(plain(goalText(goal(1_240_000))), 'На новый комбик: 12 400 из 30 000 ₽')
  assert.equal(plain(goalText(goal(0))), 'На новый комбик: 0 из 30 000 ₽')
})

test('a goal that lacks a kopeck is not shown as reached', () => {
  assert.match(goalText(goal(2_999_999)), /29.999 из/u)
})

describe('a goal', () => {
  for (const [title, amount, field] of [
    ['   ', 30_000, 'title'],
    ['а'.repeat(61), 30_000, 'title'],
    ['На струны', 99, 'amount'],
    ['На струны', 10_000_001, 'amount'],
  ] as const)
    test(`«${title.slice(0, 20)}» of ${amount} ₽ is refused at ${field}`, () => {
      assert.throws(
        () => checkGoal({ title, amount: rublesToKopecks(amount) }),
        (error) => error instanceof Refusal && error.fields?.[field] !== undefined,
      )
    })
  test('is one line', () => {
    const { title } = checkGoal({ title: ' На \n струны ', amount: rublesToKopecks(100) })
    assert.equal(title, 'На струны')
  })
})

const [MORNING, EIGHT, NINE, TEN] = [9, 20, 21, 22].map((hour) => new Date(2026, 10, 20, hour)) as [
  Date,
  Date,
  Date,
  Date,
]
const running = { startedAt: EIGHT, finishedAt: null }
const finished = { startedAt: EIGHT, finishedAt: NINE }
const ofEvening = { since: MORNING, oneEvening: true, reachedAt: null }
const lasting = { since: MORNING, oneEvening: false, reachedAt: null }

test('the goal of an evening counts from its beginning to its end, and waits before', () => {
  assert.equal(goalSpan(ofEvening, null, TEN), null)
  assert.deepEqual(goalSpan(ofEvening, running, TEN), { from: EIGHT, till: TEN })
  assert.deepEqual(goalSpan(ofEvening, finished, TEN), { from: EIGHT, till: NINE })
  assert.deepEqual(goalSpan(lasting, finished, TEN), { from: MORNING, till: TEN })
  assert.deepEqual(
    [null, running, finished].map((evening) => goalState(ofEvening, evening)),
    ['waits', 'on', 'over'],
  )
})

test('listeners see a goal while it is collected for, and a reached one until the end of that evening', () => {
  assert.equal(isGoalShown(ofEvening, null, null), false)
  assert.equal(isGoalShown(ofEvening, running, running), true)
  assert.equal(isGoalShown(ofEvening, finished, null), false)
  assert.equal(isGoalShown(lasting, null, null), true)
  const reached = { ...lasting, reachedAt: NINE }
  assert.equal(goalState(reached, null), 'reached')
  assert.equal(isGoalShown(reached, null, running), true)
  assert.equal(isGoalShown(reached, null, null), false)
  assert.equal(isGoalShown(reached, null, { startedAt: TEN, finishedAt: null }), false)
})
