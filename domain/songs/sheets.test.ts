import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readApart } from '#test/support/product/read-apart.ts'
import { songsOfBook } from './other-sheets.ts'
import { playedSheet } from './played-sheet.ts'
import { SHEETS } from './sheets.fixture.ts'
import { readSheet, SONG_TEXT_MOST } from './song-text.ts'
import { asChordPro, plainSheet } from './written-sheets.ts'

/** Two semitones up: what has not moved is seen. */
const RIGHT: Readonly<Record<string, readonly string[]>> = {
  'songbook-new-song.cho': [
    'Печаль / Кино: F#m Раз',
    'Осень / ДДТ: Bm Два',
    'Варвара / Би-2: A Три',
  ],
  'Проба - Бас.cho': ['Бас / Проба: Bm   /A   /G#  G Раз, два, три, всё'],
  'Проба - Крик.txt': [' / : Bm       G Тихо в зале Да  B Да  GO GO GO Да  Do Do Да  А А А Да'],
  'Проба - Метки аккордов.txt': [
    ' / : Вступление: Bm Em F#7 Bm Проигрыш: Bm | G | D | A  (x2)     Bm           Em Тихо в зале, гаснет свет >               F#7       Bm >       Кто-то спросит: ты или нет?  Bm – G – D – A F#m / A E / B Bm, G, D, A Bm! A! Bm G D A  2p Bm G D A  (2 раза) Am(3) G(2)',
  ],
  'Проба - Скобки.txt': [
    ' / : Куплет 1 Bm       G Тихо в зале Припев D        A Гаснет свет Bis Coda',
  ],
  'Проба - Соль-фа.cho': ['Сольфеджио / Проба: Do   Re   Sol7 Lam Раз, два, три, всё'],
  'Проба - Таб.txt': [
    ' / : e|-----0-----| B|---1---1---| G|-0-------0-| D|-----------|  Bm       G Тихо в зале',
  ],
}

for (const [name, text] of Object.entries(SHEETS))
  test(name, () => {
    const songs = songsOfBook(text).map((song) => {
      const sheet = readSheet(song)
      const { lines } = playedSheet(sheet, { transpose: 2, capo: null })
      return `${sheet.title} / ${sheet.artistName}: ${plainSheet(lines).replaceAll('\n', ' ')}`
    })
    assert.deepEqual(songs, RIGHT[name])
  })

test('a million letters and a million lines are read to their end', async () => {
  const line = (what: string) => what.repeat(1_000_000 / what.length)
  const letters = ['Am ', '[Am', 'Am-', 'а', '<', '{ns', ' '].map(line)
  const lines = ['\n', 'А\n'].map((what) => what.repeat(1_000_000))
  const others = import.meta.resolve('./other-sheets.ts')
  for (const name of ['songsOfBook', 'fromOnSong', 'fromOpenSong']) {
    assert.equal((await readApart(others, name, letters)).length, letters.length)
    for (const text of lines) assert.equal((await readApart(others, name, [text])).length, 1)
  }
  const reader = import.meta.resolve('./song-text.ts')
  assert.equal((await readApart(reader, 'readSheet', letters.slice(0, 3))).length, 3)
  // As many lines as a text may have.
  for (const what of ['А\n', 'Am\n'])
    asChordPro(what.repeat(SONG_TEXT_MOST / what.length), { title: '', artistName: '' })
})
