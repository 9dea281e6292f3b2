import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLedgerArguments } from './ledger-arguments.ts'

test('each command is read with what follows it', () => {
  assert.deepEqual(readLedgerArguments(['audit']), { verb: 'audit', about: '', day: '' })
  assert.deepEqual(readLedgerArguments(['payment', '7']), { verb: 'payment', about: '7', day: '' })
  assert.deepEqual(readLedgerArguments(['registry', 'file.csv', '2026-02-03']), {
    verb: 'registry',
    about: 'file.csv',
    day: '2026-02-03',
  })
})

test('a command that says too little, too much or no day is none', () => {
  for (const args of [
    [],
    ['balance'],
    ['audit', 'now'],
    ['registry'],
    ['registry', 'file.csv'],
    ['registry', 'file.csv', 'yesterday'],
    ['registry', 'file.csv', '2026-02-30'],
    ['registry', 'file.csv', '2026-02-03', 'too'],
    ['payment'],
    ['payments', 'lada'],
    ['payments', 'lada', '2026-02-30'],
  ])
    assert.equal(readLedgerArguments(args), null, args.join(' '))
})
