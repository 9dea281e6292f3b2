import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { knownScenarios } from './play.ts'
import { lastPassed, verdictCell, withVerdict } from './record.ts'

const PAGE = `| № | What happens | Passed |
|---|---|---|
| 1 | first | 2026-11-30 |
| 3 | third | 2026-11-24 |
`

describe('docs/reliability.md', () => {
  test('says since when all scenarios have passed, or which have not', () => {
    assert.equal(lastPassed(PAGE), 'All passed since 2026-11-24')
    assert.equal(lastPassed(withVerdict(PAGE, 3, 'slow; 2026-12-01')), 'Not passed: 3')
    const page = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8')
    assert.match(lastPassed(page), /^(?:All passed since \d{4}-|Not passed: \d)/u)
  })

  test('has a row of each scenario', async () => {
    const page = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8')
    for (const { scenario } of await knownScenarios()) withVerdict(page, scenario.number, 'passed')
  })

  test('gets a new verdict in a row that is there', () => {
    const found = { figures: { orders: 3 }, broken: ['one | was lost\nat …'], slow: [] }
    const verdict = verdictCell([{ engine: 'embedded', found }], '2026-12-01')
    assert.equal(verdict, 'embedded broken: one \\| was lost; 2026-12-01')
    const passed = { engine: 'postgres', found: { ...found, broken: [] } } as const
    assert.equal(verdictCell([passed], '2026-12-01'), '2026-12-01')
    assert.equal(withVerdict(PAGE, 3, 'passed'), PAGE.replace('2026-11-24', 'passed'))
    const again = withVerdict(withVerdict(PAGE, 3, verdict), 3, 'passed')
    assert.equal(again, withVerdict(PAGE, 3, 'passed'))
    assert.throws(() => withVerdict(PAGE, 2, 'passed'), /has no row 2/u)
  })
})
