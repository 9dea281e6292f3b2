import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../refusal.ts'
import { admitByWord, admitGuest, checkCodeWord } from './code-word.ts'

const refused = (code: string, field?: string) => (error: unknown) =>
  error instanceof Refusal &&
  error.code === code &&
  (field === undefined || !!error.fields?.[field])

test('a code word has four to eight signs, and a blank one is none', () => {
  assert.equal(checkCodeWord(' Горько! '), 'Горько!')
  assert.equal(checkCodeWord('  '), null)
  assert.equal(checkCodeWord(null), null)
  for (const word of ['три', 'девятьзнак'])
    assert.throws(() => checkCodeWord(word), refused('VALIDATION', 'codeWord'), word)
})

test('letter case, spaces and ё make no difference to whoever types it', () => {
  for (const typed of ['горько!', ' ГОРЬКО ! ']) admitByWord(typed, 'Горько!')
  admitByWord('елка', 'Ёлка')
  for (const typed of ['', 'горько', 'сладко'])
    assert.throws(() => admitByWord(typed, 'Горько!'), refused('VALIDATION', 'word'), typed)
})

test('who has no pass, or that of an older word, stays outside', () => {
  admitGuest(null, undefined)
  admitGuest('a', 'a')
  for (const given of [undefined, '', 'b'])
    assert.throws(() => admitGuest('a', given), refused('SESSION_NOT_OPEN'))
})
