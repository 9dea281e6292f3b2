import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { songWorld } from './song-world.ts'
import type { WorldSong } from './song-world.ts'

/** Writes so many songs into a file, so that each process that measures reads the same ones. */
export async function writeSongs(file: string, songs: number): Promise<void> {
  const out = createWriteStream(file)
  let part = ''
  for await (const { title, artistName, key, orders } of songWorld(songs)) {
    part += `${[orders, title, artistName, key.replace('\n', '\t')].join('\t')}\n`
    if (part.length < 1_000_000) continue
    if (!out.write(part)) await once(out, 'drain')
    part = ''
  }
  out.end(part)
  await once(out, 'close')
}

/** The songs of a file, in its order. */
export async function* readSongs(file: string): AsyncGenerator<WorldSong> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [orders = '', title = '', artistName = '', folded = '', performer = ''] = line.split('\t')
    yield { title, artistName, key: `${folded}\n${performer}`, orders: Number(orders) }
  }
}

/** The id of the song at this place, and back: what finds a song by number needs no map. */
export const idAt = (at: number) => `00000000-0000-7000-8000-${at.toString(16).padStart(12, '0')}`
export const placeOfId = (id: string) => Number.parseInt(id.slice(-12), 16)
