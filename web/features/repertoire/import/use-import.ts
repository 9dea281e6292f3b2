import { useState } from 'react'
import { api } from '#contract/index.ts'
import { TEXTS_AT_ONCE } from '#contract/song-texts.ts'
import type { Song } from '#contract/shapes.ts'
import { counted } from '#domain/russian.ts'
import { writeSongs } from '#domain/songs/song-lines.ts'
import { sentenceOf } from '#web/lib/call-failed.ts'
import { LONG_LIMIT_MS, call } from '#web/lib/call.ts'
import { readStored, writeStored } from '#web/lib/device-memory.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { useToast } from '#web/ui/toast-context.ts'
import type { PreviewLine } from './preview-lines.ts'
import { linesOf, mended, textsOf, wishedSongs } from './preview-lines.ts'
import { readTextFile } from './read-text-file.ts'
import type { SheetFile } from './sheet-files.ts'
import { readSheetFiles } from './sheet-files.ts'

/** Sentences on files that were left out. */
const TOLD_MOST = 20

export type ShownPreview = { titleFirst: boolean; lines: readonly PreviewLine[] }

/** A thousand lines that are like many songs each keep the server busy for some 15 s. */
const LONG = { limitMs: LONG_LIMIT_MS }

/** The list that is being typed outlives a reload of its tab. */
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

/** A list of songs from its text to the repertoire, and the way back. */
export function useImport() {
  const [text, setText] = useDraft()
  const [wrong, setWrong] = useState<string | null>(null)
  const [preview, setPreview] = useState<ShownPreview | null>(null)
  const [added, setAdded] = useState<readonly Song[] | null>(null)
  // The last answer was lost on its way: what «is there already» may well have come by that press.
  const [unsure, setUnsure] = useState(false)
  const [reading, setReading] = useState(false)
  const [sheets, setSheets] = useState<readonly SheetFile[]>([])
  // Of files that are no texts of songs.
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const [unsaved, setUnsaved] = useState<readonly { songId: string; text: string }[]>([])
  const { press, isPending } = usePresses()
  const toast = useToast()

  async function look(from: string, before: readonly PreviewLine[], titleFirst?: boolean) {
    const body = { text: sendable(from), ...(titleFirst === undefined ? {} : { titleFirst }) }
    const read = await call(api.artist.previewImport, { body }, LONG)
    setPreview({ titleFirst: read.titleFirst, lines: linesOf(read.lines, before) })
  }

  /** What is wrong with the text stands at its field, and so does the want of a network. */
  async function check(from = text) {
    setWrong(null)
    setReading(true)
    try {
      await look(from, [])
    } catch (failure) {
      setWrong(sentenceOf(failure))
    } finally {
      setReading(false)
    }
  }

  async function open(file: File) {
    setWrong(null)
    const read = await readTextFile(file)
    if ('refused' in read) {
      setWrong(read.refused)
      return
    }
    setText(read.text)
    await check(read.text)
  }

  async function openSheets(files: readonly File[]) {
    setWrong(null)
    setReading(true)
    const { sheets: found, left } = await readSheetFiles(files)
    const told = left.slice(0, TOLD_MOST)
    if (left.length > told.length) told.push(`и ещё ${left.length - told.length}`)
    setSheets(found)
    setLeftOut(told)
    if (found.length > 0) await check(writeSongs(found))
    else {
      setWrong(`Здесь нет текстов песен. ${told.join('; ')}`)
      setReading(false)
    }
  }

  async function add(lines: readonly PreviewLine[]) {
    const songs = wishedSongs(lines)
    await press(
      'add',
      async () => {
        const answer =
          songs.length === 0
            ? { added: [], already: [] }
            : await call(api.artist.importFavorites, { body: { songs } }, LONG)
        setAdded(unsure ? [...answer.added, ...answer.already] : answer.added)
        setUnsure(false)
        if (sheets.length === 0) writeStored(DRAFT, null, 'sessionStorage')
        else void saveTexts(textsOf(lines, sheets, [...answer.added, ...answer.already]))
      },
      ({ status }) => setUnsure(unsure || status === 0 || status >= 500),
    )
  }

  /** Some at a time; those that a failure kept from being saved wait for the next press. */
  async function saveTexts(texts = unsaved) {
    setUnsaved(texts)
    await press('texts', async () => {
      for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
        const body = { texts: texts.slice(at, at + TEXTS_AT_ONCE) }
        // oxlint-disable-next-line no-await-in-loop -- each call is large, and the network is slow
        await call(api.artist.saveSongTexts, { body }, LONG)
        setUnsaved(texts.slice(at + TEXTS_AT_ONCE))
      }
    })
  }

  async function takeBack(songs: readonly Song[]) {
    await press('take back', async () => {
      const songIds = songs.map(({ songId }) => songId)
      const removed = await call(api.artist.removeFavorites, { body: { songIds } })
      setAdded(null)
      toast(`Убрали из репертуара: ${counted(removed.length, 'песня', 'песни', 'песен')}`)
    })
  }

  return {
    text,
    setText(next: string) {
      setText(next)
      setWrong(null)
    },
    wrong,
    reading,
    check: () => check(),
    open,
    openSheets,
    hasSongs: text.trim() !== '' || sheets.length > 0,
    sheets,
    leftOut,
    unsaved: unsaved.length,
    savingTexts: isPending('texts'),
    saveTexts: () => saveTexts(),
    preview,
    change: (lines: readonly PreviewLine[]) => setPreview((now) => now && { ...now, lines }),
    turning: isPending('turn'),
    /** All lines are read the other way round. */
    turn: (titleFirst: boolean) =>
      press('turn', () => look(text, preview?.lines ?? [], titleFirst)),
    /** One line, typed anew. Throws CallFailed. */
    async mend(number: number, song: { title: string; artistName: string }): Promise<void> {
      const body = { text: writeSongs([song]), titleFirst: false }
      const { lines } = await call(api.artist.previewImport, { body })
      const [read] = lines
      if (read === undefined) throw new Error('a song came back as no line')
      const { state, title, artistName, song: known, similar, why } = read
      const meant = { state, title, artistName, song: known, similar, why }
      setPreview((now) => now && { ...now, lines: mended(now.lines, number, meant) })
    },
    toText: () => setPreview(null),
    adding: isPending('add'),
    add,
    added,
    takingBack: isPending('take back'),
    takeBack,
    startAgain() {
      setText('')
      setSheets([])
      setLeftOut([])
      setUnsaved([])
      setPreview(null)
      setAdded(null)
    },
  }
}

/** Without what no call takes: a pasted half of an emoji must not refuse the whole list. */
function sendable(text: string): string {
  return text.replaceAll('\0', '').replaceAll(/\p{Cs}/gu, '')
}
