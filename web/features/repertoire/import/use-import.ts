import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#contract/index.ts'
import type { ImportLine } from '#contract/repertoire.ts'
import type { Song } from '#contract/shapes.ts'
import { countedSongs } from '#domain/russian.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ColumnKind } from '#domain/songs/song-cells.ts'
import {
  admitRows,
  columnsOf,
  nameSongs,
  readSongColumns,
  songsOf,
  withKind,
} from '#domain/songs/song-columns.ts'
import type { SongColumns } from '#domain/songs/song-columns.ts'
import { IMPORT_SONGS_MAX } from '#domain/songs/song-lines.ts'
import { decodeAs } from '#domain/songs/text-encoding.ts'
import type { TextEncoding } from '#domain/songs/text-encoding.ts'
import { call } from '#web/lib/calls/call.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { ListedRow, PreviewLine } from './preview-lines.ts'
import {
  linesOf,
  placedLines,
  songsToImport,
  textsOf,
  updatesOf,
  withLine,
  withText,
} from './preview-lines.ts'
import { listOfRows, namesOf, partsOf, previewParts } from './list-parts.ts'
import type { Asked } from './list-parts.ts'
import { readListFile } from './read-text-file.ts'
import type { ListFile } from './read-text-file.ts'
import { fieldsOf, readSheetFiles } from './sheet-files.ts'
import { LONG, useTexts } from './use-texts.ts'

/** The most sentences about skipped files. */
const FAILED_SHOWN_MOST = 20

export type ShownPreview = {
  titleFirst: boolean
  /** How many more songs the repertoire takes. */
  places: number
  lines: readonly PreviewLine[]
}

/** What was chosen or typed, as long as its meaning is being settled. */
type Source = ListFile | { text: string }

/** How much of a long list is done. */
type Progress = { done: number; all: number }

/** The columns rest so long before their lines are looked up, in ms. */
const FOLLOW_MS = 400

/** A field with more text is slow on a phone. */
const TYPED_MOST = 400_000

/** The artist's typed list survives a reload of its tab, until the page is left. */
function useDraft(username: string) {
  const name = `import-draft:${username}`
  const [text, setText] = useState(() => readStored(name, 'sessionStorage') ?? '')
  const store = (next: string) => writeStored(name, next === '' ? null : next, 'sessionStorage')
  useEffect(() => () => writeStored(name, null, 'sessionStorage'), [name])
  const change = (next: string) => {
    setText(next)
    store(next)
  }
  return { text, setText: change, drop: () => store('') }
}

export type Import = ReturnType<typeof useImport>

