import type { TestEvent } from 'node:test/reporters'

export type TestOutcome = 'passed' | 'failed' | 'skipped'
/** One test: its file, the sentences above it with its own as the last, and what became of it. */
export type OneTest = { file: string; names: string[]; outcome: TestOutcome }

/** A reporter: every test by its name, as JSON. */
export default async function* eachTest(source: AsyncIterable<TestEvent>) {
  const tests: OneTest[] = []
  // Of each file where it is: events of a file come in the order in which its tests were declared.
  const places = new Map<string, string[]>()
  for await (const event of source) {
    if (event.type !== 'test:start' && event.type !== 'test:pass' && event.type !== 'test:fail')
      continue
    const { name, nesting, file = '' } = event.data
    const names = [...(places.get(file) ?? []).slice(0, nesting), name]
    places.set(file, names)
    if (event.type === 'test:start') continue
    const { skip, details } = event.data
    // A describe block or a file is no test of its own, unless it fails by itself.
    if (details.type === 'suite' && event.type === 'test:pass') continue
    const skipped = skip !== undefined && skip !== false
    tests.push({
      file,
      names,
      outcome: skipped ? 'skipped' : event.type === 'test:pass' ? 'passed' : 'failed',
    })
  }
  yield JSON.stringify(tests)
}
