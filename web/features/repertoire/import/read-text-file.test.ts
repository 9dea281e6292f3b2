import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText, readListFile } from './read-text-file.ts'

const WORDS = 'Кино — Группа крови; «Ёлка»'

/** Encodes in windows-1251: its Russian letters are in one range, the others are listed. */
function in1251(text: string): Uint8Array<ArrayBuffer> {
  const others: Readonly<Record<string, number>> = { '—': 0x97, '«': 0xab, '»': 0xbb, Ё: 0xa8 }
  return Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0)
    return others[letter] ?? (code >= 0x410 && code <= 0x44f ? code - 0x350 : code)
  })
}

test('a file is read in UTF-8, in windows-1251 and in UTF-16 with its mark', () => {
  const utf8 = new TextEncoder().encode(WORDS)
  const little = Buffer.from(`\uFEFF${WORDS}`, 'utf16le')
  const big = Buffer.from(little).swap16()
  for (const bytes of [utf8, in1251(WORDS), little, big]) assert.equal(decodeText(bytes), WORDS)
})

test('a file that is no text, is empty or too large is refused in words', async () => {
  const [zip, sound, old] = [
    [0x50, 0x4b, 3, 4, 0, 0, 0xff],
    [0x49, 0x44, 0x33, 0, 0, 0xff],
    [0xd0, 0xcf, 0x11, 0xe0],
  ].map((bytes) => new Blob([Uint8Array.from(bytes)])) as [Blob, Blob, Blob]
  assert.match(refusal(await readListFile(zip)), /^Таблица не читается: архив повреждён/u)
  assert.match(refusal(await readListFile(sound)), /^Это не текст/u)
  assert.match(refusal(await readListFile(old)), /^Это старый файл Excel/u)
  assert.match(refusal(await readListFile(new Blob([]))), /^Файл пустой/u)
  assert.match(
    refusal(await readListFile(new Blob(['а'.repeat(9_000_000)]))),
    /^Файл больше 16 МБ/u,
  )
  const bytes = in1251(WORDS)
  assert.deepEqual(await readListFile(new Blob([bytes])), {
    text: WORDS,
    encoding: 'windows-1251',
    bytes,
  })
})

test('a list with bullets of Word is a text, as one with a rare sign of a private font', async () => {
  for (const list of [
    '\uF0B7 Кино - Группа крови\n\uF0B7 Сплин - Выхода нет',
    `\uF8FF${'Кино - Группа крови\n'.repeat(10)}`,
  ])
    assert.equal(refusal(await readListFile(new Blob([list]))), '')
  assert.match(refusal(await readListFile(new Blob(['\uE123Кино - Печаль']))), /^Это не текст/u)
})

function refusal(read: Awaited<ReturnType<typeof readListFile>>): string {
  return 'refused' in read ? read.refused : ''
}
