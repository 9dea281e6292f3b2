import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadPadFlags, withKnownFlags, withNewest } from './load.ts'

/** Responds to every flag request, except to the `failing` ones. */
function answers(mock: typeof test.mock, on: string, failing: string) {
  mock.method(globalThis, 'fetch', async (url: string) => {
    if (url.includes(failing)) return Response.json({}, { status: 503 })
    return Response.json({ data: url.includes(on) })
  })
}
const page = async () => ({
  flags: await loadPadFlags('lada'),
  concerts: { current: null, queue: [], next: null },
})

test('a flag whose look-up fails is off, and is not remembered so', async ({ mock }) => {
  answers(mock, 'pad-v2', 'nothing')
  const first = await page()
  answers(mock, 'pad-v2', 'pad-v2')
  const second = await page()
  const shown = withNewest({ value: second, savedAt: null, late: null }, 'artist')
  assert.equal(shown.flags.v2, false)
  assert.equal(shown.flags.cancelButton, false)
  const kept = withKnownFlags(second, first)
  assert.equal(withNewest({ value: kept, savedAt: 1, late: null }, 'artist').flags.v2, true)
  assert.equal(withNewest({ value: second, savedAt: 1, late: null }, 'artist').flags.v2, false)
})
