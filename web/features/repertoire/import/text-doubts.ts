import type { LineMark } from '#domain/songs/sheet-rows.ts'
import { withMark } from '#domain/songs/sheet-rows.ts'
import type { ListedSong } from '#domain/songs/song-cells.ts'
import type { DoubtfulLine } from '#domain/songs/song-text.ts'
import { readSheet } from '#domain/songs/song-text.ts'
import type { PreviewLine } from './preview-lines.ts'

// A press marks a line of one text: the others are not read again.
const known = new WeakMap<ListedSong, readonly DoubtfulLine[]>()

function doubtsIn(listed: ListedSong): readonly DoubtfulLine[] {
  const found = known.get(listed) ?? (listed.text === '' ? [] : readSheet(listed.text).doubts)
  known.set(listed, found)
  return found
}

/** How many lines the texts have. */
export const textLines = (lines: readonly PreviewLine[]): number =>
  lines.reduce((sum, { listed }) => sum + (listed?.text ? listed.text.split('\n').length : 0), 0)

/** The doubtful lines of all texts to be saved; a mark is written into the text itself. */
export function doubtsOf(
  lines: readonly PreviewLine[],
  change: (lines: readonly PreviewLine[]) => void,
) {
  return lines.flatMap((line) => {
    const { listed, number, title } = line
    if (listed === null) return []
    return doubtsIn(listed).map((doubt) => ({
      key: `${number} ${doubt.row}`,
      line: doubt,
      title,
      onMark: (mark: LineMark) => {
        const marked = { ...listed, text: withMark(listed.text, doubt.row, mark) }
        change(lines.map((one) => (one === line ? { ...one, listed: marked } : one)))
      },
    }))
  })
}
