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

/** Decodes UTF-8, UTF-16 with a BOM, or windows-1251, in which older Excel saves CSV. */
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
