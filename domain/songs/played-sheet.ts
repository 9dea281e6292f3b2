import {
  chordPieces,
  hasFlats,
  isChord,
  keyOf,
  keyWords,
  shiftKey,
  styleOf,
  transposeChord,
  writeKey,
} from './chords.ts'
import type { ChordPiece } from './chords.ts'
import type { SheetPart } from './sheet-rows.ts'
import type { Sheet, SheetLine } from './song-text.ts'

/** Returns each word with the chords inside it, so that a narrow screen breaks the line between words alone. */
function wholeWords(parts: readonly SheetPart[]): SheetPart[][] {
  const words: SheetPart[][] = []
  let goesOn = false
  for (const part of parts)
    for (const [i, piece] of (part.words.match(/\s*\S+\s*|\s+/gu) ?? ['']).entries()) {
      const next = i === 0 ? { ...part, words: piece } : { chord: '', words: piece }
      const last = words.at(-1)
      if (goesOn && last !== undefined) last.push(next)
      else words.push([next])
      goesOn = /\S$/u.test(piece)
    }
  return words
}

/** Returns the words under each chord, which move to the next line with it; a word with a chord inside stays whole. */
export function underEachChord(parts: readonly SheetPart[]): SheetPart[][][] {
  const pieces: SheetPart[][][] = []
  for (const word of wholeWords(parts)) {
    const piece = pieces.at(-1)
    const under = piece?.length === 1 && piece[0]?.length === 1 ? piece[0][0] : undefined
    if (piece === undefined || word.some(({ chord }) => chord !== '')) pieces.push([word])
    else if (under === undefined) piece.push(word)
    else under.words += word.map(({ words }) => words).join('')
  }
  return pieces
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

/** How chords are written. */
type Spelling = Parameters<typeof transposeChord>[2]

type PlayedSheet = {
  lines: readonly SheetLine[]
  /** The key that sounds, and the key played under the capo; null where the text has no chord. */
  key: { sounds: string; played: string; words: string } | null
  capo: number
  /** Whether a chord stands otherwise than it is written. */
  isMoved: boolean
}

type Move = Omit<PlayedSheet, 'lines'> & {
  /** Semitones, by which the chords are played higher than they are written. */
  by: number
  spelling: Spelling
}

/** Returns how a sheet is moved. A text for a capo sounds higher than it is written. */
export function moveOf(sheet: Sheet, { transpose, capo, key = '' }: Played): Move {
  const sounding = sheet.lines.flatMap((line) =>
    chordsOf(line).map((chord) => ({ chord, by: 'by' in line ? line.by : 0 })),
  )
  const chords = sounding.map(({ chord }) => chord)
  const style = styleOf(chords)
  const fret = capo ?? sheet.capo
  const by = sheet.capo + transpose - fret
  const first = [sheet.key, ...chords, key].find((one) => isChord(one) && !one.startsWith('/'))
  const written = first === undefined ? null : keyOf(first, style)
  const played = written && shiftKey(written, by + (sounding[0]?.by ?? 0))
  return {
    by,
    spelling: { flats: played !== null && hasFlats(played), style },
    capo: fret,
    isMoved: (sounding.length === 0 ? [{ by: 0 }] : sounding).some(
      (one) => (by + one.by) % 12 !== 0,
    ),
    key: played && {
      sounds: writeKey(shiftKey(played, fret), style),
      played: writeKey(played, style),
      words: keyWords(shiftKey(played, fret)),
    },
  }
}

/** Returns a line with its chords `by` semitones higher. */
export function movedLine(line: SheetLine, by: number, spelling: Spelling): SheetLine {
  const move = (chord: string) => transposeChord(chord, by, spelling)
  if (line.kind === 'chords') return { ...line, pieces: movedInColumns(line.pieces, move) }
  if (line.kind === 'grid') {
    const pieces = movedInColumns(piecesOf(line.text), move)
    return { ...line, text: pieces.map(({ text }) => text).join('') }
  }
  if (line.kind !== 'words') return line
  const parts = line.parts.map((part) =>
    part.beside === true ? part : { ...part, chord: movedChords(part.chord, by, spelling) },
  )
  return { ...line, parts }
}

/** Returns the sheet as it is played: the sounding chords, less the capo. */
export function playedSheet(sheet: Sheet, played: Played): PlayedSheet {
  const { by, spelling, ...move } = moveOf(sheet, played)
  return {
    ...move,
    lines: sheet.lines.map((line) => movedLine(line, by + ('by' in line ? line.by : 0), spelling)),
  }
}

/** The chords over a syllable, and what stands between them. */
export const piecesOf = (text: string): ChordPiece[] =>
  (text.match(/[^\s|]+|[\s|]+/gu) ?? []).flatMap((word) => chordPieces(word))

function chordsOf(line: SheetLine): string[] {
  const pieces =
    line.kind === 'chords'
      ? line.pieces
      : line.kind === 'words'
        ? line.parts.flatMap(({ chord, beside }) => (beside === true ? [] : piecesOf(chord)))
        : line.kind === 'grid'
          ? piecesOf(line.text)
          : []
  return pieces.filter(({ chord }) => chord).map(({ text }) => text)
}

/** Returns what stands over a syllable with its chords `by` semitones higher. */
export const movedChords = (over: string, by: number, spelling: Spelling): string =>
  piecesOf(over)
    .map(({ text, chord }) => (chord ? transposeChord(text, by, spelling) : text))
    .join('')

/** Keeps what follows a chord at its column, where the spaces between allow. */
function movedInColumns(
  pieces: readonly ChordPiece[],
  move: (chord: string) => string,
): ChordPiece[] {
  let late = 0
  return pieces.map(({ text, chord }) => {
    if (chord) {
      const moved = move(text)
      late += moved.length - text.length
      return { text: moved, chord }
    }
    const spaces = /^ */u.exec(text)?.[0].length ?? 0
    if (spaces === 0) return { text, chord }
    const kept = Math.max(1, spaces - late)
    late -= spaces - kept
    return { text: ' '.repeat(kept) + text.slice(spaces), chord }
  })
}
