import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDeedWords, mayDo, ROLES } from './operators.ts'
import type { Duty } from './operators.ts'

test('each role does its own, an administrator all, a musician nothing', () => {
  const matrix = (['support', 'moderator', 'cashier', 'admin'] satisfies Duty[]).map((duty) =>
    ROLES.filter((role) => mayDo(role, duty)),
  )
  assert.deepEqual(matrix, [
    ['SUPPORT', 'MODERATOR', 'CASHIER', 'ADMIN'],
    ['MODERATOR', 'ADMIN'],
    ['CASHIER', 'ADMIN'],
    ['ADMIN'],
  ])
})

test('a deed needs words', () => {
  assert.equal(checkDeedWords('  взял деньги и ушёл '), 'взял деньги и ушёл')
  for (const wrong of ['', ' \u3164', 'я'.repeat(301)])
    assert.throws(() => checkDeedWords(wrong), { code: 'VALIDATION' })
})