/** The import of a list of songs, from its text to the repertoire, and its undo. */
export function useImport(username: string) {
  const { text, setText, drop } = useDraft(username)
  // An error of the list stands at its field, a network error too.
  const { saving: reading, failed: wrong, correct, save: trying } = useSaving()
  const [columns, setColumns] = useState<SongColumns | null>(null)
  const [preview, setPreview] = useState<ShownPreview | null>(null)
  // The columns that the preview is of.
  const [checked, setChecked] = useState<SongColumns | null>(null)
  const [fileName, setFileName] = useState('')
  // Songs already in the repertoire are updated from the list too: replaced values cannot be restored.
  const [update, setUpdate] = useState(false)
  const [added, setAdded] = useState<readonly Song[] | null>(null)
  const [updated, setUpdated] = useState(0)
  // The last response was lost: songs «already there» may have been added by that press.
  const [unsure, setUnsure] = useState(false)
  const [source, setSource] = useState<Source | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  // The songs that found no place in the repertoire.
  const [unplaced, setUnplaced] = useState(0)
  const [sheets, setSheets] = useState<readonly ListedRow[]>([])
  // Files that are not texts of songs.
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const texts = useTexts()
  const { press, isPending } = usePresses()
  const toast = useToast()
  // Files contain only texts, so choosing them means wanting the texts.
  const updates = update || sheets.length > 0

  /** A long list is read in parts, one after the other: the first one tells which way round it is. */
  async function look(asked: Asked, old: readonly PreviewLine[]) {
    const rows = 'rows' in asked ? asked.rows : []
    const parts = previewParts(asked)
    const lines: ImportLine[] = []
    let titleFirst = 'rows' in asked ? undefined : asked.titleFirst
    let places = 0
    try {
      for (const [at, { body, above }] of parts.entries()) {
        if (parts.length > 1) setProgress({ done: at, all: parts.length })
        const whole = titleFirst === undefined ? body : { ...body, titleFirst }
        const read = await call(api.artist.previewImport, { body: whole }, LONG)
        ;({ titleFirst, places } = read)
        for (const line of read.lines) lines.push({ ...line, number: line.number + above })
      }
    } finally {
      setProgress(null)
    }
    const shown = linesOf(lines, old, rows)
    setPreview({ titleFirst: titleFirst ?? false, places, lines: shown })
  }

  /** A table is previewed only after its columns are checked. */
  async function readList(from: Source, isTable?: boolean) {
    const table = readTable(from, isTable)
    setSource(from)
    setColumns(table)
    setPreview(null)
    setSheets([])
    setLeftOut([])
    if (!('text' in from)) {
      setText('')
      if (table !== null) return
    }
    // A list can be edited as if it were typed.
    if ('bytes' in from) setText(table === null && from.text.length <= TYPED_MOST ? from.text : '')
    if (table !== null) return
    const listed = listOf(from)
    admitRows(listed.split('\n').length)
    await look({ text: listed }, [])
  }

  const open = (file: File) =>
    trying(async () => {
      const opened = await readListFile(file)
      if ('refused' in opened) throw new Refusal('VALIDATION', opened.refused)
      setFileName(file.name)
      await readList(opened)
    })

  const openSheets = (files: readonly File[]) =>
    trying(async () => {
      const { sheets: found, left } = await readSheetFiles(files)
      const shownFailures = left.slice(0, FAILED_SHOWN_MOST)
      if (left.length > shownFailures.length)
        shownFailures.push(`и ещё ${left.length - shownFailures.length}`)
      const rows = found.map((sheet, at) => ({
        ...sheet,
        number: at + 1,
        fields: fieldsOf(sheet.text),
        wrong: [],
      }))
      setSheets(rows)
      setLeftOut(shownFailures)
      if (rows.length === 0)
        throw new Refusal('VALIDATION', `Здесь нет текстов песен. ${shownFailures.join('; ')}`)
      await look({ rows }, [])
    })

  const checkColumns = (table: SongColumns) =>
    trying(async () => {
      setChecked(table)
      await look({ rows: songsOf(table) }, preview?.lines ?? [])
    })
  // A table is looked up again when its columns change; a long one by a press.
  const stale = columns !== null && columns !== checked
  const adding = isPending('add')
  const follows = stale && canFollow(columns) && !reading && !adding
  const follow = useEffectEvent(checkColumns)
  useEffect(() => {
    if (!follows) return undefined
    const timer = window.setTimeout(() => void follow(columns), FOLLOW_MS)
    return () => clearTimeout(timer)
  }, [follows, columns])

  async function add(shown: readonly PreviewLine[]) {
    const lines = placedLines(shown, preview?.places ?? 0)
    const songs = songsToImport(lines, updates)
    const mine = new Set(updatesOf(lines).map(({ song }) => song?.songId))
    const answers: Song[] = []
    await press(
      'add',
      async () => {
        const parts = partsOf(songs)
        const came: Song[] = []
        for (const [at, part] of parts.entries()) {
          if (parts.length > 1) setProgress({ done: at, all: parts.length })
          const answer = await call(
            api.artist.importFavorites,
            { body: { songs: part, update, fill: updates } },
            LONG,
          )
          answers.push(...answer.added, ...answer.already)
          const lost = answer.already.filter(({ songId }) => unsure && !mine.has(songId))
          came.push(...answer.added, ...lost)
          if (parts.length > 1) setUnsure(true)
        }
        setAdded(came)
        setUpdated(updates ? mine.size : 0)
        setUnplaced(songsToImport(shown).length - songsToImport(lines).length)
        setUnsure(false)
        if (sheets.length === 0) drop()
        void texts.save(textsOf(withText(lines, updates), answers))
      },
      ({ status }) => setUnsure((was) => was || status === 0 || status >= 500),
    )
    setProgress(null)
  }

  async function takeBack(songs: readonly Song[]) {
    await press('take back', async () => {
      let removed = 0
      for (const part of partsOf(songs)) {
        const songIds = part.map(({ songId }) => songId)
        removed += (await call(api.artist.removeFavorites, { body: { songIds } }, LONG)).length
      }
      setAdded(null)
      const words = countedSongs(removed)
      const ofFiles = sheets.length > 0
      const kept = ofFiles ? 'Тексты из файлов остались' : 'Обновлённые поля остались'
      const rest = updated === 0 || (ofFiles && texts.saved === 0) ? '' : `. ${kept}`
      toast(`Убрали из репертуара: ${words}${rest}`)
    })
  }

  return {
    text,
    setText(next: string) {
      setText(next)
      correct()
    },
    wrong,
    reading,
    progress,
    unplaced,
    source,
    check: (typed: string) => trying(() => readList({ text: typed })),
    /** Reads the same list as a table, or as lines that each hold a song. */
    readAs: (isTable: boolean) =>
      trying(() => (source === null ? Promise.resolve() : readList(source, isTable))),
    /** Reads the same file in another encoding. */
    setEncoding: (encoding: TextEncoding) =>
      trying(async () => {
        if (source === null || !('bytes' in source)) return
        await readList({ ...source, encoding, text: decodeAs(source.bytes, encoding) })
      }),
    setSheet: (at: number) =>
      trying(async () => {
        if (source === null || !('sheets' in source)) return
        await readList({ ...source, at })
      }),
    setHeader: (headerAt: number | null) =>
      setColumns((now) => now && columnsOf(now.all, headerAt)),
    open,
    openSheets,
    hasSongs: text.trim() !== '' || sheets.length > 0 || columns !== null || preview !== null,
    columns,
    setKind: (at: number, kind: ColumnKind | null) =>
      setColumns((now) => now && { ...now, kinds: withKind(now.kinds, at, kind) }),
    checkColumns,
    /** The preview is not of these columns. */
    stale,
    /** It comes by itself. */
    follows,
    fileName,
    sheets,
    leftOut,
    texts,
    update,
    setUpdate,
    updates,
    preview,
    change: (lines: readonly PreviewLine[]) => setPreview((now) => now && { ...now, lines }),
    turning: isPending('turn'),
    /** Reads all lines in the opposite order. */
    turn: (titleFirst: boolean) =>
      press('turn', () =>
        source === null
          ? Promise.resolve()
          : look({ text: listOf(source), titleFirst }, preview?.lines ?? []),
      ),
    /** Reads one corrected line. Throws CallFailed. */
    async correct(number: number, song: { title: string; artistName: string }): Promise<void> {
      const { lines } = await call(api.artist.previewImport, { body: { songs: [namesOf(song)] } })
      const [line] = lines
      if (line === undefined) throw new Error('a song came back as no line')
      const { state, title, artistName, song: known, similar, why } = line
      const meant = { state, title, artistName, song: known, similar, why }
      setPreview((now) => now && { ...now, lines: withLine(now.lines, number, meant) })
    },
    toText() {
      setPreview(null)
      setColumns(null)
      setFileName('')
      correct()
    },
    adding,
    add,
    added,
    updated,
    takingBack: isPending('take back'),
    takeBack,
    startAgain() {
      setText('')
      setSource(null)
      setUnplaced(0)
      setColumns(null)
      setFileName('')
      setUpdate(false)
      setSheets([])
      setLeftOut([])
      texts.forget()
      setPreview(null)
      setAdded(null)
    },
  }
}

const canFollow = ({ kinds, rows }: SongColumns) =>
  nameSongs(kinds) && rows.length <= IMPORT_SONGS_MAX

/** The lines of what was chosen; each row of a table is one. */
const listOf = (from: Source): string =>
  'text' in from ? from.text : listOfRows(from.sheets[from.at]?.rows ?? [])

/** The table of what was chosen; null for lines that each hold a song. */
function readTable(from: Source, isTable?: boolean): SongColumns | null {
  if (isTable === false) return null
  if ('text' in from) return readSongColumns(from.text, isTable)
  return columnsOf(from.sheets[from.at]?.rows ?? [])
}
