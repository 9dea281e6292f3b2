import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { songWorld } from './song-world.ts'
import type { WorldSong } from './song-world.ts'

const PART = 1_000_000

/** Writes so many songs into a file, so that each process that measures reads the same ones. */
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

/** The songs of a file, in its order. */
export async function* readSongs(file: string): AsyncGenerator<WorldSong> {
  for await (const lines of readLines(file)) for (const line of lines) yield songOf(line)
}

/** The same as lines, many at a time: what is measured beside it is no slower for the reading. */
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

/** The id of the song at this place, and back: what finds a song by number needs no map. */
export const idAt = (at: number) => `00000000-0000-7000-8000-${at.toString(16).padStart(12, '0')}`
export const placeOfId = (id: string) => Number.parseInt(id.slice(-12), 16)
