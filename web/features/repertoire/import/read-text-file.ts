import { decodeAs, guessEncoding } from '#domain/songs/text-encoding.ts'
import type { TextEncoding } from '#domain/songs/text-encoding.ts'
import type { SpreadsheetPage } from './spreadsheet.ts'
import { isZip } from './zip.ts'

/** No list is larger, though it may have a column of texts. */
const LARGEST_FILE = 16 * 1024 * 1024

/** A list as it was chosen: a text with its encoding, or the sheets of a table. */
export type ListFile =
  | { text: string; encoding: TextEncoding; bytes: Uint8Array<ArrayBuffer> }
  | { sheets: readonly SpreadsheetPage[]; at: number }

/** Office of before 2007. */
const isOldOffice = ([first, second]: Uint8Array) => first === 0xd0 && second === 0xcf

/** Reads a file with a list; returns it, or why there is none, in words. */
export async function readListFile(file: Blob): Promise<ListFile | { refused: string }> {
  if (file.size > LARGEST_FILE)
    return { refused: 'Файл больше 16 МБ. Разделите список на части или вставьте его текстом.' }
  const bytes = new Uint8Array(await file.arrayBuffer().catch(() => new ArrayBuffer(0)))
  if (bytes.length === 0) return { refused: 'Файл пустой или не читается' }
  if (isOldOffice(bytes))
    return {
      refused:
        'Это старый файл Excel или Word. Таблицу сохраните как XLSX или CSV, из документа скопируйте песни и вставьте сюда.',
    }
  if (isZip(bytes)) {
    const { readSpreadsheet } = await import('./spreadsheet.ts')
    return readSpreadsheet(bytes)
  }
  const encoding = guessEncoding(bytes)
  const text = decodeAs(bytes, encoding)
  if (!isText(text))
    return { refused: 'Это не текст. Сохраните таблицу как CSV или скопируйте список сюда.' }
  return { text, encoding, bytes }
}

/** The signs of private use, except the symbols of Word's fonts, of which each line may have its bullet. */
const PRIVATE = /(?![\uF020-\uF0FF])\p{Co}/gu

/** False for what other files than texts decode to. */
export const isText = (text: string) =>
  !text.includes('\0') && (text.match(PRIVATE)?.length ?? 0) * 100 <= text.length

/** Decodes a text in the encoding in which it was likely written. */
export function decodeText(bytes: Uint8Array): string {
  return decodeAs(bytes, guessEncoding(bytes))
}
