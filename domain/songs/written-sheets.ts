import { isChord, transposeChord } from './chords.ts'
import type { ChordPiece } from './chords.ts'
import { movedChords, movedLine, moveOf, piecesOf } from './played-sheet.ts'
import { rowsOf } from './sheet-rows.ts'
import type { SheetPart, SheetRow } from './sheet-rows.ts'
import { directiveOf, isBeside, readSheet } from './song-text.ts'
import type { ReadRow, SheetLine } from './song-text.ts'

// Texts with chords as others read them: ChordPro with every chord in brackets, and a plain text.

/** What a line in the old key says to whoever plays it. */
export const UNMOVED = 'не переложили, сыграйте сами'

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

type About = {
  title: string
  artistName: string
  tempo?: number | null | undefined
  /** Semitones, by which it is played higher than it is written. */
  transpose?: number
  key?: string | undefined
  capo?: number | null | undefined
}

/** `{meta: key Am}` says the same as `{key: Am}`. */
function saidIn(row: string): { name: string; value: string } | null {
  const found = directiveOf(row)
  if (found?.name !== 'meta') return found
  const [, name = '', value = ''] = /^(\w+)[\s:]+(.*)$/u.exec(found.value) ?? []
  return { name, value }
}

/**
 * Returns a text as ChordPro, as it is played: moved by its transposition and for its capo, with the key of its chords
 * and the capo said. Its chords over words stand in brackets, its parts and tablatures are said to be such, and its song
 * is named where it does not name it itself. All else stays letter for letter, and so does what is ChordPro already.
 */
export function asChordPro(text: string, about: About): string {
  const { title, artistName, tempo, transpose = 0, capo = null, key = '' } = about
  const isPlain = rowsOf(text).every(({ reading }) => reading !== null)
  const read: ReadRow[] = []
  const sheet = readSheet(text, (row) => read.push(row))
  const { by, spelling, ...played } = moveOf(sheet, { transpose, capo, key })
  // A bare B of a German text would be another note where no H is left beside it.
  const clear = { ...spelling, style: { ...spelling.style, flatB: 'Bb' as const } }
  const isMoved = by % 12 !== 0
  const keyNow = isMoved ? (played.key?.played ?? '') : key
  const movedRow = (row: string) =>
    row.replaceAll(/\[([^[\]]*)\]/gu, (all, inside: string) =>
      isBeside(inside.trim()) ? all : `[${movedChords(inside, by, clear)}]`,
    )

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
  for (const { row, line, part } of read) {
    turnTab(line?.kind === 'columns' && part === '')
    const moved = line && isMoved ? movedLine(line, by, clear) : line
    const chords = rewritten(row, moved)
    const said = saidIn(row.text)
    const isStill = line !== null && 'unread' in line && line.unread
    if (isMoved && isStill) change(`{comment: ${UNMOVED}}`)
    if (chords !== null) change(chords)
    else if (line?.kind === 'note' && said === null) change(`{comment: ${inBraces(line.text)}}`)
    else if (said?.name === 'key' && isMoved) {
      const now = isChord(said.value) ? transposeChord(said.value, by, clear) : keyNow
      if (now !== '') change(`{key: ${now}}`)
    } else if (said?.name === 'capo' && played.capo !== sheet.capo) change(`{capo: ${played.capo}}`)
    else if (isMoved && moved?.kind === 'grid') change(moved.text)
    else if (isMoved && !isPlain && line?.kind === 'words') change(movedRow(row.text))
    else {
      if (row.mark !== null) lines.push(`{x_bis: ${row.mark}}`)
      lines.push(isPlain && line?.kind === 'words' ? round(row.text) : row.text)
    }
  }
  turnTab(false)
  const saysCapo = read.some(({ row }) => saidIn(row.text)?.name === 'capo')
  const head = [
    ...(sheet.title === '' ? [`{title: ${inBraces(title)}}`] : []),
    ...(sheet.artistName === '' && artistName !== '' ? [`{artist: ${inBraces(artistName)}}`] : []),
    ...(sheet.key === '' && key !== '' && keyNow !== '' ? [`{key: ${inBraces(keyNow)}}`] : []),
    ...(!saysCapo && played.capo > 0 ? [`{capo: ${played.capo}}`] : []),
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
