import { decodeAs, guessEncoding } from '#domain/songs/text-encoding.ts'

/** No list of a thousand songs is larger, though it may have a column of texts. */
const LARGEST_FILE = 16 * 1024 * 1024

/** Reads a file; returns its text, or why it has none, in words. */
export async function readTextFile(file: Blob): Promise<{ text: string } | { refused: string }> {
  if (file.size > LARGEST_FILE)
    return { refused: 'Файл больше 16 МБ. Разделите список на части или вставьте его текстом.' }
  const bytes = new Uint8Array(await file.arrayBuffer().catch(() => new ArrayBuffer(0)))
  if (bytes.length === 0) return { refused: 'Файл пустой или не читается' }
  const text = decodeText(bytes)
  if (/[\0\p{Co}]/u.test(text))
    return { refused: 'Это не текст. Сохраните таблицу как CSV или скопируйте список сюда.' }
  return { text }
}

/** Decodes a text in the encoding in which it was likely written. */
export function decodeText(bytes: Uint8Array): string {
  return decodeAs(bytes, guessEncoding(bytes))
}
