import type { TestEvent } from 'node:test/reporters'

/** A reporter for scripts/test.ts: how many tests of a suite passed, failed and were skipped, as JSON. */
export default async function* counts(source: AsyncIterable<TestEvent>) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  const words: string[] = []
  for await (const event of source) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { skip, details } = event.data
    // A describe block or a file is no test of its own, unless it fails by itself.
    if (details.type === 'suite' && event.type === 'test:pass') continue
    if (skip !== undefined && skip !== false) total.skipped++
    else if (event.type === 'test:pass') total.passed++
    else total.failed++
    if (event.type === 'test:fail') words.push(event.data.name)
  }
  yield JSON.stringify({ ...total, words })
}
