import type { TestEvent } from 'node:test/reporters'

/** The numbers of passed, failed and skipped tests of one file, and their duration (ms). */
export type FileCounts = { passed: number; failed: number; skipped: number; ms: number }

const none = (): FileCounts => ({ passed: 0, failed: 0, skipped: 0, ms: 0 })

const failureOf = (details: object) =>
  'error' in details && details.error instanceof Error && 'failureType' in details.error
    ? details.error.failureType
    : null

/** A reporter for scripts/test.ts: the counts of each file, as JSON. */
export default async function* counts(source: AsyncIterable<TestEvent>) {
  const files: Record<string, FileCounts> = {}
  let current = none()
  for await (const event of source) {
    // The runner fails the process for such an error, but no test: without this line the reason is not printed.
    if (event.type === 'test:diagnostic' && event.data.message.includes('after the test ended'))
      process.stderr.write(`\n✖ ${event.data.message}\n`)
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { skip, details, name, file = '', nesting } = event.data
    const isSuite = details.type === 'suite'
    // A describe block or a file does not count as a test, unless it fails by itself.
    const byTests = isSuite && failureOf(details) === 'subtestsFailed'
    if (skip !== undefined && skip !== false) current.skipped++
    else if (event.type === 'test:fail') current.failed += byTests ? 0 : 1
    else if (!isSuite) current.passed++
    // The tests of a suite are reported before the suite; a suite of test-worker.ts is a whole file.
    if (nesting > 0) continue
    const of = (files[name.endsWith('.test.ts') ? name : file] ??= none())
    of.passed += current.passed
    of.failed += current.failed
    of.skipped += current.skipped
    of.ms += details.duration_ms
    current = none()
  }
  yield JSON.stringify(files)
}
