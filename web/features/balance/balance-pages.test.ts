import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BalanceEntry } from '#contract/payout.ts'
import { continued, renewed } from './use-balance.ts'

const lines = (letters: string, cursor: string | null) => ({
  entries: Array.from(letters, (id) => ({ id }) as BalanceEntry),
  cursor,
})
const ids = ({ entries }: { entries: readonly BalanceEntry[] }) =>
  entries.map(({ id }) => id).join('')

test('a new line comes on top, and what was read below stays', () => {
  const after = renewed(lines('cbazyx', 'w'), lines('dcb', 'a'))
  assert.equal(ids(after), 'dcbazyx')
  assert.equal(after.cursor, 'w')
})

test('a line that is no more leaves the first page', () => {
  assert.equal(ids(renewed(lines('dcba', null), lines('dba', null))), 'dba')
})

test('a line that the new first page has no room for stays below it', () => {
  const after = renewed(lines('cba', 'z'), lines('dcb', 'a'))
  assert.equal(ids(after), 'dcba')
  assert.equal(after.cursor, 'z')
})

test('pages that no longer touch leave no gap behind', () => {
  const after = renewed(lines('cba', 'z'), lines('hgf', 'e'))
  assert.equal(ids(after), 'hgf')
  assert.equal(after.cursor, 'e')
})

test('the first page of an empty balance is empty', () => {
  assert.equal(ids(renewed(lines('', null), lines('', null))), '')
})

test('older lines follow, none of them twice', () => {
  const after = continued(lines('dcb', 'a'), lines('ba', null))
  assert.equal(ids(after), 'dcba')
  assert.equal(after.cursor, null)
})
