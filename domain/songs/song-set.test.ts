import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../refusal.ts'
import {
  checkSet,
  joinBefore,
  setAdvice,
  setLength,
  setLengthWords,
  shortLength,
  songsOfSet,
} from './song-set.ts'
import type { SetItem } from './song-set.ts'

const song = (songId: string): SetItem => ({ kind: 'song', songId })
const note = (text: string): SetItem => ({ kind: 'note', text })
const pause = (minutes: number): SetItem => ({ kind: 'break', minutes })
const asked = (items: readonly SetItem[], more: object = {}) =>
  checkSet({ title: 'Вечер', targetMinutes: null, items, ...more })
const refused = (field: string, words: RegExp) => (error: unknown) =>
  error instanceof Refusal && words.test(error.fields?.[field] ?? '')

describe('A set', () => {
  test('is kept tidied', () => {
    const items = [song('a'), note('  Поблагодарить \n бар '), pause(15)]
    assert.deepEqual(asked(items, { title: ' Первый  сет ', targetMinutes: 90 }), {
      title: 'Первый сет',
      targetMinutes: 90,
      items: [song('a'), note('Поблагодарить бар'), pause(15)],
    })
  })

  test('says at its field what is wrong with it', () => {
    assert.throws(() => asked([], { title: ' ' }), refused('title', /Назовите/u))
    assert.throws(() => asked([], { title: 'я'.repeat(81) }), refused('title', /80/u))
    assert.throws(() => asked([], { targetMinutes: 601 }), refused('targetMinutes', /600/u))
    assert.throws(() => asked([pause(4)]), refused('items', /от 5 до 60/u))
    assert.throws(() => asked([note('я'.repeat(141))]), refused('items', /140/u))
    assert.throws(() => asked([note(' ')]), refused('items', /Напишите/u))
    assert.throws(() => asked([song('a'), song('a')]), refused('items', /дважды/u))
    const many = Array.from({ length: 201 }, (_, at) => song(String(at)))
    assert.throws(() => asked(many), refused('items', /200/u))
  })

  test('lasts as long as its songs, four minutes where none is noted, and its breaks', () => {
    const items = [song('a'), pause(15), song('b'), note('слова'), song('c'), pause(10)]
    const noted = new Map([['a', 200]])
    assert.deepEqual(
      setLength(items, (id) => noted.get(id)),
      { songs: 3, seconds: 200 + 2 * 240, estimated: 2, breakMinutes: 25 },
    )
  })

  test('says its length in words, and how it stands to what was meant', () => {
    const length = { songs: 12, seconds: 3125, estimated: 3, breakMinutes: 25 }
    const NBSP = /\u00A0/gu
    const plain = (words: string | null) => words?.replaceAll(NBSP, ' ')
    assert.equal(
      plain(setLengthWords(length)),
      '12 песен, 52 минуты · перерывы 25 минут · без длины 3: считаем по 4 минуты',
    )
    assert.equal(setLengthWords({ ...length, songs: 0 }), 'Песен пока нет')
    const short = (minutes: number) => plain(shortLength({ seconds: minutes * 60 }))
    assert.deepEqual([58, 60, 94, 125].map(short), ['58 мин', '1 ч', '1 ч 34', '2 ч 05'])
  })

  test('says what stands against its goal, and which neighbours are in one key', () => {
    const keys: Record<string, string> = { a: 'Am', b: 'ля минор', c: 'am', d: 'Em', e: '' }
    const advice = (typed: string, targetMinutes: number | null) => {
      const items = Array.from(typed, (id) =>
        id === '|' ? pause(10) : id === '.' ? note('x') : song(id),
      )
      const length = setLength(items, () => 300)
      return setAdvice({ items, targetMinutes }, length, (id) => keys[id]).replaceAll('\u00A0', ' ')
    }
    assert.equal(advice('adbd', 60), 'цель 60 мин, соседних песен в одной тональности нет')
    assert.equal(advice('ab', 6), 'цель 6 мин, на 4 мин больше, в одной тональности подряд: 1 и 2')
    assert.equal(advice('da.bcdd', null), 'в одной тональности подряд: 2, 3 и 4; 5 и 6')
    assert.equal(advice('a|bec', null), '')
    assert.equal(advice('a', null), '')
  })

  test('puts its notes and breaks before the song that follows them', () => {
    const items = [note('начало'), song('a'), pause(50), note('и'), pause(30), song('b'), note('x')]
    assert.deepEqual(songsOfSet(items), [
      { songId: 'a', before: { note: 'начало', breakMinutes: 0 } },
      { songId: 'b', before: { note: 'и', breakMinutes: 60 } },
    ])
  })

  test('adds to what stands before a song, and says nothing twice', () => {
    const before = joinBefore({ note: 'раз', breakMinutes: 5 }, { note: 'два', breakMinutes: 10 })
    assert.deepEqual(before, { note: 'раз\nдва', breakMinutes: 15 })
    assert.equal(joinBefore(before, { note: 'раз\nдва', breakMinutes: 0 }).note, 'раз\nдва')
  })
})
