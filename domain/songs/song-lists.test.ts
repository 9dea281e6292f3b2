import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { readSongColumns, songsOf } from './song-columns.ts'
import { readSongLines } from './song-lines.ts'
import { decodeAs, guessEncoding } from './text-encoding.ts'

const TWO = ['Кино | Печаль', 'ДДТ | Осень']
const THREE = [...TWO, 'Сплин | Выхода нет']
const KEYS = ['Кино | Печаль | Em', 'ДДТ | Осень | Am']
const LENGTHS = ['Кино | Печаль | 333', 'ДДТ | Осень | 292']
const ENGLISH = ["AC/DC | Rock 'n' Roll Train", "Guns N' Roses | Don't Cry"]

/** The songs of every file in our own words, after what real programs write. */
const RIGHT: Readonly<Record<string, readonly string[]>> = {
  'apple-plays.csv': TWO,
  'bracket-times.txt': TWO,
  'cp1250.txt': ['Jaromír Nohavica | Těšínská', 'Kabát | Pohoda', 'Čechomor | Proměny'],
  'cp866.txt': THREE,
  'excel-title-row-2.csv': KEYS,
  'excel-title-row.csv': KEYS,
  'flag-column.csv': ['Кино | Печаль (Live)', 'Кино, Хор | Осень (Live)'],
  'gpm.csv': ["Fleetwood Mac & friends | Don't Stop | 193", 'Кино | Печаль | 333'],
  'html-entities.txt': [...ENGLISH, 'Simon & Garfunkel | Mrs. Robinson'],
  'itunes.txt': ['Кино | Печаль | 333 | Rock', 'ДДТ | Осень | 292 | Rock'],
  'karafun.csv': ['Кино | Печаль | Rock,Ballad', 'ДДТ | Осень | Rock'],
  'karaoke-brackets.txt': [
    'Кино | Печаль',
    'ABBA | Dancing Queen',
    'ДДТ | Осень',
    'Сплин | Выхода нет',
    'Monica Naranjo | Sobreviviré',
  ],
  'karaoke-discs.txt': [
    'Beatles, The | Help',
    'Кино | Печаль',
    'Кино | Печаль',
    'ABBA | Dancing Queen',
  ],
  'koi8r.txt': THREE,
  'lastfm-noheader.csv': [...THREE, 'Кино | Группа крови', 'Кино | Пачка сигарет'],
  'latin1.txt': [
    'Die Ärzte | Männer sind Schweine',
    'Herbert Grönemeyer | Männer',
    'Beyoncé | Déjà Vu',
  ],
  'markdown-table.txt': KEYS,
  'nfd.txt': ['Чайф | Оранжевое настроение', 'Би-2 | Мой рок-н-ролл', 'Céline Dion | Déjà'],
  'one-name-column-en.csv': KEYS,
  'one-name-column.csv': ['Кино | Печаль | Em | 120', 'ДДТ | Осень | Am | 96'],
  // The catalogue tells which is the performer.
  'pair-colon-link.txt': ['Печаль | Кино', 'Осень | ДДТ'],
  'paths.m3u.txt': [' | Печаль', 'ДДТ | Осень', 'Сплин | Выхода нет'],
  'playlist.m3u.txt': LENGTHS,
  'playlist.pls.txt': LENGTHS,
  'rekordbox.txt': ['Кино | Печаль | Cm | 122 | 333 | Rock', 'ДДТ | Осень | Am | 97 | 292 | Rock'],
  'serato-history.csv': ['Кино | Печаль | 331', 'ДДТ | Осень | 310'],
  'serato-history.txt': ['Кино | Печаль | 331', 'ДДТ | Осень | 310'],
  'setlist-sections.txt': [...THREE, 'Чайф | Оранжевое настроение'],
  'shazam.csv': TWO,
  'slash.txt': [
    'Осень | ДДТ',
    ' | Печаль/Кино',
    'AC/DC | T.N.T.',
    ' | Выхода нет_Сплин',
    'Сплин | Выхода нет',
  ],
  'telegram-numbers.txt': [...THREE, 'Чайф | Оранжевое настроение'],
  'timestamps.txt': [...THREE, 'Чайф | Оранжевое настроение', 'Би-2 | Варвара'],
  'tunemymusic.csv': TWO,
  'utf16-nobom.txt': TWO,
  'virtualdj-history.m3u.txt': ['Кино | Печаль | 334', 'ДДТ | Осень'],
  'virtualdj-tracklist.txt': ['Кино | Печаль', 'ДДТ | Осень (Live)', 'Сплин | Выхода нет'],
  'vk.txt': LENGTHS,
  'whatsapp.txt': TWO,
  'yandex.txt': [' | Печаль', ' | Кино', ' | Осень', ' | ДДТ'],
  'youtube-export.csv': TWO,
  'ytmusic.csv': TWO,
}

function songsIn(text: string): string[] {
  const columns = readSongColumns(text)
  if (columns === null)
    return readSongLines(text).flatMap(({ pairs: [first] }) =>
      first === undefined ? [] : [`${first.artistName} | ${first.title}`],
    )
  return songsOf(columns)
    .filter(({ title }) => title !== '')
    .map(({ title, artistName, fields }) => {
      const said = [fields.key, fields.tempo, fields.seconds, fields.tags?.join(',')]
      return [artistName, title, ...said.filter((one) => one !== undefined)].join(' | ')
    })
}

test('lists of many programs and people are read as they are meant', async () => {
  const folder = new URL('./fixtures/', import.meta.url)
  for (const name of await readdir(folder)) {
    const bytes = await readFile(new URL(name, folder))
    const songs = songsIn(decodeAs(bytes, guessEncoding(bytes))).map((song) => song.normalize())
    assert.deepEqual(songs, RIGHT[name], name)
  }
})

test('a cue sheet has the performers of its tracks, else of its disc', () => {
  const lines = [
    'PERFORMER "Кино"',
    'TITLE "Звезда"',
    'FILE "a.wav" WAVE',
    '  TRACK 01 AUDIO',
    '    TITLE "Печаль"',
    '    INDEX 01 00:00:00',
    '  TRACK 02 AUDIO',
    '    TITLE "Осень"',
    '    PERFORMER "ДДТ"',
  ]
  assert.deepEqual(songsIn(lines.join('\r\n')), TWO)
})
