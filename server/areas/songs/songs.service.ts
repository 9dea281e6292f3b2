import { randomUUIDv7 } from 'node:crypto'
import { checkSuggestion } from '#domain/order.ts'
import { Refusal } from '#domain/refusal.ts'
import { foldSong, songKey, wordsOf } from '#domain/song-text.ts'
import type { Sql } from '#server/db/open.ts'
import { inTransaction } from '#server/db/tx.ts'
import type { SongText } from './catalogue.ts'
import { readCatalogue } from './catalogue.ts'
import type { FoundSong, NewSong, Song } from './songs.store.ts'
import {
  addOrder,
  anySongs,
  insertSongs,
  searchSongs,
  songByKey,
  songsByIds,
} from './songs.store.ts'

export type { SongText } from './catalogue.ts'
export type { FoundSong, Song } from './songs.store.ts'

export type Songs = ReturnType<typeof makeSongs>

export type SearchOptions = {
  /** At most 30, which is also what an unnamed limit means. */
  limit?: number
  /** The artist whose repertoire comes first and is flagged. */
  repertoireOf?: string | undefined
  /** Nothing but that repertoire. */
  onlyRepertoire?: boolean | undefined
}

const MOST_FOUND = 30
const BATCH = 500

export function makeSongs(deps: { sql: Sql; now: () => Date }) {
  async function addUnverified(sql: Sql, asked: SongText, source: string): Promise<Song> {
    const song = newSong(asked)
    const known = await songByKey(sql, song.key)
    if (known !== null) return known
    await insertSongs(sql, [song], { source, verified: false, at: deps.now() })
    const stored = await songByKey(sql, song.key)
    if (stored === null) throw new Error(`song «${song.title}» was stored and is not there`)
    return stored
  }

  /** Takes any number of rows and says how many songs were new; rows that cannot be songs are left out. */
  async function importRows(sql: Sql, rows: readonly SongText[], source: string): Promise<number> {
    const songs = rows.map(newSongOrNull).filter((song) => song !== null)
    let added = 0
    for (let start = 0; start < songs.length; start += BATCH) {
      const batch = songs.slice(start, start + BATCH)
      added += await insertSongs(sql, batch, { source, verified: true, at: deps.now() })
    }
    return added
  }

  return {
    importRows,

    /** Songs where every word of the input begins some word of title or performer; blank input finds none. */
    async search(input: string, options: SearchOptions = {}): Promise<FoundSong[]> {
      const words = wordsOf(input)
      if (words.length === 0) return []
      return searchSongs(deps.sql, {
        phrase: foldSong(input),
        words,
        artistId: options.repertoireOf ?? null,
        onlyRepertoire: options.onlyRepertoire ?? false,
        limit: Math.min(options.limit ?? MOST_FOUND, MOST_FOUND),
      })
    },

    /** In the order of the ids; unknown ones are left out. */
    async byIds(sql: Sql, ids: readonly string[]): Promise<Song[]> {
      const found = new Map((await songsByIds(sql, ids)).map((song) => [song.id, song]))
      return ids.flatMap((id) => found.get(id) ?? [])
    },

    async byId(sql: Sql, id: string): Promise<Song | null> {
      const [song] = await songsByIds(sql, [id])
      return song ?? null
    },

    /** A listener's own suggestion, or the song that is there already. Refuses VALIDATION at `title`, `artistName`. */
    addSuggestion: (sql: Sql, asked: SongText) => addUnverified(sql, asked, 'listener'),

    /** A song that a musician types by hand, or the one that is there already. Refuses as a suggestion does. */
    addOwn: (sql: Sql, asked: SongText) => addUnverified(sql, asked, 'artist'),

    /** One more order: songs that are ordered often are found first. */
    countOrder: (sql: Sql, songId: string) => addOrder(sql, songId),

    /** Fills an empty catalogue with the songs that ship with the project; says how many were added. */
    async seedCatalogue(): Promise<number> {
      if (await anySongs(deps.sql)) return 0
      const rows = await readCatalogue()
      return inTransaction(deps.sql, (sql) => importRows(sql, rows, 'catalogue'))
    },
  }
}

function newSong(asked: SongText): NewSong {
  const { title, artistName } = checkSuggestion(asked.title, asked.artistName)
  return {
    id: randomUUIDv7(),
    title,
    artistName,
    key: songKey(title, artistName),
    words: wordsOf(`${title} ${artistName}`),
  }
}

function newSongOrNull(row: SongText): NewSong | null {
  try {
    return newSong(row)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
