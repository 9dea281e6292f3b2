import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  KEY_SHIFT_MOST,
  keyShiftWords,
  ownSingingWords,
  singersWords,
  sungWords,
} from './singing.ts'

test('a key is told in tones, up or down, and the song’s own one not at all', () => {
  const told = [0, 1, 2, -3, 5, KEY_SHIFT_MOST, -KEY_SHIFT_MOST].map(keyShiftWords)
  assert.deepEqual(told, [
    null,
    'на полтона выше',
    'на тон выше',
    'на полтора тона ниже',
    'на два с половиной тона выше',
    'на три тона выше',
    'на три тона ниже',
  ])
})

test('who sings is told by the names that may be known', () => {
  const words = (names: string[], keyShift = 0, held?: true) =>
    singersWords({ names, keyShift, ...(held && { held }) })
  assert.equal(words(['Аня']), 'Поёт Аня')
  assert.equal(words(['Аня', 'Олег'], 2), 'Поют Аня и Олег, на тон выше')
  assert.equal(words(['Аня', 'Олег', 'Вера']), 'Поют Аня, Олег и Вера')
  assert.equal(words([]), 'Поёт гость')
  assert.equal(words([], -1, true), 'Поёт: скрыто, на полтона ниже')
  assert.equal(words(['Аня'], 0, true), 'Поёт Аня, скрыто')
  assert.equal(sungWords({ names: ['Аня', 'Олег'], keyShift: 0 }), 'На сцене: Аня и Олег')
  assert.equal(sungWords({ names: [], keyShift: 2 }), 'На сцене: гость, на тон выше')
  assert.equal(ownSingingWords({ with: '', keyShift: 0 }), 'Вы поёте')
  assert.equal(
    ownSingingWords({ with: 'Олег', keyShift: -2 }),
    'Вы поёте, вместе: Олег, на тон ниже',
  )
})
