import type { TestEvent } from 'node:test/reporters'

/** How many tests of one file passed, failed and were skipped, and how long they took (ms). */
export type FileCounts = { passed: number; failed: number; skipped: number; ms: number }

/** A reporter for scripts/test.ts: the counts of each file, as JSON. */
export default async function* counts(source: AsyncIterable<TestEvent>) {
  const files: Record<string, FileCounts> = {}
  for await (const event of source) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { skip, details, file = '', nesting } = event.data
    const of = (files[file] ??= { passed: 0, failed: 0, skipped: 0, ms: 0 })
    if (nesting === 0) of.ms += details.duration_ms
    // A describe block or a file is no test of its own, unless it fails by itself.
    if (details.type === 'suite' && event.type === 'test:pass') continue
    if (skip !== undefined && skip !== false) of.skipped++
    else if (event.type === 'test:pass') of.passed++
    else of.failed++
  }
  yield JSON.stringify(files)
}
