import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readApart } from '#test/support/product/read-apart.ts'
import { fromOnSong, fromOpenSong, songsOfBook } from './other-sheets.ts'
import { readSheet } from './song-text.ts'

const about = (text: string) => {
  const { title, artistName, key, capo, tempo } = readSheet(text)
  return [title, artistName, key, capo, tempo]
}

test('each song of a book begins anew', () => {
  const book =
    '{title: Печаль}\n{artist: Кино}\n{capo: 2}\n[Em]Раз\n{new_song}\n{title: Осень}\n{artist: ДДТ}\n{key: Am}\n[Am]Два\n{ns}\n{t: Варвара}\n{st: Би-2}\n[G]Три\n'
  assert.deepEqual(songsOfBook(book).map(about), [
    ['Печаль', 'Кино', '', 2, null],
    ['Осень', 'ДДТ', 'Am', 0, null],
    ['Варвара', 'Би-2', '', 0, null],
  ])
  assert.deepEqual(songsOfBook('# Сборник\r\n{ns}\r\n[Am]Раз'), ['[Am]Раз'])
  assert.deepEqual(songsOfBook('[Am]Раз\n'), ['[Am]Раз\n'])
})

test('a song of OpenSong keeps its chords over its words', () => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE song [<!ENTITY bomb "бум">]>
<song><title>Свет &amp; тень</title><author>Проба</author><capo print="false">2</capo>
<key>Am</key><tempo>96</tempo><lyrics>[V1]
.Am       F
 Тихо в за_ле &bomb;
[C]
;громче
.C
 Свет</lyrics></song>`
  const text = fromOpenSong(xml) ?? ''
  assert.deepEqual(about(text), ['Свет & тень', 'Проба', 'Am', 2, 96])
  assert.match(
    text,
    /\{comment: Куплет 1\}\nAm {7}F\nТихо в зале &bomb;\n\{comment: Припев\}\n\{comment: громче\}/u,
  )
  assert.equal(fromOpenSong('#LangCount=1\n#Title=x\n---\nСлова'), null)
  assert.equal(fromOpenSong('<html><body>'), null)
})

test('the head of an OnSong text is its title, performer, key, capo and tempo', () => {
  const text =
    'Тихий свет\nПроба\nKey: [Am]\nCapo: 3\nTempo: 88\nCCLI: 1\n\nVerse 1:\n[Am]Тихо в [F]зале'
  assert.deepEqual(about(fromOnSong(text)), ['Тихий свет', 'Проба', 'Am', 3, 88])
  assert.match(fromOnSong(text), /\n\nVerse 1:\n\[Am\]Тихо/u)
  assert.equal(fromOnSong('{title: x}\n\n[Am]Раз'), '{title: x}\n\n[Am]Раз')
})

test('a hostile file is read to its end', async () => {
  const module = import.meta.resolve('./other-sheets.ts')
  const full = (before: string, what: string) => before + what.repeat(500_000 / what.length)
  const xml = ['<song><lyrics>', '<song><lyrics ', '<song><title>'].flatMap((before) =>
    ['<', '&#1;', '<lyrics>', '<![CDATA[', ']]>', '[', ' ', '&amp;'].map((what) =>
      full(before, what),
    ),
  )
  assert.equal((await readApart(module, 'fromOpenSong', xml)).length, xml.length)
  const books = [full('', '{ns}\n'), full('', '{'), full('{ns', ' '), full('', ' ')]
  assert.equal((await readApart(module, 'songsOfBook', books)).length, books.length)
  assert.equal((await readApart(module, 'fromOnSong', books)).length, books.length)
})
