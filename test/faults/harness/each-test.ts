import type { TestEvent } from 'node:test/reporters'

export type TestOutcome = 'passed' | 'failed' | 'skipped'
/** One test: its file, the names of the blocks around it with its own last, and its outcome. */
export type OneTest = { file: string; names: string[]; outcome: TestOutcome }

/** A reporter: writes every test by its name, as JSON. */
export default async function* eachTest(source: AsyncIterable<TestEvent>) {
  const tests: OneTest[] = []
  // Current names by file: the events of a file come in the order in which its tests were declared.
  const places = new Map<string, string[]>()
  for await (const event of source) {
    if (event.type !== 'test:start' && event.type !== 'test:pass' && event.type !== 'test:fail')
      continue
    const { name, nesting, file = '' } = event.data
    const names = [...(places.get(file) ?? []).slice(0, nesting), name]
    places.set(file, names)
    if (event.type === 'test:start') continue
    const { skip, details } = event.data
    // A describe block or a file is not a test itself, unless it fails by itself.
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
