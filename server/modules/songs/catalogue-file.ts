import { decode, detectEncoding } from '#domain/songs/catalogue-file.ts'
import type { FileEncoding } from '#domain/songs/catalogue-file.ts'
import { headerOf } from '#domain/songs/song-table.ts'
import type { SongHeader } from '#domain/songs/song-table.ts'

/** A file that is no catalogue; the message is Russian and says what to do. */
export class UnreadableCatalogue extends Error {
  override readonly name = 'UnreadableCatalogue'
}

/** What the beginning of a file shows about it. */
export type CatalogueShape = (
  | { kind: 'table'; header: SongHeader; letters: FileEncoding }
  | { kind: 'musicbrainz' }
) & {
  /** Where its songs begin: bytes and lines before them. */
  start: number
  before: number
}

const NEW_LINE = 10
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const UTF16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]
const SPREADSHEET_NOTE = /^sep=.$/u
const TAR = { at: 257, word: 'ustar' }

/** Takes the beginning of a file, unpacked. @throws UnreadableCatalogue */
export function shapeOf(head: Buffer): CatalogueShape {
  refuseOthers(head)
  let start = startsWith(head, UTF8_MARK) ? UTF8_MARK.length : 0
  let before = 0
  for (;;) {
    const found = head.indexOf(NEW_LINE, start)
    const end = found < 0 ? head.length : found + 1
    if (end === start) throw new UnreadableCatalogue('В файле нет ни одной строки.')
    const bytes = head.subarray(start, end)
    const plain = bytes.toString('latin1').trim()
    if (plain.startsWith('{')) return { kind: 'musicbrainz', start, before }
    before++
    if (plain !== '' && !SPREADSHEET_NOTE.test(plain))
      return { ...readHeader(bytes, head), start: end, before }
    start = end
  }
}

function readHeader(line: Buffer, head: Buffer) {
  const letters = detectEncoding(wholeLines(head))
  if (letters === null)
    throw new UnreadableCatalogue(
      'Файл не в кодировке UTF-8. Сохраните его заново как «CSV UTF-8» и повторите.',
    )
  const header = headerOf((decode(line, letters) ?? '').replace(/^\uFEFF|\r?\n$/gu, ''))
  if (header === null)
    throw new UnreadableCatalogue(
      'В первой строке нет названий столбцов. Назовите их «название» и «исполнитель» (или title и artistName), между ними запятая, точка с запятой или табуляция.',
    )
  return { kind: 'table' as const, header, letters }
}

function refuseOthers(head: Buffer): void {
  if (UTF16_MARKS.some((mark) => startsWith(head, mark)))
    throw new UnreadableCatalogue(
      'Файл в кодировке UTF-16. Сохраните его заново как «CSV UTF-8» и повторите.',
    )
  if (head.toString('latin1', TAR.at, TAR.at + TAR.word.length) === TAR.word)
    throw new UnreadableCatalogue(
      'Это архив tar. Достаньте из него сам список: tar -xOf АРХИВ mbdump/recording | npm run songs -- import -',
    )
  if (head.includes(0))
    throw new UnreadableCatalogue('Это не текст. Нужен файл CSV или строки JSON из MusicBrainz.')
}

function startsWith(head: Buffer, mark: Buffer): boolean {
  return head.subarray(0, mark.length).equals(mark)
}

/** Without the last line, which may be cut. */
function wholeLines(head: Buffer): Buffer[] {
  const lines: Buffer[] = []
  let start = 0
  for (;;) {
    const end = head.indexOf(NEW_LINE, start)
    if (end < 0) break
    lines.push(head.subarray(start, end))
    start = end + 1
  }
  return lines.length > 0 ? lines : [head]
}
