import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { songWorld } from './song-world.ts'
import type { WorldSong } from './song-world.ts'

const PART = 1_000_000

/** Writes the given number of songs into a file, so that each measuring process reads the same ones. */
export async function writeSongs(file: string, songs: number): Promise<void> {
  const out = createWriteStream(file)
  let part = ''
  for await (const { title, artistName, key, orders } of songWorld(songs)) {
    part += `${[orders, title, artistName, key.replace('\n', '\t')].join('\t')}\n`
    if (part.length < PART) continue
    if (!out.write(part)) await once(out, 'drain')
    part = ''
  }
  out.end(part)
  await once(out, 'close')
}

/** Yields the songs of a file, in its order. */
export async function* readSongs(file: string): AsyncGenerator<WorldSong> {
  for await (const lines of readLines(file)) for (const line of lines) yield songOf(line)
}

/** Yields the lines of a file, many at a time, so that reading does not slow the work measured beside it. */
export async function* readLines(file: string): AsyncGenerator<string[]> {
  let rest = ''
  for await (const part of createReadStream(file, { encoding: 'utf8', highWaterMark: PART })) {
    const lines = `${rest}${String(part)}`.split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
}

export function songOf(line: string): WorldSong {
  const [orders = '', title = '', artistName = '', folded = '', performer = ''] = line.split('\t')
  return { title, artistName, key: `${folded}\n${performer}`, orders: Number(orders) }
}

/** Converts a song's position to its id and back, so that a search by number needs no map. */
export const idAt = (at: number) => `00000000-0000-7000-8000-${at.toString(16).padStart(12, '0')}`
export const placeOfId = (id: string) => Number.parseInt(id.slice(-12), 16)
