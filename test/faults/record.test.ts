import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { lastWhole, verdictCell, withLastWhole, withVerdict } from './record.ts'

const PAGE = `The last whole run that passed: never.

| № | What happens |
|---|---|
| 1 | old |
| 3 | third |
`

describe('docs/reliability.md', () => {
  test('says when all scenarios passed in one run, and is told of the next one', () => {
    const later = withLastWhole(PAGE, '2026-12-01, commit abc, 50 plays')
    assert.equal(
      lastWhole(later),
      'The last whole run that passed: 2026-12-01, commit abc, 50 plays.',
    )
    assert.throws(() => lastWhole('another page'), /has lost the line/u)
  })

  test('has that line', () => {
    assert.match(
      lastWhole(readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8')),
      /\.$/u,
    )
  })

  test('gets a new verdict in a row that is there', () => {
    const found = { figures: { orders: 3 }, broken: ['one | was lost\nat …'], slow: [] }
    const verdict = verdictCell([{ engine: 'embedded', found }], '2026-12-01')
    assert.equal(verdict, 'embedded broken: one \\| was lost 2026-12-01')
    const passed = { engine: 'postgres', found: { ...found, broken: [] } } as const
    assert.equal(verdictCell([passed], '2026-12-01'), 'passed 2026-12-01')
    assert.equal(withVerdict(PAGE, 3, 'passed'), PAGE.replace('| 3 | third |', '| 3 | passed |'))
    const again = withVerdict(withVerdict(PAGE, 3, verdict), 3, 'passed')
    assert.equal(again, withVerdict(PAGE, 3, 'passed'))
    assert.throws(() => withVerdict(PAGE, 2, 'passed'), /has no row 2/u)
  })
})
