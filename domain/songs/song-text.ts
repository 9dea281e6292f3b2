import { Refusal } from '../refusal.ts'
import { isTab, partName } from './chord-line.ts'
import type { ChordPiece } from './chords.ts'
import type { LineMark, SheetRow, SheetPart } from './sheet-rows.ts'
import { isOfChords, overOf, rowsOf, under, withoutTabs } from './sheet-rows.ts'
import { isInRange } from './song-about.ts'

/** The maximum size of one text, in UTF-8 bytes. */
export const SONG_TEXT_MOST = 64 * 1024
/** The maximum length of all texts of an artist, in characters, so that a pad can store them on its device. */
export const ALL_TEXTS_MOST = 4_000_000
/** Semitones up or down. */
export const TRANSPOSE_MOST = 11

/** `by`: semitones, by which the text itself transposes the line; `unread`: it may have chords that are not moved. */
type Sounding = { by: number; chorus: boolean; unread?: boolean }
export type SheetLine =
  | ({ kind: 'words'; parts: SheetPart[] } & Sounding)
  /** Chords without words, letter for letter with what is between them. */
  | ({ kind: 'chords'; pieces: ChordPiece[] } & Sounding)
  /** The name of a part of the song, or a remark. */
  | { kind: 'note'; text: string }
  /** A tablature: its columns are aligned one under the other. */
  | { kind: 'columns'; text: string }
  /** Bars of chords in columns. */
  | { kind: 'grid'; text: string; by: number }
  | { kind: 'gap' }

/** A line of which it is not sure whether it has chords. */
export type DoubtfulLine = {
  /** Its number in the text, from 0. */
  row: number
  text: string
  /** How it is read; the artist's own mark where he set one. */
  as: LineMark
  marked: boolean
  /** The tokens that make it doubtful. */
  unsure: string[]
}

/** A parsed text with chords. */
export type Sheet = {
  title: string
  artistName: string
  /** As written; '' where the text has none. */
  key: string
  /** The chords are written for a capo at this fret. */
  capo: number
  /** Beats per minute. */
  tempo: number | null
  lines: SheetLine[]
  doubts: DoubtfulLine[]
  /** Errors in the text, as sentences. */
  wrong: string[]
}

export const TEXT_TOO_LONG = `Текст больше ${SONG_TEXT_MOST / 1024} КБ: сократите его`

