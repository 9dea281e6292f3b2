import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { readApart } from '#test/support/product/read-apart.ts'
import { firstWords, playedSheet, underEachChord } from './played-sheet.ts'
import { withMark } from './sheet-rows.ts'
import { checkSongText, hasChords, readSheet, SONG_TEXT_MOST } from './song-text.ts'

/** One line a row: «note», or words with chords in brackets, as displayed; `~` is what stands over words and is no chord. */
function shown(text: string, as: Partial<Parameters<typeof playedSheet>[1]> = {}): string[] {
  const { lines } = playedSheet(readSheet(text), { transpose: 0, capo: null, ...as })
  return lines.map((line) => {
    if (line.kind === 'gap') return ''
    if (line.kind !== 'words' && line.kind !== 'chords') return `${line.kind}: ${line.text}`
    const pieces =
      line.kind === 'chords'
        ? line.pieces.map((piece) => (piece.chord ? `[${piece.text}]` : piece.text))
        : line.parts.map(({ chord, words, beside }) =>
            chord === '' ? words : beside === true ? `~${chord}~${words}` : `[${chord}]${words}`,
          )
    return (line.unread ? '? ' : '') + (line.chorus ? '> ' : '') + pieces.join('')
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
      '[Am]Раз два~Rit.~ три четыре',
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
  assert.deepEqual(shown(text), ['[Am]Тёплое м[G]есто', '', '[C]  [G/B]  [Am]', '', 'А', 'дальше'])
  assert.deepEqual(shown(text, { transpose: 2 })[0], '[Bm]Тёплое м[A]есто')
})

describe('a line of chords with what people write around them', () => {
  const cases: readonly (readonly [line: string, up: string])[] = [
    ['Вступление: Am Dm E7 Am', 'Вступление: [Bm] [Em] [F#7] [Bm]'],
    ['Проигрыш: Am | F | C | G  (x2)', 'Проигрыш: [Bm] | [G] | [D] | [A]  (x2)'],
    ['>\tAm\tG', '>\t[Bm]\t[A]'],
    ['Am – F – C – G', '[Bm] – [G] – [D] – [A]'],
    ['Em / G  D / A', '[F#m] / [A] [E] / [B]'],
    ['Am, F, C, G', '[Bm], [G], [D], [A]'],
    ['Am! G!', '[Bm]! [A]!'],
    ['Am F C G  2p', '[Bm] [G] [D] [A]  2p'],
    ['Am F C G  (2 раза)', '[Bm] [G] [D] [A]  (2 раза)'],
    ['Gm(3) F(2)', '[Am(3)] [G(2)]'],
    ['Am F }x4', '[Bm] [G] }x4'],
    ['|Am |F |G |Em |', '|[Bm] |[G] |[A] |[F#m] |'],
    ['[Intro] C G Am', '[Intro] [D] [A] [Bm]'],
    ['Am-F-C-G 4 р.', '[Bm]-[G]-[D]-[A] 4 р.'],
    ['a d E7 a', '[b] [e] [F#7] [b]'],
    ['Am(x2) H7 *', '[Hm](x2) [C#7] *'],
    ['Ам Дм С Em', '[Bm] Дм [D] [F#m]'],
    ['Am  /G  /F#  F', '[Bm]  [/A]  [/G#]  [G]'],
    ['E5 A5 (бой шестёркой) D5', '[F#5] [B5] (бой шестёркой) [E5]'],
    ['Em   G   Cmaj7   ритм другой', '[F#m]  [A]   [Dmaj7]   ритм другой'],
    ['[ch]Am[/ch]   [ch]G[/ch]', '[Bm]   [A]'],
    ['Соло на фоне: Am F', 'Соло на фоне: [Bm] [G]'],
  ]
  for (const [line, up] of cases)
    test(line, () => assert.deepEqual(shown(`Am F\n\n${line}`, { transpose: 2 }).slice(2), [up]))

  const words = [
    ['GO GO GO', 'Да'],
    ['Do Do', 'Да'],
    ['Am I a man', 'A fact'],
    ['А', 'Да'],
    ['Em, я не знаю, где ты', 'Да'],
    ['Bis', 'Да'],
    ['Hmm', 'Да'],
  ]
  for (const lines of words)
    test(`${lines[0]} stays words`, () =>
      assert.deepEqual(shown(`Am F\n\n${lines.join('\n')}`, { transpose: 2 }).slice(2), lines))

  test('over words keeps every token at its column', () => {
    assert.deepEqual(shown('Припев: Am   (2 раза) G\nТихо в зале, гаснет свет', { transpose: 2 }), [
      '~Припев:~Тихо в з[Bm]але, ~(2~гас~раза)~нет св[A]ет',
    ])
    assert.deepEqual(shown('Припев:Am  *G\nТихо в зале', { transpose: 2 }), [
      '~Припев:~Тихо в [Bm]зале[*A]',
    ])
    assert.deepEqual(shown('\tAm\tG\n        Раз два три'), ['        [Am]Раз два [G]три'])
  })

  test('that begins with words has no others under it', () => {
    assert.deepEqual(
      shown('И развеял по просторам (Em C Am H)\nИ не выпускал из дома', { transpose: 2 }),
      ['И развеял по просторам [(F#m] [D] [Hm] [C#)]', 'И не выпускал из дома'],
    )
  })

  test('has columns of its own where it has no words', () => {
    assert.deepEqual(shown('A       D   E', { transpose: 1 }), ['[Bb]      [Eb]  [F]'])
  })
})

test('names of parts are no chords and have no chord look', () => {
  const text = '[Куплет 1]\nAm       F\nТихо в зале\n[Припев]\n[Bis]\n[Coda]\nПрипев:\nVerse 2'
  assert.deepEqual(shown(text, { transpose: 2 }), [
    'note: Куплет 1',
    '[Bm]Тихо в за[G]ле',
    'note: Припев',
    'note: Bis',
    'note: Coda',
    'note: Припев:',
    'note: Verse 2',
  ])
})

test('a tablature without its directive stays in columns, and so do the frets of a chord', () => {
  const tab = ['e|-----0-----|', 'B|---1---1---|', 'G|-0-------0-|', 'D|-----------|']
  const text = [...tab, '', 'Am x02210', 'Am   F', 'Тихо'].join('\n')
  assert.deepEqual(shown(text, { transpose: 2 }), [
    ...tab.map((line) => `columns: ${line}`),
    '',
    'columns: Am x02210',
    '[Bm]Тихо[G]',
  ])
})

test('notes named by syllables are left alone, a bass alone is moved', () => {
  const sung = '[Do]Раз, [Re]два, [Sol7]три, [Lam]всё'
  assert.deepEqual(shown(sung, { transpose: 2 }), [sung])
  assert.deepEqual(shown('[Am]Раз, [/G]два, [/F#]три, [D2sus(G)]всё [D-Dsus]', { transpose: 2 }), [
    '[Bm]Раз, [/A]два, [/G#]три, [E2sus(A)]всё [E-Esus]',
  ])
})

describe('a line that is not sure', () => {
  const text = 'Am   F\nТихо в зале\nGo Go Go\nэто Am и C медленно\nAm F мажор G'
  const inShort = (of: string) =>
    readSheet(of).doubts.map(({ row, as, marked }) => `${row} ${as}${marked ? ' marked' : ''}`)

  test('is told with what it was taken for', () => {
    assert.deepEqual(inShort(text), ['3 words', '4 chords'])
    assert.deepEqual(readSheet(text).doubts[1]?.unsure, ['мажор'])
    assert.equal(shown(text, { transpose: 2 })[2], '? это Am и C медленно')
  })

  test('is read as the artist marks it, and the mark is replaced by the next one', () => {
    const asChords = withMark(text, 3, 'chords')
    assert.deepEqual(inShort(asChords), ['4 chords marked', '5 chords'])
    assert.equal(shown(asChords, { transpose: 2 })[2], 'это [Bm] и [D] медленно')
    const asWords = withMark(asChords, 4, 'words')
    assert.equal(asWords.split('\n').length, text.split('\n').length + 1)
    assert.equal(shown(asWords, { transpose: 2 })[2], 'это Am и C медленно')
    assert.equal(withMark('Go\r\nAm', 1, 'words'), 'Go\r\n{x_bis: words}\r\nAm')
  })
})

describe('what ChordPro says of a part or an instrument', () => {
  test('applies to a guitar alone', () => {
    const text =
      '{comment-guitar: G}\n{comment-piano: P}\n{comment-piano!: N}\n{start_of_verse-piano}\n[C]раз\n{end_of_verse}\n[D]два'
    assert.deepEqual(shown(text), ['note: G', 'note: N', '[D]два'])
  })

  test('transposes what follows, and the key with it', () => {
    const text = '{key: C}\n{transpose: 2}\n[C]раз\n{transpose: 0}\n[C]два'
    assert.deepEqual(shown(text, { transpose: 1 }), ['[Eb]раз', '[Db]два'])
    assert.equal(playedSheet(readSheet(text), { transpose: 0, capo: null }).key?.sounds, 'D')
  })
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
    assert.deepEqual([key, capo], [{ sounds: 'Bbm', played: 'Am', words: 'Си-бемоль минор' }, 1])
  })

  test('stays as it is written where the text says its capo itself', () => {
    const capoed = `{capo: 2}\n${text}`
    assert.deepEqual(shown(capoed), shown(text))
    assert.deepEqual(shown(capoed, { capo: 2 }), shown(text))
    assert.deepEqual(shown(capoed, { capo: 0 }), shown(text, { transpose: 2 }))
    for (const said of ['Каподастр на 2 ладу', 'Капо 2', 'Capo: 2', 'capo 2nd fret'])
      assert.deepEqual(shown(`${said}\n${text}`, { capo: 2 }).slice(1), shown(text), said)
    assert.equal(readSheet('Каподастра нет\nБез капо 2\nКапо 2024').capo, 0)
    const { key } = playedSheet(readSheet(capoed), { transpose: 0, capo: null })
    assert.deepEqual(key, { sounds: 'Bm', played: 'Am', words: 'Си минор' })
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

describe('whatever a text is full of, it is read to its end', () => {
  const read = (hostile: readonly string[]) =>
    readApart(import.meta.resolve('./song-text.ts'), 'readSheet', hostile)

  test('a line of 250 thousand letters', async () => {
    const what = '[|{|{a|<b | |{a |A |(|\t|A|Am-|(Am |m|A(|[A]|[A |А |a:|e-|x0|ma|*A'.split('|')
    const hostile = what.map((piece) => piece.repeat(250_000 / piece.length))
    assert.equal((await read(hostile)).length, hostile.length)
  })

  test('a text of the greatest length', async () => {
    const what = ['\\\n', 'Am\n', '{x_bis: chords}\n', 'Am\n[Am]\n', 'e|--\n', 'Am-[A](x2)\n']
    const hostile = what.map((piece) => piece.repeat(SONG_TEXT_MOST / piece.length))
    assert.equal((await read(hostile)).length, hostile.length)
  })
})

test('a line breaks before what stands under a chord, never under a chord within a word', () => {
  const broken = (text: string) => {
    const [line] = readSheet(text).lines
    return underEachChord(line?.kind === 'words' ? line.parts : []).map((words) =>
      words.map((parts) => parts.map((part) => `${part.chord}${part.words}`).join('·')).join('|'),
    )
  }
  assert.deepEqual(broken('[Am]Ой, то не вечер, [Dm]то не вечер'), [
    'AmОй, то не вечер, ',
    'Dmто не вечер',
  ])
  assert.deepEqual(broken('Тёплое место, но у[F]лицы ждут [G][C]нас'), [
    'Тёплое место, но ',
    'у·Fлицы |ждут ',
    'G',
    'Cнас',
  ])
})

test('a text has chords where some can be read, not where brackets hold words', () => {
  for (const text of ['[Am]Раз', 'Am  F\nРаз два', '{start_of_grid}\n| Am |\n{end_of_grid}'])
    assert.equal(hasChords(text), true, text)
  for (const text of ['', 'Раз два', '[Припев]\nРаз', '[*2 раза]Раз', '{key: Am}\nРаз'])
    assert.equal(hasChords(text), false, text)
})
