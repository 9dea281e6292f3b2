import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { Song } from '#contract/shapes.ts'
import { counted } from '#domain/russian.ts'
import { writeSong } from '#domain/songs/song-lines.ts'
import { sentenceOf } from '#web/lib/call-failed.ts'
import { LONG_LIMIT_MS, call } from '#web/lib/call.ts'
import { readStored, writeStored } from '#web/lib/device-memory.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { useToast } from '#web/ui/toast-context.ts'
import type { PreviewLine } from './preview-lines.ts'
import { linesOf, mended, wishedSongs } from './preview-lines.ts'

/** No list of a thousand songs is larger. */
const LARGEST_FILE = 1024 * 1024

/** Takes a file and gives its text, or why it has none, in words. */
export async function readTextFile(file: Blob): Promise<{ text: string } | { refused: string }> {
  if (file.size > LARGEST_FILE)
    return { refused: 'Файл больше 1 МБ. Разделите список на части или вставьте его текстом.' }
  const bytes = new Uint8Array(await file.arrayBuffer().catch(() => new ArrayBuffer(0)))
  if (bytes.length === 0) return { refused: 'Файл пустой или не читается' }
  const text = decodeText(bytes)
  if (/[\0\p{Co}]/u.test(text))
    return { refused: 'Это не текст. Сохраните таблицу как CSV или скопируйте список сюда.' }
  return { text }
}

/** Text in UTF-8, UTF-16 with its mark, or windows-1251, in which older Excel saves CSV. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}

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

  async function add(lines: readonly PreviewLine[]) {
    const songs = wishedSongs(lines)
    await press(
      'add',
      async () => {
        const answer = await call(api.artist.importFavorites, { body: { songs } }, LONG)
        setAdded(unsure ? [...answer.added, ...answer.already] : answer.added)
        setUnsure(false)
        writeStored(DRAFT, null, 'sessionStorage')
      },
      ({ status }) => setUnsure(unsure || status === 0 || status >= 500),
    )
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
    preview,
    change: (lines: readonly PreviewLine[]) => setPreview((now) => now && { ...now, lines }),
    turning: isPending('turn'),
    /** All lines are read the other way round. */
    turn: (titleFirst: boolean) =>
      press('turn', () => look(text, preview?.lines ?? [], titleFirst)),
    /** One line, typed anew. Throws CallFailed. */
    async mend(number: number, song: { title: string; artistName: string }): Promise<void> {
      const body = { text: writeSong(song), titleFirst: false }
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
      setPreview(null)
      setAdded(null)
    },
  }
}

/** Without what no call takes: a pasted half of an emoji must not refuse the whole list. */
function sendable(text: string): string {
  return text.replaceAll('\0', '').replaceAll(/\p{Cs}/gu, '')
}
