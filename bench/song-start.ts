import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbedded } from '../server/platform/db/open.ts'
import { ownFolder, startProduct } from '../test/support/product/product.ts'
import { rounded } from './percentiles.ts'
import { writeSongs } from './song-lines.ts'
import { loadSongs } from './song-load.ts'

const TRIES = 5
const MANY = 10_000

async function startSeconds(dataDir: string): Promise<number> {
  const began = performance.now()
  const build = process.env['BUILD_DIR']
  const product = await startProduct({
    DATA_DIR: dataDir,
    ...(build === undefined ? {} : { BUILD_DIR: build }),
  })
  const seconds = (performance.now() - began) / 1000
  await product.kill('SIGTERM')
  return seconds
}

/** The median of several starts of the product on the embedded database, with the songs that ship and with ten thousand. Needs the built pages, in BUILD_DIR if that is set. */
export async function startsCompared(): Promise<object[]> {
  const folder = ownFolder()
  try {
    const [few, many] = [join(folder.path, 'few'), join(folder.path, 'many')] as const
    const first = await startSeconds(few)
    cpSync(few, many, { recursive: true })
    const database = await openEmbedded(join(many, 'database'))
    await database.script('truncate songs cascade')
    const file = join(folder.path, 'songs.tsv')
    await writeSongs(file, MANY)
    await loadSongs(database, file)
    await database.close()
    const times = { few: [] as number[], many: [] as number[] }
    // Alternating, so that other load on the machine falls on both.
    for (let turn = 0; turn < TRIES; turn++) {
      times.few.push(await startSeconds(few))
      times.many.push(await startSeconds(many))
    }
    const middle = (numbers: number[]) => rounded(numbers.toSorted((a, b) => a - b)[2] ?? 0)
    return [
      { songs: 'those that ship, the very first start', 'start, s': rounded(first) },
      { songs: 'those that ship', 'start, s': middle(times.few) },
      { songs: MANY, 'start, s': middle(times.many) },
    ]
  } finally {
    folder.remove()
  }
}
