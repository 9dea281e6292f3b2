import { setImmediate as breath } from 'node:timers/promises'
import type { IndexedSong } from '#packages/song-search/index-format.ts'
import { isTagged } from '#packages/song-search/search-text.ts'
import type { Sql } from '../../platform/db/open.ts'
import { songPage } from './songs.store.ts'

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const ID_LENGTH = 36
const BETWEEN = '\u001F'

/** The songs of a page as the store wrote it. */
export function readPage(page: string): IndexedSong[] {
  return page === '' ? [] : page.split('\n').map(readLine)
}

function readLine(line: string): IndexedSong {
  const [id = '', orders = '', title = '', artistName = '', names] = line.split(BETWEEN)
  return {
    id,
    // A version («минус», «live») is never before the song itself, which nobody may have ordered yet.
    orders: names !== undefined && isTagged(names) ? 0 : Number(orders) + 1,
    key: `${title}\n${artistName}`,
  }
}

/** Takes a page that is not empty. */
export function lastIdOf(page: string): string {
  const start = page.lastIndexOf('\n') + 1
  return page.slice(start, start + ID_LENGTH)
}

/**
 * Pages of `most` songs whose ids are greater than `after`, up to `last` where one is named. The next one is asked for
 * while the one before is being read; whoever else works in this thread gets a turn between them.
 */
export async function* songPages(
  sql: Sql,
  { after = BEFORE_ALL, last, most }: { after?: string; last?: string; most: number },
): AsyncGenerator<string> {
  let coming = songPage(sql, { after, last, most })
  try {
    for (;;) {
      const page = await coming
      if (page === '') return
      coming = songPage(sql, { after: lastIdOf(page), last, most })
      // Whoever stops in the middle does not take the next page, nor hear how it failed.
      coming.catch(() => {})
      yield page
      await breath()
    }
  } finally {
    await coming.catch(() => {})
  }
}
