import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { shapeOf, UnreadableCatalogue } from './catalogue-file.ts'
import { readCatalogueFile } from './catalogue-reader.ts'
import type { FilePart, FilePlace } from './catalogue-reader.ts'

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function partsOf(file: Buffer, size: number, from?: FilePlace): Promise<FilePart[]> {
  const shape = shapeOf(file)
  const place = from ?? { position: shape.start, line: shape.before }
  const parts = readCatalogueFile(pieces(file.subarray(place.position), size), shape, place)
  return Array.fromAsync(parts)
}

const titles = (parts: readonly FilePart[]) =>
  parts.flatMap(({ songs }) => songs.map(({ title }) => title))

const FILE = Buffer.concat([
  Buffer.from(
    '\uFEFFsep=;\r\n\r\nназвание;исполнитель\r\nЗвезда;Кино\r\n\r\n"Белые\r\nрозы";Май\r\n',
  ),
  Buffer.from([0xff, 0xfe, 0x0a]),
  Buffer.from('"Незакрытая;Хор\r\nЁлка;Хор\r\nПо следам;Хор'),
])
const TITLES = ['Звезда', 'Белые розы', '"Незакрытая', 'Ёлка', 'По следам']

describe('a file of songs', () => {
  test('is the same wherever its bytes are cut', async () => {
    for (let size = 1; size <= FILE.length; size++) {
      const parts = await partsOf(FILE, size)
      assert.deepEqual(titles(parts), TITLES, `pieces of ${size}`)
      assert.deepEqual(parts.at(-1)?.at, { position: FILE.length, line: 11 })
      const [wrong, ...others] = parts.flatMap(({ leftOut }) => leftOut)
      assert.deepEqual(wrong, { why: 'Строка не в кодировке файла', line: 8, text: '' })
      assert.deepEqual(others, [])
    }
  })

  test('goes on from every place where a part of it ended', async () => {
    for (const size of [7, 20, 33]) {
      const parts = await partsOf(FILE, size)
      for (const [at, part] of parts.entries()) {
        if (part.at.position === FILE.length) continue
        const rest = await partsOf(FILE, 5, part.at)
        assert.deepEqual(titles([...parts.slice(0, at + 1), ...rest]), TITLES)
        assert.deepEqual(rest.at(-1)?.at, { position: FILE.length, line: 11 })
      }
    }
  })

  test('in Windows-1251 is read and goes on as well', async () => {
    const text = 'название;исполнитель\n"Медленная\nзвезда";Хор\nНад городом спит метель;Хор'
    const file = Buffer.from(text, 'latin1')
    for (const [at, letter] of Array.from(text).entries()) {
      const code = letter.codePointAt(0) ?? 0
      file[at] = code < 128 ? code : code - 0x410 + 0xc0
    }
    const parts = await partsOf(file, 25)
    assert.deepEqual(titles(parts), ['Медленная звезда', 'Над городом спит метель'])
    for (const { at } of parts.slice(0, -1)) {
      const begun = titles(parts.filter((part) => part.at.position <= at.position))
      assert.deepEqual([...begun, ...titles(await partsOf(file, 25, at))], titles(parts))
    }
  })

  test('loses a line that is longer than any song and nothing beside it', async () => {
    const long = `{"title":"${'а'.repeat(5 * 1024 * 1024)}","artist-credit":[]}`
    const song = (title: string) => JSON.stringify({ title, 'artist-credit': [{ name: 'Хор' }] })
    const file = Buffer.from([song('Раз'), long, song('Два')].join('\n'))
    const parts = await partsOf(file, 300_000)
    assert.deepEqual(titles(parts), ['Раз', 'Два'])
    assert.deepEqual(
      parts.flatMap(({ leftOut }) => leftOut),
      [{ why: 'Слишком длинная строка', line: 2, text: '' }],
    )
    assert.equal(parts.at(-1)?.at.position, file.length)
  })

  test('ends a row whose quote is open where a line is too long, and goes on after it', async () => {
    const long = 'а'.repeat(5 * 1024 * 1024)
    const file = Buffer.from(`title,artist\n"Раз,Хор\n${long}\nДва,Хор\nТри",Хор\nЧетыре,Хор\n`)
    const parts = await partsOf(file, 300_000)
    assert.deepEqual(titles(parts), ['"Раз', 'Два', 'Три"', 'Четыре'])
    const tooLong = parts.flatMap(({ leftOut }) => leftOut)
    assert.deepEqual(tooLong, [{ why: 'Слишком длинная строка', line: 3, text: '' }])
    for (const [at, part] of parts.entries()) {
      if (part.at.position === file.length) continue
      const rest = await partsOf(file, 300_000, part.at)
      assert.deepEqual(titles([...parts.slice(0, at + 1), ...rest]), titles(parts))
    }
  })

  test('shows of a line that is left out nothing that a terminal would obey', async () => {
    const file = Buffer.from('title,artist\n,\u001B]0;Хор\u0007\u009B2J\0\u202E\n')
    // Only the beginning of a file is checked for being a text.
    const shape = shapeOf(file.subarray(0, 13))
    const place = { position: shape.start, line: shape.before }
    const [part] = await Array.fromAsync(
      readCatalogueFile(pieces(file.subarray(place.position), 100), shape, place),
    )
    assert.equal(part?.leftOut[0]?.text, ', ]0;Хор 2J')
  })
})

describe('a file that is no catalogue is refused with what to do:', () => {
  for (const [what, bytes, words] of [
    ['an empty one', Buffer.from('\n\n'), /нет ни одной строки/u],
    ['a table without names', Buffer.from('Звезда;Кино\n'), /нет названий столбцов/u],
    ['UTF-16', Buffer.from('\uFEFFназвание\tисполнитель', 'utf16le'), /UTF-16.*«CSV UTF-8»/u],
    [
      'another alphabet',
      Buffer.from('title,artist\nDéjà vu,Été\n', 'latin1'),
      /не в кодировке UTF-8/u,
    ],
    ['a picture', Buffer.from('\u0089PNG\r\n\0\0', 'latin1'), /Это не текст/u],
    ['an archive', Buffer.from(`${'mbdump'.padEnd(257, '\0')}ustar`), /tar -xOf/u],
  ] as const)
    test(what, () => {
      assert.throws(
        () => shapeOf(bytes),
        (error) => error instanceof UnreadableCatalogue && words.test(error.message),
      )
    })
})
