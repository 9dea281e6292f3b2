import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { lastWhole, rowOf, withLastWhole, withRow } from './record.ts'

const PAGE = `The last whole run that passed: never.

| № | What happens |
|---|---|
| 1 | old |
| 3 | third |
`
const scenario = { number: 2, title: 'a | b', pass: 'always' }

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

  test('gets a new row in its place, and an old one written over', () => {
    const found = { figures: { orders: 3 }, broken: ['one was lost\nat …'], slow: [] }
    const row = rowOf(scenario, [{ engine: 'embedded', found }], '2026-12-01')
    const cells = ['2 | a \\| b | always', 'embedded: orders 3']
    cells.push('embedded broken: one was lost 2026-12-01')
    assert.equal(row, `| ${cells.join(' | ')} |`)
    const lines = withRow(PAGE, 2, row).split('\n')
    assert.deepEqual(lines.slice(4, 7), ['| 1 | old |', row, '| 3 | third |'])
    assert.equal(withRow(withRow(PAGE, 2, row), 2, '| 2 | new |').split('\n')[5], '| 2 | new |')
  })
})
