import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'

/** A song as people write it; `workId`: of the work that it is a recording of, in MusicBrainz. */
export type SongText = { title: string; artistName: string; workId?: string }

const FILE = new URL('./catalogue.csv', import.meta.url)

/** The songs that ship with the project. */
export async function readCatalogue(): Promise<SongText[]> {
  return parse(await readFile(FILE), { columns: true, bom: true, skip_empty_lines: true })
}
