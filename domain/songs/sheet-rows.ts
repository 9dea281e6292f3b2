import type { LineReading } from './chord-line.ts'
import { readChordLine } from './chord-line.ts'
import type { ChordPiece } from './chords.ts'
import { chordPieces } from './chords.ts'

/**
 * Letters with the chord at their beginning, '' where there is none; `beside`: what stands over them is no chord, such
 * as «(2 раза)».
 */
export type SheetPart = { chord: string; words: string; beside?: boolean }
/** How the artist says that a line is meant. */
export type LineMark = 'chords' | 'words'

type Over = { at: number; text: string; beside: boolean }

/** Tokens of a line of chords with their columns; a label stands apart from the chord that it is written to. */
export function overOf(pieces: readonly ChordPiece[]): Over[] {
  const over: (Over & { end: number })[] = []
  let at = 0
  for (const { text, chord } of pieces) {
    for (const { index, 0: token } of text.matchAll(/\S+/gu)) {
      const last = over.at(-1)
      const isNew = last === undefined || last.end < at + index || last.text.endsWith(':')
      if (isNew) over.push({ at: at + index, text: token, beside: !chord, end: 0 })
      else {
        last.text += token
        last.beside &&= !chord
      }
      const one = over.at(-1)
      if (one !== undefined) one.end = at + index + token.length
    }
    at += text.length
  }
  return over.map(({ at: column, text, beside }) => ({ at: column, text, beside }))
}

/** Splits the words of the next line where the chords over it begin. */
export function under(over: readonly Over[], words: string): SheetPart[] {
  const [first] = over
  const before = first === undefined || first.at === 0 ? '' : words.slice(0, first.at)
  return [
    ...(before === '' ? [] : [{ chord: '', words: before }]),
    ...over.map(({ at, text, beside }, i) => ({
      chord: text,
      words: words.slice(at, over[i + 1]?.at),
      ...(beside && { beside }),
    })),
  ]
}

const TAB_STOP = 8
/** Tabs move what follows to the next stop, in the chords and in the words under them alike. */
export function withoutTabs(pieces: readonly ChordPiece[]): ChordPiece[] {
  let column = 0
  return pieces.map(({ text, chord }) => {
    const [first = '', ...rest] = text.split('\t')
    column += first.length
    let spread = first
    for (const more of rest) {
      const spaces = TAB_STOP - (column % TAB_STOP)
      column += spaces + more.length
      spread += ' '.repeat(spaces) + more
    }
    return { text: spread, chord }
  })
}

/** `reading`: null where a bracket with a chord makes the line ChordPro. */
export type SheetRow = {
  row: number
  text: string
  mark: LineMark | null
  reading: LineReading | null
}

/** An extension of ours, which other programs leave out: how the next line is meant. */
const MARK = /^\s*\{\s*x_bis\s*:\s*(chords|words)\s*\}\s*$/u

/** The tags around the chords of a well-known site. */
const TAGS = /\[\/?(?:ch|tab)\]/giu

const BRACKETS = /\[([^[\]]*)\]/gu
/** Notes as they are sung: their own way to write chords, which is left alone. */
const SYLLABLE = /^(?:do|re|mi|fa|sol|la|si)(?:[#b]|m|\d|sus)*$/iu

/** Whether nothing but chords is in a bracket. */
export function isOfChords(inside: string): boolean {
  const pieces = inside.split(/[\s|]+/u).flatMap((word) => chordPieces(word))
  return (
    SYLLABLE.test(inside) ||
    (pieces.some(({ chord }) => chord) &&
      pieces.every(({ chord, text }) => chord || !/[\p{L}]{2}/u.test(text)))
  )
}

/** Returns null for a line with a chord in brackets among its words, or with a bracket that is not closed. */
function readingOf(line: string): LineReading | null {
  if (line.lastIndexOf('[') > line.lastIndexOf(']')) return null
  const inBrackets = [...line.matchAll(BRACKETS)].some(([, inside = '']) => isOfChords(inside))
  if (!inBrackets) return readChordLine(line)
  const outside = readChordLine(line.replaceAll(BRACKETS, ' '))
  const isPlain =
    outside.is === 'chords' && outside.pieces.some(({ chord, text }) => chord && text.length > 2)
  return isPlain ? readChordLine(line) : null
}

/** Returns the lines of a text; one that ends with «\\» goes on in the next one. */
export function rowsOf(text: string): SheetRow[] {
  const rows: SheetRow[] = []
  const typed = text.replace(/^\uFEFF/u, '').split(/\r\n|\r|\n/u)
  let mark: LineMark | null = null
  for (let i = 0; i < typed.length; i++) {
    const row = i
    let line = typed[i] ?? ''
    while (line.endsWith('\\') && i + 1 < typed.length)
      line = line.slice(0, -1) + (typed[++i] ?? '').trimStart()
    const found = MARK.exec(line)?.[1]
    if (found === 'chords' || found === 'words') mark = found
    else {
      line = line.replaceAll(TAGS, '')
      rows.push({ row, text: line, mark, reading: readingOf(line) })
      mark = null
    }
  }
  return settled(rows)
}

/** Bare Russian letters and small ones are chords where others of the text are surely written so. */
function settled(rows: readonly SheetRow[]): SheetRow[] {
  const chordsOf = ({ reading }: SheetRow) =>
    (reading?.pieces ?? []).filter(({ chord }) => chord).map(({ text }) => text)
  const sure = rows.filter(({ reading }) => reading?.is === 'chords').flatMap(chordsOf)
  const styles = [/^\(?[АВСЕН]/u, /^\(?[a-h]/u].filter((style) =>
    sure.some((one) => style.test(one)),
  )
  return rows.map((row) => {
    const { reading } = row
    if (reading === null) return row
    if (row.mark !== null)
      return { ...row, reading: { ...reading, is: row.mark } satisfies LineReading }
    if (reading.is !== 'maybe') return row
    const chords = chordsOf(row)
    const known = styles.some((style) => chords.every((one) => style.test(one)))
    const is = known ? 'chords' : chords.length > 1 ? 'doubt' : 'words'
    return { ...row, reading: { ...reading, is } }
  })
}

/** Writes the artist's mark before a line, in the text itself: an extension that other programs leave out. */
export function withMark(text: string, row: number, mark: LineMark): string {
  const lines = text.split(/(\r\n|\r|\n)/u)
  const at = row * 2
  const end = lines[at + 1] || lines[1] || '\n'
  const isMarked = MARK.test(lines[at - 2] ?? '')
  const before = isMarked ? lines.slice(0, at - 2) : lines.slice(0, at)
  return [...before, `{x_bis: ${mark}}`, end, ...lines.slice(at)].join('')
}