/** Refuses VALIDATION at `text`. */
export function checkSongText(text: string): string {
  if (new TextEncoder().encode(text).length > SONG_TEXT_MOST)
    throw new Refusal('VALIDATION', TEXT_TOO_LONG, 'text')
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
type Directive = { name: string; selector: string; value: string }

/** Reads «{capo: 2}»; null where a line is no directive. */
export function directiveOf(line: string): Directive | null {
  const [found, typed = '', selector = '', value = ''] = DIRECTIVE.exec(line) ?? []
  if (found === undefined) return null
  return { name: SHORT[typed.toLowerCase()] ?? typed.toLowerCase(), selector, value }
}

/** What a directive for some instrument is for: this page is for a guitar. */
const isForGuitar = (selector: string): boolean =>
  selector === '' || selector.toLowerCase().startsWith('-guitar') !== selector.endsWith('!')
const PART_NAMES: Readonly<Record<string, string>> = { chorus: 'Припев', bridge: 'Бридж' }
/** Parts whose lines are no lyrics. */
const COLUMNS = new Set(['tab', 'textblock'])
/** Music and pictures for a printer. */
const DRAWN = new Set(['abc', 'ly', 'svg', 'musicxml'])
const MARKUP = /<\/?(?:b|big|i|s|small|span|strike|strut|sub|sup|sym|tt|u)(?:\s[^<>]*)?\/?>/giu

/** `label="Припев 2"` and «Припев 2» name a part alike. */
const labelOf = (value: string): string =>
  (/\blabel=(["'])(.*?)\1/u.exec(value)?.[2] ?? (/^\w+=/u.test(value) ? '' : value)).trim()

/** «Каподастр на 2 ладу», «Capo: 2» in a text without directives. */
const PLAIN_CAPO = /^\s*(?:каподастр|капо|capo)(?!\p{L})\D{0,12}(\d{1,2})(?!\d)/iu

const plain = (text: string): string => text.replaceAll(MARKUP, '')

/** Words in a chord's place. */
const REMARK = /\p{L}{3}/u
/** Whether what a text has in brackets is no chord. */
export const isBeside = (inBrackets: string): boolean =>
  inBrackets.startsWith('*') || (REMARK.test(inBrackets) && !isOfChords(inBrackets))

function wordsOf(line: string): SheetPart[] {
  const [before = '', ...rest] = plain(line).split('[')
  const parts = before === '' ? [] : [{ chord: '', words: before }]
  for (const piece of rest) {
    const end = piece.indexOf(']')
    if (end < 0) parts.push({ chord: '', words: `[${piece}` })
    else {
      const typed = piece.slice(0, end).trim()
      const beside = isBeside(typed)
      const chord = typed.replace(/^\*/u, '')
      parts.push({ chord, words: piece.slice(end + 1), ...(beside && { beside }) })
    }
  }
  return parts
}

/** Whether a line belongs to the chords over it. */
function isSung({ text, reading }: SheetRow): boolean {
  const isWords = reading?.is === 'words' || reading?.is === 'maybe'
  return (
    isWords && text.trim() !== '' && !/^#|^\s*\{/u.test(text) && !isTab(text) && !partName(text)
  )
}

/** «И развеял по просторам (Em C)» has words of its own. */
function beginsWithWords({ reading }: SheetRow): boolean {
  const { pieces = [], unsure = [] } = reading ?? {}
  const first = pieces.findIndex(({ chord }) => chord)
  const before = new Set(pieces.slice(0, Math.max(0, first)).map(({ text }) => text))
  return unsure.filter((word) => before.has(word)).length > 1
}

/** What became of a row of a text, and of the row below where that has its words. */
export type ReadRow = {
  row: SheetRow
  below: SheetRow | null
  /** Null where the row shows nothing. */
  line: SheetLine | null
  /** The part of the song that a directive began; '' for none. */
  part: string
}

/** A text of 64 KB may have a line for each second letter. */
const LOOKED_THROUGH = 500

/** Whether a text has chords that can be read, in its first lines. */
export function hasChords(text: string): boolean {
  const first = text.split(/\r\n|\r|\n/u, LOOKED_THROUGH).join('\n')
  return readSheet(first).lines.some(
    (line) =>
      line.kind === 'chords' ||
      line.kind === 'grid' ||
      (line.kind === 'words' && line.parts.some(({ chord, beside }) => chord !== '' && !beside)),
  )
}

/**
 * Parses a text of one song in ChordPro, or a plain one with chords over its words; `onRow` is told of each row in
 * turn.
 */
export function readSheet(text: string, onRow?: (read: ReadRow) => void): Sheet {
  const sheet: Sheet = {
    title: '',
    artistName: '',
    key: '',
    capo: 0,
    tempo: null,
    lines: [],
    doubts: [],
    wrong: [],
  }
  let part = ''
  let by = 0
  /** The part that is for another instrument. */
  let skipped: string | null = null
  const rows = rowsOf(text)
  const isChordPro = rows.some(({ reading }) => reading === null)

  function directive(name: string, value: string) {
    const start = /^start_of_(\w+)$/u.exec(name)?.[1]
    if (start !== undefined) {
      part = start
      const label = labelOf(value) || PART_NAMES[start]
      if (label) sheet.lines.push({ kind: 'note', text: plain(label) })
    } else if (name.startsWith('end_of_')) part = ''
    else if (name === 'comment') sheet.lines.push({ kind: 'note', text: plain(value) })
    else if (name === 'chorus') sheet.lines.push({ kind: 'note', text: labelOf(value) || 'Припев' })
    else if (name === 'transpose') {
      const semitones = Number.parseInt(value || '0', 10)
      if (Math.abs(semitones) <= TRANSPOSE_MOST) by = semitones
    } else if (name === 'meta') {
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

  /** Returns whether the line below was taken as the words of this one. */
  function sounding(row: SheetRow, below: SheetRow | undefined): boolean {
    const { text: line, mark, reading } = row
    const about = { by, chorus: part === 'chorus' }
    if (reading === null) {
      sheet.lines.push({ kind: 'words', parts: wordsOf(line), ...about })
      return false
    }
    const { is, pieces, unsure } = reading
    const as = is === 'chords' ? 'chords' : 'words'
    if (mark !== null || is === 'doubt' || (as === 'chords' && unsure.length > 0))
      sheet.doubts.push({ row: row.row, text: line.trim(), as, marked: mark !== null, unsure })
    const hasChord = pieces.some(({ chord }) => chord)
    if (as === 'words') {
      const unread = is === 'doubt' && { unread: true }
      // Brackets are the text's own where it has no chord in any.
      const parts = isChordPro ? wordsOf(line) : [{ chord: '', words: plain(line) }]
      sheet.lines.push({ kind: 'words', parts, ...about, ...unread })
    } else if (!hasChord || below === undefined || !isSung(below) || beginsWithWords(row))
      sheet.lines.push({ kind: 'chords', pieces, ...about, ...(!hasChord && { unread: true }) })
    else {
      const isTabbed = `${line}${below.text}`.includes('\t')
      const over = overOf(isTabbed ? withoutTabs(pieces) : pieces)
      const [words = below.text] = isTabbed
        ? withoutTabs([{ text: below.text, chord: false }]).map(({ text: spread }) => spread)
        : []
      const parts = under(over, words)
      sheet.lines.push({ kind: 'words', parts, ...about })
      return true
    }
    return false
  }

  /** Returns whether the row below was taken as the words of this one. */
  function take(row: SheetRow, below: SheetRow | undefined): boolean {
    const line = row.text
    const found = directiveOf(line)
    if (found !== null) {
      const { name, selector, value } = found
      if (skipped !== null) {
        if (name === `end_of_${skipped}`) skipped = null
      } else if (isForGuitar(selector)) directive(name, value)
      else if (name.startsWith('start_of_')) skipped = name.slice('start_of_'.length)
      return false
    }
    if (line.startsWith('#') || DRAWN.has(part) || skipped !== null) return false
    const [, fret] = PLAIN_CAPO.exec(line) ?? []
    if (fret !== undefined) directive('capo', fret)
    const name = row.mark === null ? partName(line) : null
    if (part === 'grid') sheet.lines.push({ kind: 'grid', text: line, by })
    else if (COLUMNS.has(part) || (row.mark === null && isTab(line)))
      sheet.lines.push({ kind: 'columns', text: line })
    else if (line.trim() === '') sheet.lines.push({ kind: 'gap' })
    else if (name !== null) sheet.lines.push({ kind: 'note', text: name })
    else {
      if (/^\s*\{[^}]*$/u.test(line))
        sheet.wrong.push(`Строка ${row.row + 1}: нет закрывающей скобки }`)
      if (/\[[^[\]]*(?:\[|$)/u.test(line))
        sheet.wrong.push(`Строка ${row.row + 1}: нет закрывающей скобки ]`)
      return sounding(row, below)
    }
    return false
  }

  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]
    if (row === undefined) break
    const before = sheet.lines.length
    const below = take(row, rows[i + 1]) ? (rows[++i] ?? null) : null
    onRow?.({ row, below, line: sheet.lines[before] ?? null, part })
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
