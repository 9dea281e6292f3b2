import { Refusal } from '#domain/refusal.ts'
import { spaced } from '#domain/russian.ts'
import { fromOnSong, fromOpenSong, songsOfBook } from '#domain/songs/other-sheets.ts'
import { checkKey } from '#domain/songs/song-about.ts'
import type { SongFields } from '#domain/songs/song-cells.ts'
import { ALL_TEXTS_MOST, readSheet, SONG_TEXT_MOST } from '#domain/songs/song-text.ts'
import { LIST_ROWS_MAX } from '#domain/songs/song-columns.ts'
import type { SheetFile } from '#web/parts/songs/song-files.ts'
import { songOf } from '#web/parts/songs/song-files.ts'
import { decodeText, isText } from './read-text-file.ts'
import { nameSheets } from './sheet-names.ts'
import type { NamedSheet } from './sheet-names.ts'
import { isWord, isZip, readZip } from './zip.ts'

type ReadFiles = {
  sheets: NamedSheet[]
  /** The skipped files, in sentences. */
  left: string[]
}

const ZIP_MOST = 16 * 1024 * 1024
/** File extensions, without a dot. */
const SHEET_ENDINGS = new Set(['cho', 'chopro', 'chordpro', 'crd', 'onsong', 'pro', 'sng', 'txt'])

const ending = (path: string) => (/\.(\w+)$/u.exec(path)?.[1] ?? '').toLowerCase()

type Part = { path: string; bytes: Uint8Array }

const ENCODER = new TextEncoder()

/** A longer file of another program is not rewritten. */
const REWRITTEN_MOST = 4 * SONG_TEXT_MOST

/** The songs of a file as ChordPro, or why it has none. */
function songsIn({ path, bytes }: Part): string[] | string {
  const kind = ending(path)
  const text = decodeText(bytes)
  if (!SHEET_ENDINGS.has(kind)) return 'это не ChordPro'
  if (!isText(text)) return 'это не текст'
  if (text.trim() === '') return 'пустой файл'
  if (kind !== 'sng' && kind !== 'onsong') return songsOfBook(text)
  if (text.length > REWRITTEN_MOST) return TOO_LONG
  const song = kind === 'sng' ? fromOpenSong(text) : fromOnSong(text)
  return song === null ? 'это не OpenSong' : [song]
}

const WORD =
  'это документ Word, список песен из него вставьте в поле, текст песни сохраните как TXT'
const TOO_LONG = `больше ${SONG_TEXT_MOST / 1024} КБ`
const isTooLong = (text: string) =>
  text.length > SONG_TEXT_MOST || ENCODER.encode(text).length > SONG_TEXT_MOST

/** A song of a book is named by its own text alone, else by its place. */
function songInBook(path: string, text: string, number: number): Omit<SheetFile, 'text'> {
  const { title, artistName } = readSheet(text)
  return title === ''
    ? { title: `${songOf(path, '').title} ${number}`, artistName }
    : { title, artistName }
}

/** What a text says of its song's key, capo and tempo. */
export function fieldsOf(text: string): SongFields {
  const { key, capo, tempo } = readSheet(text)
  let known = ''
  try {
    known = checkKey(key)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  return {
    ...(known !== '' && { key: known }),
    ...(capo > 0 && { capo }),
    ...(tempo !== null && { tempo: Math.round(tempo) }),
  }
}

/** Reads the texts of the files and of the zips among them. */
export async function readSheetFiles(files: readonly File[]): Promise<ReadFiles> {
  const left: string[] = []
  const found: { path: string; sheet: SheetFile }[] = []
  let length = 0
  const take = (part: Part) => {
    const songs = songsIn(part)
    if (typeof songs === 'string') {
      left.push(`${part.path}: ${songs}`)
      return
    }
    for (const [i, text] of songs.entries()) {
      const isBook = songs.length > 1
      const why =
        (isTooLong(text) ? TOO_LONG : null) ??
        (found.length >= LIST_ROWS_MAX ? `за раз берём до ${spaced(LIST_ROWS_MAX)} песен` : null) ??
        (length + text.length > ALL_TEXTS_MOST ? 'все тексты длиннее 4 миллионов знаков' : null)
      if (why === null) {
        const song = isBook ? songInBook(part.path, text, i + 1) : songOf(part.path, text)
        found.push({ path: part.path, sheet: { ...song, text } })
        length += text.length
      } else left.push(`${part.path}${isBook ? `, песня ${i + 1}` : ''}: ${why}`)
    }
  }
  for (const file of files) {
    if (file.size > ZIP_MOST) {
      left.push(`${file.name}: больше 16 МБ`)
      continue
    }
    // One after the other: a phone has little memory.
    const bytes = new Uint8Array(await file.arrayBuffer().catch(() => new ArrayBuffer(0)))
    if (!isZip(bytes)) take({ path: file.name, bytes })
    else
      try {
        if (isWord(bytes)) left.push(`${file.name}: ${WORD}`)
        else
          for (const part of await readZip(bytes)) {
            if ('why' in part) left.push(`${part.path}: ${part.why}`)
            else take(part)
          }
      } catch (error) {
        left.push(`${file.name}: ${error instanceof Refusal ? error.message : 'архив повреждён'}`)
      }
  }
  return { sheets: nameSheets(found), left }
}
