import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../refusal.ts'
import {
  admitByWord,
  admitGuest,
  admitTry,
  checkCodeWord,
  WRONG_WORDS,
  wrongWordsText,
} from './code-word.ts'
import { offeredWords } from './offered-words.ts'

const refused = (code: string, field?: string) => (error: unknown) =>
  error instanceof Refusal &&
  error.code === code &&
  (field === undefined || !!error.fields?.[field])

test('a code word has five signs at least and not only digits, two words are one, and a blank one is none', () => {
  assert.equal(checkCodeWord(' Горько! '), 'Горько!')
  assert.equal(checkCodeWord('тихий жираф'), 'тихий жираф')
  assert.equal(checkCodeWord('  '), null)
  assert.equal(checkCodeWord(null), null)
  for (const word of ['четы', '12345', '20 27 20', 'двадцать пять знаков здесь'])
    assert.throws(() => checkCodeWord(word), refused('VALIDATION', 'codeWord'), word)
})

test('the words that are offered are a code word, and thousands of them', () => {
  const all = new Set<string>()
  for (let first = 0; first < 200; first += 1)
    for (let second = 0; second < 200; second += 1) {
      const at = [first, second]
      all.add(offeredWords((below) => Math.min(at.shift() ?? 0, below - 1)))
    }
  assert.ok(all.size > 7000, `${all.size}`)
  for (const words of all) assert.equal(checkCodeWord(words), words)
})

test('the artist is told of the hundredth wrong word, and after three hundred his word opens nothing', () => {
  assert.equal(wrongWordsText(WRONG_WORDS.told - 1), null)
  assert.match(wrongWordsText(WRONG_WORDS.told) ?? '', /100 раз.*задайте другое/u)
  assert.match(wrongWordsText(WRONG_WORDS.most + 5) ?? '', /300 раз, и оно больше не действует/u)
  admitTry(WRONG_WORDS.most)
  assert.throws(() => admitTry(WRONG_WORDS.most + 1), refused('VALIDATION', 'word'))
})

test('letter case, spaces, punctuation and ё make no difference to whoever types it', () => {
  for (const typed of ['горько!', ' ГОРЬКО ! ', 'горько']) admitByWord(typed, 'Горько!')
  admitByWord('елка', 'Ёлка')
  admitByWord('ёжик'.normalize('NFD'), 'Ёжик')
  admitByWord('ＢＩＳ１', 'bis1')
  for (const typed of ['', '!', 'горло', 'сладко'])
    assert.throws(() => admitByWord(typed, 'Горько!'), refused('VALIDATION', 'word'), typed)
})

test('who has no pass, or that of an older word, stays outside', () => {
  admitGuest(null, undefined)
  admitGuest('a', 'a')
  for (const given of [undefined, '', 'b'])
    assert.throws(() => admitGuest('a', given), refused('SESSION_NOT_OPEN'))
})
