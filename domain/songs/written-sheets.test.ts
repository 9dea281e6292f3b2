import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { songsOfBook } from './other-sheets.ts'
import { playedSheet } from './played-sheet.ts'
import { SHEETS } from './sheets.fixture.ts'
import { readSheet } from './song-text.ts'
import { asChordPro, plainSheet, UNMOVED } from './written-sheets.ts'

const ABOUT = { title: 'Проба', artistName: 'Мы' }

/** Each line with its chords at their places; distances and the kind of brackets aside. */
function placed(text: string, transpose: number): string[] {
  const bare = (piece: string) => piece.replaceAll('[', '(').replaceAll(']', ')')
  const { lines } = playedSheet(readSheet(text), { transpose, capo: null })
  return lines.map((line) => {
    if (line.kind === 'gap') return ''
    if (line.kind === 'note' || line.kind === 'columns' || line.kind === 'grid')
      return `${line.kind} ${line.text.trim()}`
    if (line.kind === 'chords')
      return bare(line.pieces.map((piece) => piece.text).join('')).replaceAll(/\s/gu, '')
    const isSung = line.parts.some(({ words }) => words.trim() !== '')
    const over = (chord: string) => {
      const said = bare(chord).replaceAll(/\s/gu, '')
      return said === '' || !isSung ? said : `<${said}>`
    }
    const all = line.parts.map(({ chord, words }) => over(chord) + bare(words)).join('')
    return isSung ? all.trimEnd().replaceAll('><', '') : all.replaceAll(/\s/gu, '')
  })
}

function keepsChords(text: string): void {
  const written = asChordPro(text, ABOUT)
  for (const by of [0, 2]) assert.deepEqual(placed(written, by), placed(text, by))
  assert.equal(asChordPro(written, ABOUT), written)
  const moved = asChordPro(text, { ...ABOUT, transpose: 2 })
  const isSaid = (line: string) => line !== `note ${UNMOVED}`
  assert.deepEqual(placed(moved, 0).filter(isSaid), placed(text, 2))
}

test('chords over words are written into them, and what is ChordPro stays letter for letter', () => {
  const text = 'Вступление:Am Dm (2 раза)\n\n[Припев]\nAm       F\nТихо в зале\n*Dm   G7!\n'
  assert.equal(
    asChordPro(text, { ...ABOUT, tempo: 96 }),
    '{title: Проба}\n{artist: Мы}\n{tempo: 96}\n[*Вступление:][Am] [Dm] [*(2] [*раза)]\n\n{comment: Припев}\n[Am]Тихо в за[F]ле\n[**][Dm]   [G7][*!]\n',
  )
  const whole =
    '\uFEFF{t: Осень}\r\n{st: ДДТ}\r\n{tempo: 100}\r\n{define: Am base-fret 1}\r\n# Себе\r\n[Am]Раз \\\r\n  [*тише]два\r\n'
  assert.equal(asChordPro(whole, { ...ABOUT, tempo: 96 }), whole.slice(1))
  assert.match(asChordPro('', { title: 'А}{Б\n', artistName: '' }), /^\{title: А Б\}\n$/u)
})

test('a text goes out as it is played: transposed, for the capo of the song, with its key', () => {
  const played = (text: string, about: object) => asChordPro(text, { ...ABOUT, ...about })
  const head = '{title: Проба}\n{artist: Мы}\n'
  assert.equal(
    played('Am       F\nТихо в зале\nтут Dm и там F7', { transpose: 2, key: 'Am' }),
    `${head}{key: Bm}\n[Bm]Тихо в за[G]ле\n{comment: не переложили, сыграйте сами}\nтут Dm и там F7`,
  )
  assert.equal(
    played('{key: Am}\n{capo: 2}\n[Am]Тихо [*тише]в [E7/G#]зале\n{sog}\n| Am . | F . |\n{eog}', {
      transpose: 1,
      capo: 0,
    }),
    `${head}{key: Cm}\n{capo: 0}\n[Cm]Тихо [*тише]в [G7/B]зале\n{sog}\n| Cm . | Ab . |\n{eog}`,
  )
  assert.equal(
    played('[Am]Тихо', { capo: 3, key: 'ля минор' }),
    `${head}{key: F#m}\n{capo: 3}\n[F#m]Тихо`,
  )
  assert.equal(played('[Am]Тихо', { key: 'ля минор' }), `${head}{key: ля минор}\n[Am]Тихо`)
  // A bare B would be read as another note once no H stands beside it.
  assert.equal(played('[H]Раз [B]два', { transpose: -1 }), `${head}[Bb]Раз [A]два`)
})

test('a tablature without its directive gets it, a mark of the artist is kept', () => {
  const text = 'e|--0--|\nB|--1--|\n\n{x_bis: words}\nAm Dm\n{sot}\nG|--0--|\n{eot}'
  assert.equal(
    asChordPro(text, { title: 'А', artistName: '' }),
    '{title: А}\n{start_of_tab}\ne|--0--|\nB|--1--|\n{end_of_tab}\n\n{x_bis: words}\nAm Dm\n{sot}\nG|--0--|\n{eot}',
  )
})

test('no chord loses its place on its way to ChordPro and back', () => {
  for (const text of Object.values(SHEETS).flatMap(songsOfBook)) keepsChords(text)
  const chord = fc.constantFrom('Am', 'F#m7', 'C/G', 'B', 'H7', 'Dsus4', 'Am!', '(x2)', '|', 'Es')
  const gap = fc.constantFrom(' ', '   ', '       ')
  const chords = fc.array(fc.tuple(gap, chord), { minLength: 2, maxLength: 6 })
  const words = fc.constantFrom(
    'Тихо в зале, гаснет свет',
    'Да',
    '',
    'Кто-то спросит [x2] ты',
    ' А',
  )
  const lines = fc.array(
    fc.tuple(chords, words).map(([over, sung]) => `Em${over.flat().join('')}\n${sung}`),
    { maxLength: 5 },
  )
  fc.assert(fc.property(lines, (all) => keepsChords(all.join('\n'))))
})

test('a plain text has its chords over the words, which give way', () => {
  const lines = (text: string) => plainSheet(readSheet(text).lines).split('\n')
  assert.deepEqual(lines('[F#m7]Да, [G]нет: [Am7]све[D]т\n\n{soc}\n[*тише] ля\n{sot}\ne|-0-|'), [
    'F#m7 G    Am7 D',
    'Да,  нет: све-т',
    '',
    'Припев',
    'тише',
    ' ля',
    'e|-0-|',
  ])
  // Read again, the chords stand over the same words.
  const text = '[Am]Тихо в [F]зале, [C]гаснет [G]свет'
  assert.deepEqual(placed(plainSheet(readSheet(text).lines), 2), placed(text, 2))
})
