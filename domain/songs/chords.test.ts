import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import type { ChordStyle } from './chords.ts'
import { hasFlats, isChord, keyOf, shiftKey, styleOf, transposeChord, writeKey } from './chords.ts'

/** Returns the chords of a text `by` semitones higher; the first of them is its key. */
function moved(by: number, ...chords: string[]): string[] {
  const style = styleOf(chords)
  const key = keyOf(chords[0] ?? '', style)
  const flats = key !== null && hasFlats(shiftKey(key, by))
  return chords.map((chord) => transposeChord(chord, by, { flats, style }))
}

describe('a chord by two semitones', () => {
  const up = (chord: string) => transposeChord(chord, 2, { flats: false, style: styleOf([chord]) })
  const cases: readonly (readonly [before: string, after: string])[] = [
    ['C', 'D'],
    ['Am', 'Bm'],
    ['Hm7', 'C#m7'],
    ['H', 'C#'],
    ['B♭', 'C'],
    ['Bb', 'C'],
    ['F#m7b5', 'G#m7b5'],
    ['C/G', 'D/A'],
    ['D/F#', 'E/G#'],
    ['Asus4', 'Bsus4'],
    ['Esus2', 'F#sus2'],
    ['Cadd9', 'Dadd9'],
    ['G7(b9)', 'A7(b9)'],
    ['G7#5', 'A7#5'],
    ['Em7/9', 'F#m7/9'],
    ['C6/9/G', 'D6/9/A'],
    ['A°', 'B°'],
    ['Edim', 'F#dim'],
    ['G#dim7', 'A#dim7'],
    ['Caug', 'Daug'],
    ['C+', 'D+'],
    ['Am(maj7)', 'Bm(maj7)'],
    ['Cmaj7', 'Dmaj7'],
    ['CM7', 'DM7'],
    ['CΔ', 'DΔ'],
    ['Hø', 'C#ø'],
    ['Am7-5', 'Bm7-5'],
    ['(Dm)', '(Em)'],
    ['Fis', 'G#'],
    ['Cism', 'D#m'],
    ['Em/D', 'F#m/E'],
    ['F♯m', 'G♯m'],
    ['em', 'f#m'],
    // Typed in the Russian layout.
    ['Ам', 'Bm'],
    ['Нм', 'C#m'],
    ['Ем7', 'F#m7'],
    ['С#м', 'D#m'],
    ['Вb', 'C'],
  ]
  for (const [before, after] of cases)
    test(`${before} is ${after}`, () => assert.equal(up(before), after))

  for (const kept of ['N.C.', 'NC', 'x2', '%', '-', '|', '', '*Rit.', 'Припев', 'Chorus', 'Bridge'])
    test(`${kept} stays`, () => assert.equal(up(kept), kept))
})

describe('a text of chords', () => {
  test('in a key with flats has flats, with sharps sharps', () => {
    assert.deepEqual(moved(1, 'E', 'A', 'B', 'C#m'), ['F', 'Bb', 'C', 'Dm'])
    assert.deepEqual(moved(3, 'Am', 'F', 'G', 'E7'), ['Cm', 'Ab', 'Bb', 'G7'])
    assert.deepEqual(moved(4, 'C', 'G/B', 'Am'), ['E', 'B/D#', 'C#m'])
    assert.deepEqual(moved(-1, 'Dm', 'B♭', 'F'), ['C♯m', 'A', 'E'])
  })

  test('with an H reads a bare B as B♭, and writes both in its own way', () => {
    assert.deepEqual(moved(2, 'Am', 'H7', 'B', 'F/H'), ['Hm', 'C#7', 'C', 'G/C#'])
    assert.deepEqual(moved(-1, 'H', 'E', 'F#'), ['Bb', 'Eb', 'F'])
    assert.deepEqual(moved(-1, 'H', 'B', 'F#'), ['B', 'A', 'F'])
    assert.deepEqual(moved(1, 'B', 'E'), ['C', 'F'], 'without an H a B is a B')
  })

  test('moved by nothing or by an octave stays as it is written', () => {
    assert.deepEqual(moved(0, 'Ам', 'B♭', 'Fis'), ['Ам', 'B♭', 'Fis'])
    assert.deepEqual(moved(12, 'Ам', 'B♭'), ['Ам', 'B♭'])
  })

  test('there and back has the same notes', () => {
    const chord = fc
      .tuple(
        fc.constantFrom('C', 'C#', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'),
        fc.constantFrom('', 'm', 'm7', '7', 'sus4', 'maj7', 'dim', '6/9'),
        fc.constantFrom('', '/G', '/Eb', '/F#'),
      )
      .map((parts) => parts.join(''))
    const sharp = { h: false, flatB: 'Bb', signs: false } satisfies ChordStyle
    const up = (symbol: string, by: number) =>
      transposeChord(symbol, by, { flats: false, style: sharp })
    fc.assert(
      fc.property(chord, fc.integer({ min: -11, max: 11 }), (symbol, by) => {
        assert.equal(up(up(symbol, by), 1 - by), up(symbol, 1))
      }),
    )
  })
})

test('keys have names of their own', () => {
  const style = styleOf([])
  const named = (name: string, by: number) => {
    const key = keyOf(name)
    return key && writeKey(shiftKey(key, by), style)
  }
  assert.deepEqual(
    [named('Am', 3), named('C', 3), named('F#m', -2), named('G', -1), named('песня', 1)],
    ['Cm', 'Eb', 'Em', 'F#', null],
  )
  assert.equal(isChord('Am7/G'), true)
  assert.equal(isChord('Амфибия'), false)
})
