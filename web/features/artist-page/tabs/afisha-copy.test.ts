import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AfishaSession } from '../artist-view.ts'
import { readAfisha, storeAfisha } from './afisha-copy.ts'

const at = (dateTimeStart: string) =>
  ({ id: dateTimeStart, dateTimeStart, later: [] }) as unknown as AfishaSession
const NOON = Date.parse('2026-11-28T12:00:00Z')

// There is no window here: the value stays in the page's memory.
Object.assign(globalThis, { window: globalThis })

test('the last list of an artist is read again without what has begun meanwhile', () => {
  assert.equal(readAfisha('anya', NOON), null)
  storeAfisha('anya', [at('2026-11-28T11:00:00Z'), at('2026-11-29T11:00:00Z')])
  const copy = readAfisha('anya', NOON)
  assert.deepEqual(
    copy?.sessions.map(({ id }) => id),
    ['2026-11-29T11:00:00Z'],
  )
  assert.equal(readAfisha('boris', NOON), null)
  assert.equal(readAfisha('anya', NOON + 7 * 86_400_000), null)
})
