import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schemaOf } from './check-schema.ts'

const column = { table: 'pad_log', required: true, hasDefault: false, counts: false }
const columns = [
  { ...column, name: 'id', type: 'bigint', counts: true },
  { ...column, name: 'done_at', type: 'timestamp with time zone', required: false },
  { ...column, name: 'action', type: 'text', hasDefault: true },
]

test('a table has the names of the code, and the types of the database unless they are narrowed', () => {
  const text = schemaOf(columns, ['padLog.action'])
  const lines = [
    '  padLog: {',
    '    id: GeneratedAlways<number>',
    '    doneAt: Date | null',
    "    action: Generated<Narrowed['padLog.action']>",
    '  }',
  ]
  assert.ok(text.includes(`${lines.join('\n')}\n`), text)
})

test('no column is narrowed that is not there, and none has a type that nobody reads', () => {
  assert.throws(() => schemaOf(columns, ['padLog.gone']), /no column padLog\.gone/u)
  assert.throws(() => schemaOf([{ ...column, name: 'x', type: 'point' }], []), /no type for point/u)
})
