import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chordProFiles, songbookOf, songbookText } from './songbook.ts'
import type { WrittenItem } from './songbook.ts'

const ITEMS: readonly WrittenItem[] = [
  {
    kind: 'song',
    title: 'Тихий свет',
    artistName: 'Проба',
    text: 'Am       F\nТихо в зале',
    transpose: 2,
    capo: 2,
    tempo: 96,
    seconds: 225,
  },
  { kind: 'break', minutes: 15 },
  { kind: 'note', text: 'Поблагодарить зал' },
  { kind: 'song', title: 'Без текста', artistName: '', text: '', key: 'ля минор' },
]

test('a plain text of a set is its list, then the songs as they are played', () => {
  const rule = '—'.repeat(40)
  assert.equal(
    songbookText('Пятница', songbookOf(ITEMS)),
    `Пятница

1. Проба — Тихий свет, Bm · капо 2, играем Am · 96 BPM · 3:45
Перерыв 15 мин
Поблагодарить зал
2. Без текста, ля минор

${rule}
1. Проба — Тихий свет
Bm · капо 2, играем Am · 96 BPM · 3:45

Am       F
Тихо в зале

Поблагодарить зал
`,
  )
})

test('the files of a set are its songs as they are played, with their capo', () => {
  assert.deepEqual(chordProFiles(ITEMS), [
    {
      title: 'Тихий свет',
      artistName: 'Проба',
      text: '{title: Тихий свет}\n{artist: Проба}\n{capo: 2}\n{tempo: 96}\n[Am]Тихо в за[F]ле',
    },
  ])
})

test('lines that stay are told where a capo moves the chords too', () => {
  const [song] = songbookOf([{ kind: 'song', title: 'А', artistName: '', text: '[Am]А', capo: 3 }])
  assert.equal(song?.kind === 'song' && song.isMoved, true)
  const [same] = songbookOf([
    { kind: 'song', title: 'А', artistName: '', text: '{capo: 3}\n[Am]А' },
  ])
  assert.equal(same?.kind === 'song' && same.isMoved, false)
})
