import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { playedSheet } from '#domain/songs/played-sheet.ts'
import { readSheet } from '#domain/songs/song-text.ts'
import { stop } from '../own-database.ts'
import type { Judged, Reader } from './judge.ts'
import { judge } from './judge.ts'

const USAGE = 'Как мерить: npm run songs -- sheets ПАПКА… [--misses] [--against МОДУЛЬ]'
const ENDINGS = /\.(?:cho|chopro|chordpro|crd|pro|txt)$/iu
const SHOWN = 60

const OURS = { readSheet, playedSheet } satisfies Reader

/** Prints how many sheets of a folder are read whole; `--against` reads them with another reader too. */
export async function sheets(args: readonly string[]): Promise<void> {
  const shown = args.includes('--misses')
  const at = args.indexOf('--against')
  const module = at < 0 ? undefined : args[at + 1]
  const folders = args.filter((word, i) => !word.startsWith('--') && (at < 0 || i !== at + 1))
  if (folders.length === 0 || (at >= 0 && module === undefined)) stop(USAGE)
  const readers: (readonly [name: string, reader: Reader])[] = [['этот', OURS]]
  if (module !== undefined) readers.unshift(['другой', await import(resolve(module))])
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true })
    const files = names.filter((name) => ENDINGS.test(name)).toSorted()
    const sums = readers.map(() => nothing())
    for (const file of files) {
      const text = decoded(await readFile(join(folder, file)))
      for (const [i, [, reader]] of readers.entries())
        add(sums[i] ?? nothing(), judge(text, reader), file)
    }
    console.log(`\n${folder}: файлов ${files.length}`)
    for (const [i, [name]] of readers.entries()) print(name, sums[i] ?? nothing())
    const last = sums.at(-1)
    if (shown && last !== undefined) printMisses(last)
  }
}

type Sums = ReturnType<typeof nothing>

const nothing = () => ({
  whole: 0,
  partly: 0,
  unread: 0,
  without: 0,
  words: 0,
  doubts: 0,
  missed: [] as string[],
  taken: [] as string[],
})

function add(sums: Sums, { chordLines, missed, words, taken, doubts }: Judged, file: string): void {
  if (chordLines === 0) sums.without++
  else if (missed.length === 0) sums.whole++
  else if (missed.length < chordLines) sums.partly++
  else sums.unread++
  sums.words += words
  sums.doubts += doubts
  sums.missed.push(...missed.map((line) => `${file}: ${line}`))
  sums.taken.push(...taken.map((line) => `${file}: ${line}`))
}

function print(name: string, { whole, partly, unread, without, words, doubts, taken }: Sums): void {
  const all = whole + partly + unread
  const share = ((100 * whole) / all).toFixed(2)
  const wrong = ((10_000 * taken.length) / words).toFixed(2)
  console.log(
    `${name}: с аккордами ${all} (без них ${without}), целиком ${whole} (${share} %), частью ${partly}, ` +
      `не прочтено ${unread}; строк слов ${words}, из них принято за аккорды ${taken.length} ` +
      `(${wrong} на 10 000); сомнительных строк ${doubts}`,
  )
}

function printMisses({ missed, taken }: Sums): void {
  const some = (lines: readonly string[]) =>
    lines.filter((_, i) => i % Math.max(1, Math.ceil(lines.length / SHOWN)) === 0)
  console.log(`\nНе переложены (${missed.length}):`)
  for (const line of some(missed)) console.log(line)
  console.log(`\nСлова, принятые за аккорды (${taken.length}):`)
  for (const line of some(taken)) console.log(line)
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
