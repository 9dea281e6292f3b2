import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lengthNote } from './format.ts'

test('a text that is too long says by how much, beside its error too; one that nearly is says how much is left', () => {
  const note = (length: number, error?: string) =>
    lengthNote('я'.repeat(length), 140, { error, help: 'Посвящение' })
  assert.deepEqual(note(100), { error: undefined, help: 'Посвящение' })
  assert.deepEqual(note(133), { error: undefined, help: 'Осталось знаков: 7' })
  assert.deepEqual(note(195), { error: 'Лишних символов: 55' })
  const refused = 'Слова — не длиннее 140 символов'
  assert.deepEqual(note(195, refused), { error: `${refused}. Лишних символов: 55` })
})
