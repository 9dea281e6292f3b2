import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../refusal.ts'
import { checkAbout, checkKey, lengthWords, NO_ABOUT, readLength } from './song-about.ts'

test('a key is any that musicians write, and stays as it is written', () => {
  const latin = 'Am,F#,Bb,B♭,H,Hm,c#m,Es-dur,fis-moll,As,E♭ major,A minor,C maj'
  const russian = 'ля минор,до-диез минор,Си бемоль мажор,соль'
  for (const key of `${latin},${russian}`.split(',')) assert.equal(checkKey(key), key)
  assert.equal(checkKey(' Am '), 'Am')
  assert.equal(checkKey(''), '')
  // Typed on a Russian keyboard.
  assert.equal(checkKey('Ам'), 'Am')
  assert.equal(checkKey('Нм'), 'Hm')
})

test('what is no key is refused at its field', () => {
  for (const typed of ['8A', 'I', 'Am7/G', 'да', 'ля-ля', 'Cs', 'A'.repeat(99), '<b>'])
    assert.throws(
      () => checkKey(typed),
      (error) => error instanceof Refusal && error.fields?.['key'] !== undefined,
    )
})

test('a length is minutes with seconds, or seconds', () => {
  assert.deepEqual(['3:45', ' 3.05 ', '225', '30:00', ''].map(readLength), [
    225,
    185,
    225,
    1800,
    null,
  ])
  for (const typed of ['3:75', 'три', '1:02:03', '-5', '3:4'])
    assert.ok(Number.isNaN(readLength(typed)))
  assert.deepEqual([10, 225, 1800].map(lengthWords), ['0:10', '3:45', '30:00'])
})

test('every field that cannot be is named at once', () => {
  const wrong = {
    key: 'Я',
    capo: 12,
    tempo: 19,
    seconds: Number.NaN,
    notes: 'я'.repeat(501),
    musicBy: 'я'.repeat(201),
    wordsBy: 'я'.repeat(201),
  }
  assert.throws(
    () => checkAbout(wrong),
    (error) =>
      error instanceof Refusal &&
      Object.keys(error.fields ?? {}).join() === 'key,capo,tempo,seconds,notes,musicBy,wordsBy',
  )
  const edge = {
    key: 'H',
    capo: 0,
    tempo: 300,
    seconds: 10,
    notes: 'я'.repeat(500),
    musicBy: 'В. Цой',
    wordsBy: 'я'.repeat(200),
  }
  assert.deepEqual(checkAbout(edge), edge)
  assert.deepEqual(checkAbout(NO_ABOUT), NO_ABOUT)
})
