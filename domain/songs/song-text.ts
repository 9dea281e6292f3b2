import { Refusal } from '../refusal.ts'
import { hasFlats, isChord, keyOf, shiftKey, styleOf, transposeChord, writeKey } from './chords.ts'
import { isInRange } from './song-about.ts'

/** The maximum size of one text, in UTF-8 bytes. */
export const SONG_TEXT_MOST = 64 * 1024
/** The maximum length of all texts of an artist, in characters, so that a pad can store them on its device. */
export const ALL_TEXTS_MOST = 4_000_000
/** Semitones up or down. */
export const TRANSPOSE_MOST = 11

/** Letters with the chord at their beginning; '' where there is none. */
type SheetPart = { chord: string; words: string }
export type SheetLine =
  | { kind: 'words'; parts: SheetPart[]; chorus: boolean }
  /** The name of a part of the song, or a remark. */
  | { kind: 'note'; text: string }
  /** A tablature: its columns are aligned one under the other. */
  | { kind: 'columns'; text: string }
  | { kind: 'gap' }

/** A parsed text with chords. */
type Sheet = {
  title: string
  artistName: string
  /** As written; '' where the text has none. */
  key: string
  /** The chords are written for a capo at this fret. */
  capo: number
  /** Beats per minute. */
  tempo: number | null
  lines: SheetLine[]
  /** Errors in the text, as sentences. */
  wrong: string[]
}

/** Refuses VALIDATION at `text`. */
export function checkSongText(text: string): string {
  if (new TextEncoder().encode(text).length > SONG_TEXT_MOST)
    throw new Refusal(
      'VALIDATION',
      `Текст больше ${SONG_TEXT_MOST / 1024} КБ: сократите его`,
      'text',
    )
  return text
}

const DIRECTIVE = /^\s*\{\s*([a-z_]+)(-[\w!]+)?\s*[:\s]?\s*(.*?)\s*\}\s*$/iu
const SHORT: Readonly<Record<string, string>> = {
  t: 'title',
  st: 'subtitle',
  su: 'subtitle',
  c: 'comment',
  ci: 'comment',
  cb: 'comment',
  comment_italic: 'comment',
  comment_box: 'comment',
  highlight: 'comment',
  soc: 'start_of_chorus',
  eoc: 'end_of_chorus',
  sov: 'start_of_verse',
  eov: 'end_of_verse',
  sob: 'start_of_bridge',
  eob: 'end_of_bridge',
  sot: 'start_of_tab',
  eot: 'end_of_tab',
  sog: 'start_of_grid',
  eog: 'end_of_grid',
}
const PART_NAMES: Readonly<Record<string, string>> = { chorus: 'Припев', bridge: 'Бридж' }
/** Parts whose lines are no lyrics. */
const COLUMNS = new Set(['tab', 'grid', 'textblock'])
/** Music and pictures for a printer. */
const DRAWN = new Set(['abc', 'ly', 'svg', 'musicxml'])
const MARKUP = /<\/?(?:b|big|i|s|small|span|strike|strut|sub|sup|sym|tt|u)(?:\s[^<>]*)?\/?>/giu

