import type { api } from '#contract/index.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { IMPORT_SONGS_MAX, IMPORT_TEXT_MAX } from '#domain/songs/song-lines.ts'
import type { Reading } from '#domain/songs/song-lines.ts'
import type { Row } from '#domain/songs/song-table.ts'
import type { ListedRow } from './preview-lines.ts'

/** A song's line is shorter; what is left of a longer one says why it is none. */
const LINE_MOST = 10_000

/** The input of a preview: a text, or songs with titles and performers apart. */
export type Asked = { text: string; titleFirst?: boolean } | { rows: readonly ListedRow[] }

/** A part of a preview: its call, and how many lines stand before it. */
type Part = { body: BodyOf<typeof api.artist.previewImport>; above: number }

/** A part of a list's text; `above`: how many lines stand above it. */
type TextPart = { text: string; above: number }

/** The rows of a table as the lines of a list: what stands in their cells, between dashes. */
export function listOfRows(rows: readonly Row[]): string {
  const tidy = (text: string) => text.replaceAll(/\s+/gu, ' ').trim()
  return rows
    .map(({ cells }) =>
      cells
        .map(tidy)
        .filter((text) => text !== '')
        .join(' - '),
    )
    .join('\n')
}

/** Splits items into parts of at most so many as one call takes. */
export function partsOf<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = []
  for (let at = 0; at < items.length; at += IMPORT_SONGS_MAX)
    parts.push(items.slice(at, at + IMPORT_SONGS_MAX))
  return parts
}

/** Splits a text between lines into parts of at most so many lines and characters as one call takes; no part is blank. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let lines: string[] = []
  let above = 0
  let filled = 0
  let length = 0
  const close = (next: number) => {
    if (filled > 0) parts.push({ text: lines.join('\n'), above })
    lines = []
    above = next
    filled = 0
    length = 0
  }
  for (const [at, whole] of text.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/u).entries()) {
    const line = whole.slice(0, LINE_MOST)
    if (filled === IMPORT_SONGS_MAX || length + line.length + 1 > IMPORT_TEXT_MAX) close(at)
    lines.push(line)
    length += line.length + 1
    if (line.trim() !== '') filled++
  }
  close(0)
  return parts
}

/** The calls of a preview, in order. */
export function previewParts(asked: Asked): Part[] {
  if ('rows' in asked)
    return partsOf(asked.rows).map((part, at) => ({
      body: { songs: part.map(namesOf) },
      above: at * IMPORT_SONGS_MAX,
    }))
  const parts = textParts(sendable(asked.text))
  // An empty list is refused in words.
  return (parts.length > 0 ? parts : [{ text: '', above: 0 }]).map(({ text, above }) => ({
    body: { text },
    above,
  }))
}

const NAME_MOST = 1000
export const namesOf = ({ title, artistName }: Reading) => ({
  title: sendable(title).slice(0, NAME_MOST).toWellFormed(),
  artistName: sendable(artistName).slice(0, NAME_MOST).toWellFormed(),
})

/** Removes characters that the API refuses: half of a pasted emoji must not fail the whole list. */
function sendable(text: string): string {
  return text.replaceAll('\0', '').replaceAll(/\p{Cs}/gu, '')
}
