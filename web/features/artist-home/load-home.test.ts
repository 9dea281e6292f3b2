import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '#contract/shapes.ts'
import { withKnownParts } from './load-home.ts'

const tonight = [{ id: 'tonight' } as Session]

test('concerts whose request failed are remembered as they were', () => {
  const page = (sessions: Session[] | null) => ({ flags: {}, sessions, money: null })
  assert.deepEqual(withKnownParts(page(null), page(tonight)).sessions, tonight)
  assert.deepEqual(withKnownParts(page([]), page(tonight)).sessions, [])
  assert.equal(withKnownParts(page(null), undefined).sessions, null)
})
