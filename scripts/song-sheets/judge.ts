import type { playedSheet } from '#domain/songs/played-sheet.ts'
import type { readSheet, SheetLine } from '#domain/songs/song-text.ts'
import { hasSureChord, isBracketOfChords, isChordLine, isWordLine } from './rule.ts'

export type Reader = { readSheet: typeof readSheet; playedSheet: typeof playedSheet }

export type Judged = {
  /** Lines that have chords by the rule, over words or in brackets. */
  chordLines: number
  /** Those of which a chord stays where all others are transposed. */
  missed: string[]
  /** Lines of words, and those of them that were taken for chords. */
  words: number
  taken: string[]
  doubts: number
}

const UP = 2
const BRACKETS = /\[([^[\]]*)\]/gu

/** What is shown of a line: its chords, and all else. */
function shown(line: SheetLine): { chords: string[]; else: string } {
  if (line.kind === 'gap' || line.kind === 'columns' || line.kind === 'grid')
    return { chords: [], else: '' }
  if (line.kind === 'note') return { chords: [], else: line.text }
  if (line.kind === 'chords')
    return {
      chords: line.pieces.filter(({ chord }) => chord).map(({ text }) => text),
      else: line.pieces.map(({ text, chord }) => (chord ? ' ' : text)).join(''),
    }
  const isOver = (beside: boolean | undefined) => beside !== true
  return {
    chords: line.parts
      .filter(({ beside }) => isOver(beside))
      .flatMap(({ chord }) => chord.split(/\s+/u)),
    else: line.parts.map(({ words }) => words).join(''),
  }
}

/** Transposes a sheet and looks at what stayed. */
export function judge(text: string, { readSheet: read, playedSheet: play }: Reader): Judged {
  const rows = text.split(/\r\n|\r|\n/u).filter((row) => !row.startsWith('#'))
  const chordLines = rows.filter(
    (row) =>
      isChordLine(row) ||
      [...row.matchAll(BRACKETS)].some(([, inside = '']) => isBracketOfChords(inside)),
  ).length
  const sheet = read(text)
  const before = play(sheet, { transpose: 0, capo: null }).lines
  const after = play(sheet, { transpose: UP, capo: null }).lines
  const missed: string[] = []
  const taken: string[] = []
  let words = 0
  for (const [i, line] of before.entries()) {
    const written = shown(line)
    const moved = shown(after[i] ?? line)
    const stayed = written.chords.filter(
      (chord, at) => chord !== '' && moved.chords[at] === chord && hasSureChord(chord),
    )
    if (stayed.length > 0) missed.push(`[${stayed.join(' ')}] ${written.chords.join(' ')}`)
    else if (isChordLine(written.else)) missed.push(written.else)
    const asChords = written.chords.join(' ')
    if (isWordLine(written.else) && asChords.trim() === '') words++
    if (line.kind !== 'chords' ? isWordLine(asChords) : isWordLine(allOf(line)))
      taken.push(allOf(line) || asChords)
  }
  return {
    chordLines,
    missed,
    words: words + taken.length,
    taken,
    doubts: sheet.doubts?.length ?? 0,
  }
}

const allOf = (line: SheetLine): string =>
  line.kind === 'chords' ? line.pieces.map(({ text }) => text).join('') : ''
