import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { foldSong, songKey, wordsOf } from './song-text.ts'

test('letter case, ё, punctuation and dashes do not tell songs apart', () => {
  const spellings = [
    'Ещё — не вечер!',
    'еще не вечер',
    ' ЕЩЁ,НЕ…ВЕЧЕР ',
    'Еще\u0308 – «не» (вечер)',
  ]
  for (const text of spellings) assert.equal(foldSong(text), 'еще не вечер')
})

test('й stays a letter of its own, however it was typed', () => {
  assert.equal(foldSong('Мой РОЙ'), 'мой рой')
  assert.equal(foldSong('Мои\u0306'), 'мой')
  assert.notEqual(foldSong('мой'), foldSong('мои'))
})

test('diacritics come off, and letters that only look marked become plain', () => {
  assert.equal(foldSong('Mötley Crüe'), 'motley crue')
  assert.equal(foldSong('Sigur Rós — Sæglópur'), 'sigur ros saeglopur')
  assert.equal(foldSong('BØRNS, Łzy, Straße'), 'borns lzy strasse')
})

test('digits and letters of any script stay, with the marks that their words need', () => {
  assert.equal(foldSong('7 000 000 000'), '7 000 000 000')
  assert.equal(foldSong('夜に駆ける'), '夜に駆ける')
  assert.equal(foldSong('강남스타일'), '강남스타일')
  assert.equal(foldSong('तुम ही हो'), 'तुम ही हो')
  assert.equal(foldSong('Ёлка №1, Ⅷ'), 'елка no1 viii')
})

test('emoji and what nobody sees leave no trace', () => {
  assert.equal(foldSong('Кук\u00ADушка ❤️🎸'), 'кукушка')
  assert.equal(foldSong('❤️'), '')
})

test('folding twice is folding once, and leaves single spaces between words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', size: 'large' }), (text) => {
      const folded = foldSong(text)
      assert.equal(foldSong(folded), folded)
      assert.match(folded, /^(?:[\p{L}\p{M}\p{N}]+(?: [\p{L}\p{M}\p{N}]+)*)?$/u)
    }),
    { numRuns: 300 },
  )
})

test('the words of a text come once each, in order', () => {
  assert.deepEqual(wordsOf('Ля-ля, ЛЯ! Фа'), ['ля', 'фа'])
  assert.deepEqual(wordsOf(' … '), [])
})

test('one song typed in two ways has one key', () => {
  assert.equal(songKey('Чёрный кот', 'Браво'), songKey('ЧЕРНЫЙ КОТ!', ' браво '))
})

test('another performer, another title, or words on the other side give another key', () => {
  const keys = [
    songKey('Кукушка', 'Кино'),
    songKey('Кукушка', 'Полина Гагарина'),
    songKey('Кукушка Кино', ''),
    songKey('', 'Кукушка Кино'),
    songKey('Кино', 'Кукушка'),
  ]
  assert.equal(new Set(keys).size, keys.length)
})

test('names made of signs alone keep their own keys', () => {
  const keys = [songKey('???', ''), songKey('!!!', ''), songKey('!', '!!'), songKey('!!', '!')]
  assert.equal(new Set(keys).size, keys.length)
  assert.equal(songKey(' ???  ! ', ''), songKey('??? !', ''))
})
