import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText, readTextFile } from './read-text-file.ts'

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
  const sheet = new Blob([Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0xff])])
  assert.match(refusal(await readTextFile(sheet)), /^Это не текст/u)
  assert.match(refusal(await readTextFile(new Blob([]))), /^Файл пустой/u)
  assert.match(
    refusal(await readTextFile(new Blob(['а'.repeat(9_000_000)]))),
    /^Файл больше 16 МБ/u,
  )
  assert.deepEqual(await readTextFile(new Blob([in1251(WORDS)])), { text: WORDS })
})

function refusal(read: { text: string } | { refused: string }): string {
  return 'refused' in read ? read.refused : ''
}
