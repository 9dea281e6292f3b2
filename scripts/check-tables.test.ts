import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { foreignTables } from './check-tables.ts'
import { OWNERS } from './table-owners.ts'

describe('a table of another module', () => {
  for (const statement of [
    "sql.updateTable('thanks').set({ title })",
    "sql.insertInto('thanks').values(row)",
    "sql\n    .deleteFrom('thanks')",
    'raw`update thanks set revision = 0`',
    'raw`insert into thanks (id) values (1)`',
    'raw`with gone as (delete from thanks returning id) select 1`',
  ])
    test(`is never written: ${statement}`, () => {
      assert.deepEqual(foreignTables('server/modules/queue/planted.ts', statement), [
        'server/modules/queue/planted.ts writes thanks, which belongs to thanks',
      ])
    })

  for (const statement of [
    "sql.selectFrom('payouts as p')",
    "rows.leftJoin('payouts', 'payouts.id', 'x.id')",
    'raw`select 1 from songs s join payouts p on true`',
  ])
    test(`is read only where the list says why: ${statement}`, () => {
      const [sentence = ''] = foreignTables('server/modules/songs/planted.ts', statement)
      assert.match(sentence, /reads payouts, which belongs to payouts/u)
    })

  test('is known by its name in code', () => {
    const [sentence = ''] = foreignTables(
      'server/modules/songs/planted.ts',
      "x.using('bankNotices')",
    )
    assert.match(sentence, /reads bank_notices, which belongs to bank-webhooks/u)
  })

  test('is read where the list says why', () => {
    assert.deepEqual(foreignTables('server/modules/queue/planted.ts', 'from artists a'), [])
  })
})

test('a module writes its own tables', () => {
  for (const [table, owner] of Object.entries(OWNERS))
    for (const module of [owner].flat())
      assert.deepEqual(foreignTables(`server/modules/${module}/x.ts`, `delete from ${table}`), [])
})
