import { readSheet } from '#domain/songs/song-text.ts'

/** A text with chords in its own file. */
export type SheetFile = { title: string; artistName: string; text: string }

const NAME_MOST = 240
const DIVIDER = ' — '
/** Characters that some system forbids in file names are replaced by their wide forms. */
const NARROW = '/\\:*?"<>|'
const WIDE = '／＼：＊？＂＜＞｜'

const swap = (text: string, from: string, to: string) =>
  Array.from(text, (sign) => to[from.indexOf(sign)] ?? sign).join('')

/** A name that every system takes. */
export const plainFileName = (name: string): string => cutToBytes(swap(name, NARROW, WIDE))

/** A file name from which `songOf` reads the same song. */
export function fileNameOf({ title, artistName }: Omit<SheetFile, 'text'>): string {
  const name = artistName === '' ? title : `${artistName}${DIVIDER}${title}`
  return `${plainFileName(name)}.cho`
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

/** The system's name of a file, of which a folder may have no second. */
const plainName = (name: string) => name.normalize('NFC').toLowerCase()

/** The names of the files, no two of them the same; one that does not say its song leaves that to its text. */
function fileNamesOf(sheets: readonly SheetFile[]): string[] {
  const taken = new Set<string>()
  return sheets.map((sheet) => {
    const own = fileNameOf(sheet)
    const { title, artistName } = songOf(own, '')
    const isRead = title === sheet.title && artistName === sheet.artistName
    const others = own.replace(/\.cho$/u, '').replaceAll(DIVIDER, ' - ')
    let name = isRead ? own : `${others}.cho`
    for (let n = 2; taken.has(plainName(name)); n++) name = `${others} (${n}).cho`
    taken.add(plainName(name))
    return name
  })
}

/** A zip with a file for each text, in UTF-8. */
export async function zipOf(sheets: readonly SheetFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await import('fflate')
  const names = fileNamesOf(sheets)
  const files = sheets.map(({ text }, at) => [names[at] ?? '', strToU8(text)] as const)
  return new Uint8Array(zipSync(Object.fromEntries(files)))
}
