import { playedSheet } from './played-sheet.ts'
import { lengthWords } from './song-about.ts'
import type { SheetLine } from './song-text.ts'
import { readSheet } from './song-text.ts'
import { asChordPro, plainSheet } from './written-sheets.ts'

// The songs of a repertoire or of a set with their texts, for those who play along.

type WrittenSong = {
  title: string
  artistName: string
  /** '' where the song has none. */
  text: string
  /** Semitones, by which it is played higher than it is written. */
  transpose?: number
  key?: string | undefined
  capo?: number | null | undefined
  tempo?: number | null | undefined
  seconds?: number | undefined
}

type Aside = { kind: 'break'; minutes: number } | { kind: 'note'; text: string }
export type WrittenItem = ({ kind: 'song' } & WrittenSong) | Aside

type SongbookSong = {
  kind: 'song'
  title: string
  artistName: string
  /** «Am · капо 2, играем Gm · 98 BPM · 4:45». */
  about: string
  /** As it is played; none where the song has no text. */
  lines: readonly SheetLine[]
  /** Lines that could not be transposed stay otherwise than the others. */
  isMoved: boolean
}
export type SongbookItem = SongbookSong | Aside

/** «A Mano — Bang», or the title alone. */
const nameOf = ({ title, artistName }: Pick<WrittenSong, 'title' | 'artistName'>): string =>
  artistName === '' ? title : `${artistName} — ${title}`

function songOf(song: WrittenSong): SongbookSong {
  const { title, artistName, text, transpose = 0, capo = null, tempo, seconds } = song
  const sheet = readSheet(text)
  const played = playedSheet(sheet, { transpose, capo, key: song.key ?? '' })
  const { key } = played
  const bpm = tempo ?? sheet.tempo
  const about = [
    ...(key === null ? [song.key ?? ''] : [key.sounds]),
    played.capo === 0 ? '' : `капо ${played.capo}${key === null ? '' : `, играем ${key.played}`}`,
    bpm === null ? '' : `${Math.round(bpm)} BPM`,
    seconds === undefined ? '' : lengthWords(seconds),
  ]
  return {
    kind: 'song',
    title,
    artistName,
    about: about.filter((one) => one !== '').join(' · '),
    lines: played.lines,
    isMoved: played.isMoved,
  }
}

/** Returns the songs as they are played, with what stands between them in a set. */
export const songbookOf = (items: readonly WrittenItem[]): SongbookItem[] =>
  items.map((item) => (item.kind === 'song' ? songOf(item) : item))

/** The songs with a text as files of ChordPro, as they are played. */
export function chordProFiles(
  items: readonly WrittenItem[],
): { title: string; artistName: string; text: string }[] {
  return items.flatMap((item) => {
    if (item.kind !== 'song' || item.text.trim() === '') return []
    const { title, artistName } = item
    return [{ title, artistName, text: asChordPro(item.text, item) }]
  })
}

/** The name of an item in a list; songs are numbered. */
export function contentsOf(items: readonly SongbookItem[]): string[] {
  let number = 0
  return items.map((item) => {
    if (item.kind === 'break') return `Перерыв ${item.minutes} мин`
    if (item.kind === 'note') return item.text
    return `${++number}. ${nameOf(item)}`
  })
}

const RULE = '—'.repeat(40)

/** Returns the whole as one plain text: the list, then each song with its chords over its words. */
export function songbookText(title: string, items: readonly SongbookItem[]): string {
  const names = contentsOf(items)
  const list = items.map((item, at) => {
    const about = item.kind === 'song' && item.about !== '' ? `, ${item.about}` : ''
    return `${names[at] ?? ''}${about}`
  })
  const songs = items.flatMap((item, at) => {
    if (item.kind !== 'song') return item.kind === 'note' ? [item.text] : []
    if (item.lines.length === 0) return []
    const about = item.about === '' ? [] : [item.about]
    return [[RULE, names[at] ?? '', ...about, '', plainSheet(item.lines)].join('\n')]
  })
  return `${[[title, '', ...list].join('\n'), ...songs].join('\n\n')}\n`
}
