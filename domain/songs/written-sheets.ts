import type { ChordPiece } from './chords.ts'
import { piecesOf } from './played-sheet.ts'
import { rowsOf } from './sheet-rows.ts'
import type { SheetPart, SheetRow } from './sheet-rows.ts'
import { readSheet } from './song-text.ts'
import type { SheetLine } from './song-text.ts'

// Texts with chords as others read them: ChordPro with every chord in brackets, and a plain text.

/** Brackets are for chords alone. */
const round = (text: string) => text.replaceAll('[', '(').replaceAll(']', ')')
const inBraces = (text: string) => text.replaceAll(/[{}\r\n]+/gu, ' ').trim()

/** A star begins what stands over the words and is no chord. */
const bracketed = (pieces: readonly ChordPiece[]) =>
  pieces
    .map(({ text, chord }) =>
      chord ? `[${text}]` : text.replaceAll(/\S+/gu, (token) => `[*${round(token)}]`),
    )
    .join('')

const overSyllable = ({ chord, beside }: SheetPart) => {
  if (chord === '') return ''
  if (beside === true) return `[*${round(chord)}]`
  return bracketed(piecesOf(chord).filter(({ text }) => text.trim() !== ''))
}

const inLine = (parts: readonly SheetPart[]) =>
  parts.map((part) => overSyllable(part) + round(part.words)).join('')

/** Returns a line of chords in brackets; null where the row stays as it is written. */
function rewritten({ reading }: SheetRow, line: SheetLine | null): string | null {
  if (reading?.is !== 'chords' || line === null) return null
  if (line.kind === 'words') return inLine(line.parts)
  return line.kind === 'chords' && line.unread !== true ? bracketed(line.pieces) : null
}

type About = { title: string; artistName: string; tempo?: number | null | undefined }

/**
 * Returns a text as ChordPro: its chords over words in brackets, its parts and tablatures said to be such, and its song
 * named where it does not name it itself. All else stays letter for letter, and so does what is ChordPro already.
 */
export function asChordPro(text: string, { title, artistName, tempo }: About): string {
  const isPlain = rowsOf(text).every(({ reading }) => reading !== null)
  const lines: string[] = []
  let isChanged = false
  let inTab = false
  const change = (line: string) => {
    isChanged = true
    lines.push(line)
  }
  const turnTab = (isTab: boolean) => {
    if (isTab !== inTab) change(isTab ? '{start_of_tab}' : '{end_of_tab}')
    inTab = isTab
  }
  const sheet = readSheet(text, ({ row, line, part }) => {
    turnTab(line?.kind === 'columns' && part === '')
    const chords = rewritten(row, line)
    if (chords !== null) change(chords)
    else if (line?.kind === 'note' && !row.text.trimStart().startsWith('{'))
      change(`{comment: ${inBraces(line.text)}}`)
    else {
      if (row.mark !== null) lines.push(`{x_bis: ${row.mark}}`)
      lines.push(isPlain && line?.kind === 'words' ? round(row.text) : row.text)
    }
  })
  turnTab(false)
  const head = [
    ...(sheet.title === '' ? [`{title: ${inBraces(title)}}`] : []),
    ...(sheet.artistName === '' && artistName !== '' ? [`{artist: ${inBraces(artistName)}}`] : []),
    ...(sheet.tempo === null && tempo ? [`{tempo: ${tempo}}`] : []),
  ]
  const body = isChanged ? lines.join('\n') : text.replace(/^\uFEFF/u, '')
  return [...head, body].join('\n')
}

/** The chords of a line over its words; these move apart where a chord is longer than its syllable. */
function overWords(parts: readonly SheetPart[]): string[] {
  let over = ''
  let words = ''
  for (const { chord, words: sung } of parts) {
    if (chord !== '') {
      const at = Math.max(words.length, over === '' ? 0 : over.length + 1)
      // A syllable is parted by a hyphen, words by spaces.
      const isInside = /\p{L}$/u.test(words) && /^\p{L}/u.test(sung)
      words += (isInside ? '-' : ' ').repeat(at - words.length)
      over = over.padEnd(at) + chord
    }
    words += sung
  }
  return [over, words.trimEnd()].filter((row, i) => i === 1 || row !== '')
}

/** Returns the lines of a sheet as a plain text. */
export function plainSheet(lines: readonly SheetLine[]): string {
  return lines
    .flatMap((line) => {
      if (line.kind === 'gap') return ['']
      if (line.kind === 'words') return overWords(line.parts)
      if (line.kind === 'chords')
        return [
          line.pieces
            .map(({ text }) => text)
            .join('')
            .trimEnd(),
        ]
      return [line.text]
    })
    .join('\n')
}
