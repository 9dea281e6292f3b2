import type { SongHeader } from '../song-table.ts'
import { cellsOf, isOpen } from '../song-table.ts'
import type { FileLine } from './file-line.ts'
import { asSong } from './file-line.ts'

/** A cell with more lines than this was never closed. */
const MOST_LINES = 8
const OURS = ['title', 'artistname', 'source', 'verified', 'orders']
const GUARDED = /^'(?='*[=+\-@＝＋－＠])/u

/** A row of a table, and how many lines of the file it took. */
export type TableRow = { line: FileLine; took: number }

/**
 * Reads the rows of a table that comes line by line. A quote that is never closed costs its own row
 * and no other.
 */
export function makeRowReader(header: SongHeader) {
  const ours = OURS.every((name, at) => header.names[at] === name)
  const verifiedAt = ours ? OURS.indexOf('verified') : null

  function lineOf(text: string): FileLine {
    const cells = text.includes('"')
      ? cellsOf(text, header.separator)
      : text.split(header.separator)
    if (verifiedAt !== null && cells[verifiedAt] === 'false')
      return { leftOut: 'Песню никто не проверял' }
    const [title, artistName] = [header.titleAt, header.artistAt].map((at) =>
      at === null ? '' : (cells[at] ?? ''),
    )
    return asSong(own(title ?? ''), own(artistName ?? ''))
  }

  /** What our own export put in front of a cell that a spreadsheet would count. */
  function own(cell: string): string {
    return ours ? cell.replace(GUARDED, '') : cell
  }

  return {
    /**
     * The row at `from` of these lines, where a line that is no text is null; null where only lines that
     * are still to come can tell its end. `last`: none is to come.
     */
    next(lines: readonly (string | null)[], from: number, last: boolean): TableRow | null {
      const first = tidy(lines[from] ?? '')
      if (!first.includes('"') || !isOpen(first, header.separator))
        return { line: lineOf(first), took: 1 }
      let whole = first
      for (let took = 2; took <= MOST_LINES; took++) {
        const more = lines[from + took - 1]
        if (more === undefined && !last) return null
        if (more === undefined || more === null) break
        whole += ` ${tidy(more)}`
        if (!isOpen(whole, header.separator)) return { line: lineOf(whole), took }
      }
      return { line: lineOf(first), took: 1 }
    },
  }
}

function tidy(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
