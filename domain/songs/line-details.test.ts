import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSongLines } from './song-lines.ts'

/** The song of a line, and what the line says of playing it. */
function read(line: string): string {
  const [only] = readSongLines(line)
  const [first] = only?.pairs ?? []
  if (only === undefined || first === undefined) return `! ${only?.wrong}`
  const { key, capo, tempo, notes } = only.details
  const said = [
    key,
    capo !== undefined && `капо ${capo}`,
    tempo !== undefined && `${tempo} bpm`,
    notes,
  ].filter((part) => part !== undefined && part !== false)
  return [`${first.artistName} | ${first.title}`, ...said].join(' | ')
}

test('what stands behind a song of how it is played is read apart from its name', () => {
  const lines = {
    'Романс [Am] капо 2': ' | Романс | Am | капо 2',
    'Романс [Ам]': ' | Романс | Am',
    'Выхода нет, 120 bpm': ' | Выхода нет | 120 bpm',
    'Выхода нет 96 уд/мин': ' | Выхода нет | 96 bpm',
    'Выхода нет (темп 96 ударов в минуту)': ' | Выхода нет | 96 bpm',
    'Костёр (тональность: Dm)': ' | Костёр | Dm',
    'Костёр, тональность ля минор': ' | Костёр | ля минор',
    'Костёр, каподастр на 3 лад': ' | Костёр | капо 3',
    'Костёр  Dm': ' | Костёр | Dm',
    'Костёр, F#m': ' | Костёр | F#m',
    'Wonderwall (capo 2, Em7 G D A7sus4)': ' | Wonderwall | капо 2 | Em7 G D A7sus4',
    'Костёр (Am, F, C, G)': ' | Костёр | Am F C G',
    '3. Кино - Печаль (Am / 120 bpm) 5:03': 'Кино | Печаль | Am | 120 bpm',
    'Кино - Печаль - Gm, капо 1': 'Кино | Печаль | Gm | капо 1',
    'Кино - Печаль - 120 bpm': 'Кино | Печаль | 120 bpm',
    'Кино\tПечаль\tC': 'Кино | Печаль | C',
    'Ленинград\t\tC': ' | Ленинград | C',
    'Ленинград\t\tля минор': ' | Ленинград | ля минор',
  }
  for (const [line, song] of Object.entries(lines)) assert.equal(read(line), song, line)
})

test('a name that looks like that stays as it is', () => {
  const lines = {
    Am: ' | Am',
    Sol: ' | Sol',
    'Капо 2': ' | Капо 2',
    '120 bpm': ' | 120 bpm',
    'Хор - 140 BPM': 'Хор | 140 BPM',
    'Хор - Em': 'Хор | Em',
    'Чай, C': ' | Чай, C',
    // Of several nocturnes these words tell one from another.
    'Ноктюрн (до-диез минор)': ' | Ноктюрн (до-диез минор)',
    'Etude, A minor': ' | Etude, A minor',
    'Песня (Do Re Mi)': ' | Песня (Do Re Mi)',
    'Песня (A B C)': ' | Песня (A B C)',
    'Песня (Em7)': ' | Песня (Em7)',
    'Песня, капо 15': ' | Песня, капо 15',
    'Песня (капо 2, медленно)': ' | Песня (капо 2, медленно)',
    'A-ha - Take on me': 'A-ha | Take on me',
  }
  for (const [line, song] of Object.entries(lines)) assert.equal(read(line), song, line)
})

test('chords alone are no song', () => {
  for (const line of ['Am F C G', 'Вступление: Am Dm E7', 'C | G | F', 'Am, Em', 'Hm - F#'])
    assert.equal(read(line), '! Это аккорды, а не песня', line)
  for (const line of ['Am', 'Go Do', 'A B', 'Ах', 'В А С', 'Do Re Mi'])
    assert.equal(read(line), ` | ${line}`, line)
})
