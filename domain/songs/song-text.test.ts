import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { readApart } from '#test/support/product/read-apart.ts'
import {
  checkSongText,
  firstWords,
  playedSheet,
  readSheet,
  SONG_TEXT_MOST,
  wholeWords,
} from './song-text.ts'

/** One line a row: «note», or words with chords in brackets, as displayed. */
function shown(text: string, as: Partial<Parameters<typeof playedSheet>[1]> = {}): string[] {
  const { lines } = playedSheet(readSheet(text), { transpose: 0, capo: null, ...as })
  return lines.map((line) => {
    if (line.kind === 'gap') return ''
    if (line.kind !== 'words') return `${line.kind}: ${line.text}`
    const parts = line.parts.map(({ chord, words }) =>
      chord === '' ? words : `[${chord}]${words}`,
    )
    return (line.chorus ? '> ' : '') + parts.join('')
  })
}

// The example that the documentation of the format begins with, and its directives.
const SWING = `{title: Swing Low Sweet Chariot}
{subtitle: Traditional}
# A remark for whoever edits it.
{start_of_chorus}
Swing [D]low, sweet [G]chari[D]ot,
Comin’ for to carry me [A7]home.
{end_of_chorus}

I [D]looked over Jordan, and [G]what did I [D]see,
{comment: Chorus twice}
{chorus}
`

describe('ChordPro', () => {
  test('is read as its documentation says', () => {
    const sheet = readSheet(SWING)
    assert.deepEqual([sheet.title, sheet.artistName], ['Swing Low Sweet Chariot', 'Traditional'])
    assert.deepEqual(shown(SWING), [
      'note: Припев',
      '> Swing [D]low, sweet [G]chari[D]ot,',
      '> Comin’ for to carry me [A7]home.',
      '',
      'I [D]looked over Jordan, and [G]what did I [D]see,',
      'note: Chorus twice',
      'note: Припев',
    ])
    assert.equal(firstWords(sheet), 'Swing low, sweet chariot,')
    assert.deepEqual(sheet.wrong, [])
  })

  test('tells key, capo and tempo, in long, in short and as meta data', () => {
    const text =
      '{t:Группа крови}\n{meta: artist Кино}\n{key: F#m} {x}\n{capo 2}\n{tempo: 120.5}\n[Em]Тёплое'
    const { title, artistName, capo, tempo } = readSheet(text)
    assert.deepEqual([title, artistName, capo, tempo], ['Группа крови', 'Кино', 2, 120.5])
    assert.equal(readSheet('{key: F#m}').key, 'F#m')
    assert.equal(readSheet('{artist: Кино}\n{subtitle: Live}').artistName, 'Кино')
    const odd = readSheet('{capo: много}\n{tempo: 9000}\n{capo: 77}')
    assert.deepEqual([odd.capo, odd.tempo], [0, null])
  })

  test('keeps tablatures in columns, leaves out what is for printers and other instruments', () => {
    const text = [
      '{sot}',
      'e|--0--|',
      '{eot}',
      '{start_of_abc}',
      'X:1',
      '{end_of_abc}',
      '{define: Am base-fret 1 frets x 0 2 2 1 0}',
      '{comment-piano: only keys}',
      '{start_of_verse: label="Куплет 1"}',
      '[Am]Раз <b>два</b>[*Rit.] три \\',
      '   четыре',
      '{end_of_verse}',
    ].join('\r\n')
    assert.deepEqual(shown(text), [
      'columns: e|--0--|',
      'note: Куплет 1',
      '[Am]Раз два[Rit.] три четыре',
    ])
  })

  test('names broken brackets by their line, and shows the line all the same', () => {
    const { wrong } = readSheet('[Am]Раз\n[Dm два\n{title: Песня')
    assert.deepEqual(wrong, [
      'Строка 2: нет закрывающей скобки ]',
      'Строка 3: нет закрывающей скобки }',
    ])
    assert.deepEqual(shown('[Dm два'), ['[Dm два'])
  })
})

test('a plain text has its chords over the words', () => {
  const text = 'Am      G\nТёплое место\n\nC  G/B  Am\n\nА\nдальше'
  assert.deepEqual(shown(text), ['[Am]Тёплое м[G]есто', '', '[C][G/B][Am]', '', 'А', 'дальше'])
  assert.deepEqual(shown(text, { transpose: 2 })[0], '[Bm]Тёплое м[A]есто')
})

describe('what is played', () => {
  const text = '{key: Am}\n[Am]Белый [F]снег [N.C.]серый [Dm G]лёд'

  test('sounds higher or lower by the transposition', () => {
    assert.deepEqual(shown(text, { transpose: 3 }), ['[Cm]Белый [Ab]снег [N.C.]серый [Fm Bb]лёд'])
    assert.deepEqual(shown(text, { transpose: -2 }), ['[Gm]Белый [Eb]снег [N.C.]серый [Cm F]лёд'])
  })

  test('is what sounds less the capo', () => {
    assert.deepEqual(shown(text, { capo: 5 }), ['[Em]Белый [C]снег [N.C.]серый [Am D]лёд'])
    const { key, capo } = playedSheet(readSheet(text), { transpose: 1, capo: 1 })
    assert.deepEqual([key, capo], [{ sounds: 'Bbm', played: 'Am' }, 1])
  })

  test('stays as it is written where the text says its capo itself', () => {
    const capoed = `{capo: 2}\n${text}`
    assert.deepEqual(shown(capoed), shown(text))
    assert.deepEqual(shown(capoed, { capo: 2 }), shown(text))
    assert.deepEqual(shown(capoed, { capo: 0 }), shown(text, { transpose: 2 }))
    const { key } = playedSheet(readSheet(capoed), { transpose: 0, capo: null })
    assert.deepEqual(key, { sounds: 'Bm', played: 'Am' })
  })
})

test('a text has 64 KB, by the bytes of its letters', () => {
  assert.equal(checkSongText('я'.repeat(SONG_TEXT_MOST / 2)).length, SONG_TEXT_MOST / 2)
  assert.throws(() => checkSongText('я'.repeat(SONG_TEXT_MOST / 2 + 1)), /больше 64 КБ/u)
})

test('any text is read and loses no letter that is sung', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.ok(readSheet(text).lines.length <= text.split(/\r\n|\r|\n/u).length)
    }),
  )
})

test('a text of the greatest length is read to its end, whatever it is full of', async () => {
  const hostile = ['[', '{', '{a', '<b ', ' ', '\\\n', '{a ', 'A ', '(', '\t'].map((what) =>
    what.repeat(SONG_TEXT_MOST / what.length),
  )
  const read = await readApart(import.meta.resolve('./song-text.ts'), 'readSheet', hostile)
  assert.equal(read.length, hostile.length)
})

test('a line breaks between words, never under a chord within one', () => {
  const [line] = readSheet('Тёплое место, но у[F]лицы [G][C]ждут').lines
  const words = line?.kind === 'words' ? wholeWords(line.parts) : []
  assert.deepEqual(
    words.map((parts) => parts.map((part) => `${part.chord}${part.words}`).join('·')),
    ['Тёплое ', 'место, ', 'но ', 'у·Fлицы ', 'G', 'Cждут'],
  )
})