/** `label="Припев 2"` and «Припев 2» name a part alike. */
const labelOf = (value: string): string =>
  (/\blabel=(["'])(.*?)\1/u.exec(value)?.[2] ?? (/^\w+=/u.test(value) ? '' : value)).trim()

const plain = (text: string): string => text.replaceAll(MARKUP, '')

function wordsOf(line: string): SheetPart[] {
  const [before = '', ...rest] = plain(line).split('[')
  const parts = before === '' ? [] : [{ chord: '', words: before }]
  for (const piece of rest) {
    const end = piece.indexOf(']')
    if (end < 0) parts.push({ chord: '', words: `[${piece}` })
    else parts.push({ chord: piece.slice(0, end).trim(), words: piece.slice(end + 1) })
  }
  return parts
}

/** Reads a line of nothing but chords, as they stand over the words in a plain text. */
function chordsAlone(line: string): { at: number; chord: string }[] | null {
  const found = [...line.matchAll(/\S+/gu)].map(({ index, 0: chord }) => ({ at: index, chord }))
  const sounds = found.filter(({ chord }) => /^\(?[A-HАВСЕН]/u.test(chord) && isChord(chord))
  const pauses = found.filter(({ chord }) => /^(?:[|:%-]+|N\.?C\.?|[xх]\d+)$/iu.test(chord))
  // «А» may be a word of a song.
  const sure = sounds.length > 1 || /[A-H]/u.test(sounds[0]?.chord ?? '')
  return sure && sounds.length + pauses.length === found.length ? found : null
}

/** Splits the words of the next line where the chords over it begin. */
function under(chords: { at: number; chord: string }[], words: string): SheetPart[] {
  const [first] = chords
  const parts =
    first !== undefined && first.at > 0 ? [{ chord: '', words: words.slice(0, first.at) }] : []
  return [
    ...parts.filter((part) => part.words !== ''),
    ...chords.map(({ at, chord }, i) => ({ chord, words: words.slice(at, chords[i + 1]?.at) })),
  ]
}

/** Parses a text in ChordPro, or a plain one with chords over its words. */
export function readSheet(text: string): Sheet {
  const sheet: Sheet = {
    title: '',
    artistName: '',
    key: '',
    capo: 0,
    tempo: null,
    lines: [],
    wrong: [],
  }
  let part = ''
  const rows = text
    .replace(/^\uFEFF/u, '')
    .replaceAll(/\\\r?\n[ \t]*/gu, '')
    .split(/\r\n|\r|\n/u)

  function directive(name: string, value: string) {
    const start = /^start_of_(\w+)$/u.exec(name)?.[1]
    if (start !== undefined) {
      part = start
      const label = labelOf(value) || PART_NAMES[start]
      if (label) sheet.lines.push({ kind: 'note', text: plain(label) })
    } else if (name.startsWith('end_of_')) part = ''
    else if (name === 'comment') sheet.lines.push({ kind: 'note', text: plain(value) })
    else if (name === 'chorus') sheet.lines.push({ kind: 'note', text: labelOf(value) || 'Припев' })
    else if (name === 'meta') {
      const [, what = '', rest = ''] = /^(\w+)[\s:]+(.*)$/u.exec(value) ?? []
      if (what !== 'meta') directive(what.toLowerCase(), rest)
    } else if (name === 'title') sheet.title ||= plain(value)
    else if (name === 'artist' || name === 'subtitle') {
      // Older files name the artist as the subtitle.
      if (name === 'artist' || sheet.artistName === '') sheet.artistName = plain(value)
    } else if (name === 'key') sheet.key ||= value
    else if (name === 'capo') {
      if (/^\d+$/u.test(value) && isInRange('capo', Number(value))) sheet.capo = Number(value)
    } else if (name === 'tempo') {
      const tempo = Number.parseFloat(value)
      if (isInRange('tempo', tempo)) sheet.tempo = tempo
    }
  }

  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? ''
    const [found, name = '', selector = '', value = ''] = DIRECTIVE.exec(row) ?? []
    if (found !== undefined) {
      const known = name.toLowerCase()
      // A directive for another instrument does not apply to this page.
      if (selector === '') directive(SHORT[known] ?? known, value)
      continue
    }
    if (row.startsWith('#') || DRAWN.has(part)) continue
    if (COLUMNS.has(part)) {
      sheet.lines.push({ kind: 'columns', text: row })
      continue
    }
    if (row.trim() === '') {
      sheet.lines.push({ kind: 'gap' })
      continue
    }
    if (/^\s*\{[^}]*$/u.test(row)) sheet.wrong.push(`Строка ${i + 1}: нет закрывающей скобки }`)
    if (/\[[^\]]*(?:\[|$)/u.test(row)) sheet.wrong.push(`Строка ${i + 1}: нет закрывающей скобки ]`)
    const chorus = part === 'chorus'
    const alone = row.includes('[') ? null : chordsAlone(row)
    const below = rows[i + 1] ?? ''
    const sung = below.trim() !== '' && !/[[{#]/u.test(below) && chordsAlone(below) === null
    if (alone !== null && sung) i += 1
    const parts = alone === null ? wordsOf(row) : under(alone, sung ? below : '')
    sheet.lines.push({ kind: 'words', parts, chorus })
  }
  return trimmed(sheet)
}

/** Removes gaps at the ends and repeated gaps, which show nothing. */
function trimmed(sheet: Sheet): Sheet {
  const kept = sheet.lines.filter(
    ({ kind }, i, lines) => kind !== 'gap' || (i > 0 && lines[i - 1]?.kind !== 'gap'),
  )
  return { ...sheet, lines: kept.at(-1)?.kind === 'gap' ? kept.slice(0, -1) : kept }
}

/** Returns each word with the chords inside it, so that a narrow screen breaks the line between words alone. */
export function wholeWords(parts: readonly SheetPart[]): SheetPart[][] {
  const words: SheetPart[][] = []
  let goesOn = false
  for (const part of parts)
    for (const [i, piece] of (part.words.match(/\s*\S+\s*|\s+/gu) ?? ['']).entries()) {
      const next = { chord: i === 0 ? part.chord : '', words: piece }
      const last = words.at(-1)
      if (goesOn && last !== undefined) last.push(next)
      else words.push([next])
      goesOn = /\S$/u.test(piece)
    }
  return words
}

/** Returns the first words that are sung; '' where there are none. */
export function firstWords({ lines }: Sheet): string {
  for (const line of lines) {
    const sung =
      line.kind === 'words'
        ? line.parts
            .map(({ words }) => words)
            .join('')
            .trim()
        : ''
    if (sung !== '') return sung
  }
  return ''
}

type Played = {
  /** Semitones, by which the band plays it higher than it is written. */
  transpose: number
  /** The fret of the capo, where the song has one; null: the one that the text is written for. */
  capo: number | null
  /** The key of the song, where the text names none. */
  key?: string
}

type PlayedSheet = {
  lines: readonly SheetLine[]
  /** The key that sounds, and the key played under the capo; null where the text has no chord. */
  key: { sounds: string; played: string } | null
  capo: number
}

/** Returns the sheet as it is played: the sounding chords, less the capo. A text for a capo sounds higher than it is written. */
export function playedSheet(sheet: Sheet, { transpose, capo, key = '' }: Played): PlayedSheet {
  const chords = sheet.lines.flatMap((line) =>
    line.kind === 'words' ? line.parts.flatMap(({ chord }) => chord.split(/\s+/u)) : [],
  )
  const style = styleOf(chords)
  const fret = capo ?? sheet.capo
  const by = sheet.capo + transpose - fret
  const first = [sheet.key, ...chords, key].find(isChord)
  const written = first === undefined ? null : keyOf(first, style)
  const played = written && shiftKey(written, by)
  const spelling = { flats: played !== null && hasFlats(played), style }
  const move = (text: string) =>
    text.startsWith('*')
      ? text.slice(1)
      : text.replaceAll(/[^\s|]+/gu, (chord) => transposeChord(chord, by, spelling))
  return {
    capo: fret,
    key: played && {
      sounds: writeKey(shiftKey(played, fret), style),
      played: writeKey(played, style),
    },
    lines: sheet.lines.map((line) =>
      line.kind === 'words'
        ? { ...line, parts: line.parts.map((part) => ({ ...part, chord: move(part.chord) })) }
        : line,
    ),
  }
}
