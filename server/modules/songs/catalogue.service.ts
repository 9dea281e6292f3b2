import { createHash } from 'node:crypto'
import { CSV_MARK, csvRow } from '#domain/csv.ts'
import { BEFORE_ALL } from '#domain/uuid.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { shapeOf } from './catalogue-file.ts'
import type { CatalogueShape } from './catalogue-file.ts'
import { cataloguePage, forgetMark, markOf, saveAuthors, saveMark } from './catalogue.store.ts'
import type { FileIdentity } from './catalogue.store.ts'
import { readCatalogueFile } from './catalogue-reader.ts'
import type { FilePart, FilePlace, LeftOutLine } from './catalogue-reader.ts'
import { addCatalogueSongs } from './songs.service.ts'
import type { SongStorage } from './songs.service.ts'

/** Some rows of the exported table, with the number of their songs. */
type ExportedPart = { text: string; songs: number }

const COLUMNS = ['title', 'artistName', 'source', 'verified', 'orders']
const PAGE = 5000

/** Exports the whole catalogue as a table that spreadsheets and our own import read, a page at a time. */
export async function* exportCatalogue(
  { sql }: Pick<Context, 'sql'>,
  { verifiedOnly = false, songsAtOnce = PAGE } = {},
): AsyncGenerator<ExportedPart> {
  yield { text: CSV_MARK + csvRow(COLUMNS), songs: 0 }
  let after = BEFORE_ALL
  for (;;) {
    const page = await cataloguePage(sql, { after, limit: songsAtOnce, verifiedOnly })
    const last = page.at(-1)
    if (last === undefined) return
    const rows = page.map(({ title, artistName, source, verified, orders }) =>
      csvRow([title, artistName, source, String(verified), String(orders)]),
    )
    yield { text: rows.join(''), songs: page.length }
    after = last.id
  }
}

/** A file that can be read from any place in it. */
export type CatalogueSource = {
  /** Its path, or «-» for standard input. */
  name: string
  /** Null where it is not known beforehand. */
  size: number | null
  /** Its first megabyte, unpacked. */
  head(): Promise<Buffer>
  /** Its bytes from there, unpacked; called once. */
  from(position: number): AsyncIterable<Uint8Array>
}

/** `rows` are the songs, the works and the lines that were left out. */
export type ImportCounts = {
  rows: number
  added: number
  known: number
  /** Songs that got authors. */
  authors?: number
  leftOut: Record<string, { count: number; examples: Pick<LeftOutLine, 'line' | 'text'>[] }>
}

export type ImportProgress = { counts: ImportCounts; at: FilePlace }

export type ImportReport = ImportProgress & {
  /** False where the import was stopped before the end. */
  whole: boolean
}

export type ImportStart = {
  shape: CatalogueShape
  from: FilePlace
  /** The counts of what was done before. */
  counts: ImportCounts
  /** Resumes an interrupted import of the same file. */
  resumed: boolean
  /** An earlier import was interrupted, but of other bytes under this name. */
  changed: boolean
}

type ImportOptions = {
  /** The least number of rows that are stored together. */
  rowsAtOnce?: number
  /** Starts from the first line, whatever was done before. */
  again?: boolean
  /** Stops after the rows that are being stored. */
  signal?: AbortSignal
  onStart?: (start: ImportStart) => void
  onProgress?: (progress: ImportProgress) => void
}

/** Enough that a commit costs nothing beside its rows, few enough to stop within a second. */
const ROWS_AT_ONCE = 4000
const EXAMPLES = 5
const SOURCES = { table: 'import', musicbrainz: 'musicbrainz' } as const

/**
 * Imports a catalogue from a file. Rows and progress are stored together, so an interrupted import resumes where it
 * stopped; what was stored before a failure stays. @throws UnreadableCatalogue where the file is none.
 */
export async function importCatalogue(
  ctx: SongStorage,
  source: CatalogueSource,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const head = await source.head()
  const shape = shapeOf(head)
  const identity: FileIdentity = {
    name: source.name,
    size: source.size,
    headHash: createHash('sha256').update(head).digest('hex'),
  }
  const mark = options.again === true ? null : await markOf<ImportCounts>(ctx.sql, source.name)
  const same = mark?.headHash === identity.headHash && mark.size === identity.size
  const known = same ? mark : null
  let at: FilePlace = known ?? { position: shape.start, line: shape.before }
  let counts: ImportCounts = known?.counts ?? { rows: 0, added: 0, known: 0, leftOut: {} }
  const changed = mark !== null && !same
  options.onStart?.({ shape, from: at, counts, resumed: known !== null, changed })

  async function store(part: FilePart): Promise<void> {
    counts = await inTransaction(ctx.sql, async (sql) => {
      const added = await addCatalogueSongs({ ...ctx, sql }, part.songs, SOURCES[shape.kind])
      const authors = await saveAuthors(sql, part.works)
      const after = counted(counts, part, { added, authors })
      await saveMark(sql, { ...identity, ...part.at, counts: after }, ctx.now())
      return after
    })
    at = part.at
    options.onProgress?.({ counts, at })
  }

  const stopped = () => options.signal?.aborted === true
  let storing = Promise.resolve()
  try {
    const parts = readCatalogueFile(source.from(at.position), shape, at)
    for await (const part of inLargeParts(parts, options.rowsAtOnce ?? ROWS_AT_ONCE)) {
      await storing
      if (stopped()) break
      // The next rows are read while these are stored.
      storing = store(part)
      storing.catch(() => {})
    }
  } catch (error) {
    // A stream that is aborted by the stop fails.
    if (!stopped()) throw error
  } finally {
    await storing
  }
  if (!stopped()) await forgetMark(ctx.sql, source.name)
  return { counts, at, whole: !stopped() }
}

async function* inLargeParts(
  parts: AsyncIterable<FilePart>,
  least: number,
): AsyncGenerator<FilePart> {
  let large: FilePart | null = null
  for await (const part of parts) {
    if (large === null) large = part
    else {
      large.songs = large.songs.concat(part.songs)
      large.works = large.works.concat(part.works)
      large.leftOut = large.leftOut.concat(part.leftOut)
      large.at = part.at
    }
    if (large.songs.length + large.works.length + large.leftOut.length < least) continue
    yield large
    large = null
  }
  if (large !== null) yield large
}

function counted(
  before: ImportCounts,
  part: FilePart,
  { added, authors }: { added: number; authors: number },
): ImportCounts {
  const leftOut = structuredClone(before.leftOut)
  const named = (before.authors ?? 0) + authors
  for (const { why, line, text } of part.leftOut) {
    const reason = (leftOut[why] ??= { count: 0, examples: [] })
    reason.count++
    if (reason.examples.length < EXAMPLES) reason.examples.push({ line, text })
  }
  return {
    rows: before.rows + part.songs.length + part.works.length + part.leftOut.length,
    added: before.added + added,
    known: before.known + part.songs.length - added,
    ...(named > 0 && { authors: named }),
    leftOut,
  }
}
