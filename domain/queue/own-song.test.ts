import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkNote,
  FOR_WHOM_MAX,
  joinNotes,
  NO_NOTE,
  noteWords,
  tableIn,
  tableNumber,
  tableWords,
} from './own-song.ts'
import { Refusal } from '../refusal.ts'

test('a note is tidied, may stay empty, and is no longer than a name and a table', () => {
  assert.deepEqual(checkNote({ forWhom: '  Аня ', inCash: true }), {
    forWhom: 'Аня',
    inCash: true,
    cash: 0,
  })
  assert.deepEqual(checkNote({ ...NO_NOTE, cash: 50_000 }), {
    forWhom: '',
    inCash: true,
    cash: 50_000,
  })
  assert.throws(
    () => checkNote({ forWhom: 'я'.repeat(FOR_WHOM_MAX + 1), inCash: false }),
    (error) => error instanceof Refusal && error.fields?.['forWhom'] !== undefined,
  )
})

test('a song that is added twice keeps what was noted of it', () => {
  const first = { forWhom: 'Аня', inCash: true, cash: 50_000 }
  assert.deepEqual(joinNotes(first, NO_NOTE), first)
  assert.deepEqual(joinNotes(first, { forWhom: 'стол 7', inCash: true, cash: 20_000 }), {
    forWhom: 'стол 7',
    inCash: true,
    cash: 70_000,
  })
})

test('a note says for whom a song is, and how much it was paid in cash', () => {
  assert.equal(noteWords(NO_NOTE), null)
  assert.equal(noteWords({ forWhom: '', inCash: true }), 'Наличными')
  assert.equal(noteWords({ forWhom: 'Аня, стол 7', inCash: false }), 'Для: Аня, стол 7')
  assert.equal(noteWords({ forWhom: 'Аня', inCash: true }), 'Для: Аня · наличными')
  assert.match(
    noteWords({ forWhom: 'Аня', inCash: true, cash: 100_000 }) ?? '',
    /^Для: Аня · 1\s000\s₽ наличными$/u,
  )
})

test('a note names a table in the ways that people write it', () => {
  for (const note of ['стол 7', 'Аня, столик №7', 'СТОЛ7', 'для стола 7', '7', '№ 7', 'стол 07'])
    assert.equal(tableIn(note), 7, note)
  for (const note of ['', 'Аня', 'престол 7', 'стол 7000', '500 рублей', 'стол', '0'])
    assert.equal(tableIn(note), null, note)
})

test('a code names a table by a number of up to three digits', () => {
  assert.deepEqual(['7', '999', '0', '-7', '7a', '1000', '', null].map(tableNumber), [
    7,
    999,
    ...Array<null>(6).fill(null),
  ])
  assert.equal(tableWords([7]), 'Стол 7')
  assert.equal(tableWords([7, 12]), 'Столы 7, 12')
})
