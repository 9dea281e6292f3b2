import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { Song } from '#contract/shapes.ts'
import { counted } from '#domain/russian.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ColumnKind } from '#domain/songs/song-cells.ts'
import { readSongColumns, songsOf, withKind } from '#domain/songs/song-columns.ts'
import type { SongColumns } from '#domain/songs/song-columns.ts'
import type { Reading } from '#domain/songs/song-lines.ts'
import { IMPORT_TEXT_MAX, tooLongText } from '#domain/songs/song-lines.ts'
import { call } from '#web/lib/calls/call.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { ListedRow, PreviewLine } from './preview-lines.ts'
import { linesOf, withLine, textsOf, updatesOf, songsToImport, withText } from './preview-lines.ts'
import { readTextFile } from './read-text-file.ts'
import { fieldsOf, readSheetFiles } from './sheet-files.ts'
import { LONG, useTexts } from './use-texts.ts'

/** The most sentences about skipped files. */
const FAILED_SHOWN_MOST = 20

export type ShownPreview = { titleFirst: boolean; lines: readonly PreviewLine[] }

/** The typed list survives a reload of its tab. */
const DRAFT = 'import-draft'

function useDraft() {
  const [text, setText] = useState(() => readStored(DRAFT, 'sessionStorage') ?? '')
  const change = (next: string) => {
    setText(next)
    writeStored(DRAFT, next === '' ? null : next, 'sessionStorage')
  }
  return [text, change] as const
}

export type Import = ReturnType<typeof useImport>

/** The input of a preview: a text, or songs with titles and performers apart. */
type Asked = { text: string; titleFirst?: boolean } | { rows: readonly ListedRow[] }

/** The import of a list of songs, from its text to the repertoire, and its undo. */
export function useImport() {
  const [text, setText] = useDraft()
  // An error of the list stands at its field, a network error too.
  const { saving: reading, failed: wrong, correct, save: trying } = useSaving()
  const [columns, setColumns] = useState<SongColumns | null>(null)
  const [preview, setPreview] = useState<ShownPreview | null>(null)
  // The lines of a table whose columns are being corrected.
  const [before, setBefore] = useState<readonly PreviewLine[]>([])
  // Songs already in the repertoire are updated from the list too: replaced values cannot be restored.
  const [update, setUpdate] = useState(false)
  const [added, setAdded] = useState<readonly Song[] | null>(null)
  const [updated, setUpdated] = useState(0)
  // The last response was lost: songs «already there» may have been added by that press.
  const [unsure, setUnsure] = useState(false)
  const [sheets, setSheets] = useState<readonly ListedRow[]>([])
  // Files that are not texts of songs.
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const texts = useTexts()
  const { press, isPending } = usePresses()
  const toast = useToast()
  // Files contain only texts, so choosing them means wanting the texts.
  const updates = update || sheets.length > 0

  async function look(asked: Asked, old: readonly PreviewLine[]) {
    const rows = 'rows' in asked ? asked.rows : []
    const body =
      'rows' in asked ? { songs: rows.map(namesOf) } : { ...asked, text: sendable(asked.text) }
    const read = await call(api.artist.previewImport, { body }, LONG)
    setPreview({ titleFirst: read.titleFirst, lines: linesOf(read.lines, old, rows) })
  }

  /** A table is previewed only after its columns are checked. */
  async function readList(from: string, isFile: boolean) {
    const table = readSongColumns(from)
    setColumns(table)
    if (isFile) {
      admitText(from, table)
      setText(table === null ? from : '')
    }
    if (table === null) await look({ text: from }, [])
  }

  const open = (file: File) =>
    trying(async () => {
      const opened = await readTextFile(file)
      if ('refused' in opened) throw new Refusal('VALIDATION', opened.refused)
      await readList(opened.text, true)
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

  async function add(lines: readonly PreviewLine[]) {
    const songs = songsToImport(lines, update)
    const mine = new Set(updatesOf(lines).map(({ song }) => song?.songId))
    await press(
      'add',
      async () => {
        const answer =
          songs.length === 0
            ? { added: [], already: [] }
            : await call(api.artist.importFavorites, { body: { songs, update } }, LONG)
        const lost = answer.already.filter(({ songId }) => unsure && !mine.has(songId))
        setAdded([...answer.added, ...lost])
        setUpdated(update ? mine.size : 0)
        setUnsure(false)
        if (sheets.length === 0) writeStored(DRAFT, null, 'sessionStorage')
        const known = [...answer.added, ...answer.already]
        void texts.save(textsOf(withText(lines, updates), known))
      },
      ({ status }) => setUnsure(unsure || status === 0 || status >= 500),
    )
  }

  async function takeBack(songs: readonly Song[]) {
    await press('take back', async () => {
      const songIds = songs.map(({ songId }) => songId)
      const removed = await call(api.artist.removeFavorites, { body: { songIds } })
      setAdded(null)
      const words = counted(removed.length, 'песня', 'песни', 'песен')
      const rest = updated === 0 ? '' : '. Обновлённые поля остались'
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
    check: (typed: string) => trying(() => readList(typed, false)),
    open,
    openSheets,
    hasSongs: text.trim() !== '' || sheets.length > 0 || columns !== null,
    columns,
    setKind: (at: number, kind: ColumnKind | null) =>
      setColumns((now) => now && { ...now, kinds: withKind(now.kinds, at, kind) }),
    checkColumns: () =>
      trying(() =>
        columns === null ? Promise.resolve() : look({ rows: songsOf(columns) }, before),
      ),
    toColumns() {
      setBefore(preview?.lines ?? [])
      setPreview(null)
    },
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
      press('turn', () => look({ text, titleFirst }, preview?.lines ?? [])),
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
      setBefore([])
      correct()
    },
    adding: isPending('add'),
    add,
    added,
    updated,
    takingBack: isPending('take back'),
    takeBack,
    startAgain() {
      setText('')
      setColumns(null)
      setBefore([])
      setUpdate(false)
      setSheets([])
      setLeftOut([])
      texts.forget()
      setPreview(null)
      setAdded(null)
    },
  }
}

/** A text that is not a table must fit its field. Refuses VALIDATION. */
function admitText(text: string, table: SongColumns | null): void {
  if (table === null && text.length > 2 * IMPORT_TEXT_MAX) throw tooLongText()
}

const NAME_MOST = 1000
const namesOf = ({ title, artistName }: Reading) => ({
  title: sendable(title).slice(0, NAME_MOST).toWellFormed(),
  artistName: sendable(artistName).slice(0, NAME_MOST).toWellFormed(),
})

/** Removes characters that the API refuses: half of a pasted emoji must not fail the whole list. */
function sendable(text: string): string {
  return text.replaceAll('\0', '').replaceAll(/\p{Cs}/gu, '')
}
