import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { TestOutcome } from './harness/each-test.ts'
import { contradictions, differencesOf, writtenDifferences } from './harness/same-suite.ts'

const PAGE = `
| Test | PGlite | PostgreSQL |
|---|---|---|
| \`test/api/live.test.ts\` «two processes» | absent | passed |
`
const SAME: [string, TestOutcome][] = [['test/api/live.test.ts › a hall › sees an order', 'passed']]
const found = (embedded: [string, TestOutcome][], postgres: [string, TestOutcome][]) =>
  contradictions(
    differencesOf(new Map([...SAME, ...embedded]), new Map([...SAME, ...postgres])),
    writtenDifferences(PAGE),
  )

describe('two runs of one suite', () => {
  const written: [string, TestOutcome] = ['test/api/live.test.ts › two processes', 'passed']

  test('agree where they differ in what the page says, and in all of it', () => {
    assert.deepEqual(found([], [written]), [])
  })

  test('contradict a page that does not know a difference', () => {
    const [fault = '', ...more] = found([['test/api/a.test.ts › b › c', 'skipped']], [written])
    assert.match(fault, /no page says so: `test\/api\/a\.test\.ts` «c»: skipped \| absent$/u)
    assert.deepEqual(more, [])
  })

  test('contradict a page whose difference is gone, or another one', () => {
    assert.match(found([written], [written]).join(), /is written and not so/u)
    assert.equal(found([['test/api/live.test.ts › two processes', 'failed']], [written]).length, 2)
  })

  test('have a list in docs/reliability.md', () => {
    const page = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8')
    assert.ok(writtenDifferences(page).length > 0)
  })
})
