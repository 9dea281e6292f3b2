import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { songKey } from '#packages/song-search/song-text.ts'
import { HAND_KINDS } from './query.ts'
import type { HandKind, Query } from './query.ts'

type Row = { query: string; title: string; performer: string; kind: string }

const FILE = new URL('./hand-written.csv', import.meta.url)

/** Realistic queries, written by hand, each with the song of the catalogue that it means. */
export async function handWritten(): Promise<Query[]> {
  const rows: Row[] = parse(await readFile(FILE), { columns: true, skip_empty_lines: true })
  return rows.map(({ query, title, performer, kind }) => ({
    typed: query,
    meant: title,
    wanted: { title, artistName: performer, key: songKey(title, performer) },
    kind: known(kind),
    byHand: true,
  }))
}

function known(kind: string): HandKind {
  const found = HAND_KINDS.find((one) => one === kind)
  if (found === undefined) throw new Error(`hand-written.csv has no kind «${kind}»`)
  return found
}
