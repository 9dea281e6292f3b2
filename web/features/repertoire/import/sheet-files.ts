import { Refusal } from '#domain/refusal.ts'
import { fromOnSong, fromOpenSong, songsOfBook } from '#domain/songs/other-sheets.ts'
import { checkKey } from '#domain/songs/song-about.ts'
import type { SongFields } from '#domain/songs/song-cells.ts'
import { ALL_TEXTS_MOST, readSheet, SONG_TEXT_MOST } from '#domain/songs/song-text.ts'
import { IMPORT_SONGS_MAX } from '#domain/songs/song-lines.ts'
import { decodeText } from './read-text-file.ts'
import { nameSheets } from './sheet-names.ts'
import type { NamedSheet } from './sheet-names.ts'
import { isZip, readZip } from './zip.ts'

/** A text with chords in its own file. */
type SheetFile = { title: string; artistName: string; text: string }

type ReadFiles = {
  sheets: NamedSheet[]
  /** The skipped files, in sentences. */
  left: string[]
}

const ZIP_MOST = 16 * 1024 * 1024
/** File extensions, without a dot. */
const SHEET_ENDINGS = new Set(['cho', 'chopro', 'chordpro', 'crd', 'onsong', 'pro', 'sng', 'txt'])

const NAME_MOST = 240
const DIVIDER = ' — '
/** Characters that some system forbids in file names are replaced by their wide forms. */
const NARROW = '/\\:*?"<>|'
const WIDE = '／＼：＊？＂＜＞｜'

const swap = (text: string, from: string, to: string) =>
  Array.from(text, (sign) => to[from.indexOf(sign)] ?? sign).join('')

/** A file name from which `songOf` reads the same song. */
export function fileNameOf({ title, artistName }: Omit<SheetFile, 'text'>): string {
  const name = artistName === '' ? title : `${artistName}${DIVIDER}${title}`
  return `${cutToBytes(swap(name, NARROW, WIDE))}.cho`
}

/** No system takes a name of more than 255 bytes. */
function cutToBytes(name: string): string {
  const bytes = new TextEncoder().encode(name)
  return bytes.length <= NAME_MOST
    ? name
    : new TextDecoder().decode(bytes.subarray(0, NAME_MOST)).replace(/\uFFFD$/u, '')
}

/** From the file name, if it has our form; else from the text itself; else from «Artist - Title». */
export function songOf(path: string, text: string): Omit<SheetFile, 'text'> {
  const file = path.split(/[/\\]/u).at(-1) ?? ''
  const name = swap(file.replace(/\.\w+$/u, ''), WIDE, NARROW).trim()
  const own = name.indexOf(DIVIDER)
  if (own > 0)
    return { artistName: name.slice(0, own), title: name.slice(own + DIVIDER.length).trim() }
  const { title, artistName } = readSheet(text)
  if (title !== '') return { title, artistName }
  const [performer, ...rest] = name.split(' - ')
  if (performer === undefined || rest.length === 0) return { title: name, artistName: '' }
  return { artistName: performer.trim(), title: rest.join(' - ').trim() }
}

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
  if (/[\0\p{Co}]/u.test(text)) return 'это не текст'
  if (text.trim() === '') return 'пустой файл'
  if (kind !== 'sng' && kind !== 'onsong') return songsOfBook(text)
  if (text.length > REWRITTEN_MOST) return TOO_LONG
  const song = kind === 'sng' ? fromOpenSong(text) : fromOnSong(text)
  return song === null ? 'это не OpenSong' : [song]
}

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
        (found.length >= IMPORT_SONGS_MAX ? 'за раз берём до 1 000 песен' : null) ??
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

/** A zip with a file for each text, in UTF-8. */
export async function zipOf(sheets: readonly SheetFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await import('fflate')
  const files = sheets.map((sheet) => [fileNameOf(sheet), strToU8(sheet.text)] as const)
  return new Uint8Array(zipSync(Object.fromEntries(files)))
}
