import { randomUUIDv7 } from 'node:crypto'
import { setImmediate as breath } from 'node:timers/promises'
import { checkSuggestion } from '#domain/order.ts'
import { Refusal } from '#domain/refusal.ts'
import { foldSong, songKey, wordsOf } from '#domain/song-text.ts'
import type { Sql } from '#server/db/open.ts'
import { inTransaction } from '#server/db/tx.ts'
import type { SongText } from './catalogue.ts'
import { readCatalogue } from './catalogue.ts'
import { songsWithWords } from './near-songs.store.ts'
import type { WordPair } from './near-songs.store.ts'
import type { FoundSong, KeyedSong, NewSong, Song } from './songs.store.ts'
import {
  addOrder,
  anySongs,
  insertSongs,
  searchSongs,
  songByKey,
  songsByIds,
  songsByKeys,
} from './songs.store.ts'

export type { SongText } from './catalogue.ts'
export type { WordPair } from './near-songs.store.ts'
export type { FoundSong, KeyedSong, Song } from './songs.store.ts'

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
/** A tenth of a second of the database, where every word is in hundreds of songs. */
const PAIRS_AT_ONCE = 250

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

  async function named(sql: Sql, ids: readonly string[]): Promise<Song[]> {
    const found = new Map((await songsByIds(sql, ids)).map((song) => [song.id, song]))
    return ids.flatMap((id) => found.get(id) ?? [])
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
    byIds: named,

    /** The same outside of a transaction. */
    named: (ids: readonly string[]): Promise<Song[]> => named(deps.sql, ids),

    async byId(sql: Sql, id: string): Promise<Song | null> {
      const [song] = await songsByIds(sql, [id])
      return song ?? null
    },

    /** A listener's own suggestion, or the song that is there already. Refuses VALIDATION at `title`, `artistName`. */
    addSuggestion: (sql: Sql, asked: SongText) => addUnverified(sql, asked, 'listener'),

    /** A song that a musician types by hand, or the one that is there already. Refuses as a suggestion does. */
    addOwn: (sql: Sql, asked: SongText) => addUnverified(sql, asked, 'artist'),

    /**
     * Songs by hand, each once however often it is named; those that are there already are taken as
     * they are. In any order. Throws the refusal of the first that is no song.
     */
    async addOwnMany(sql: Sql, asked: readonly SongText[]): Promise<KeyedSong[]> {
      // What is named twice is spelt as at first.
      const songs = new Map(
        asked
          .map(newSong)
          .toReversed()
          .map((song) => [song.key, song]),
      )
      const known = songs.size === 0 ? [] : await songsByKeys(sql, [...songs.keys()])
      for (const { key } of known) songs.delete(key)
      if (songs.size === 0) return known
      // In one order for everybody, so that two who add the same songs do not wait for each other in a ring.
      const fresh = [...songs.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
      await insertSongs(sql, fresh, { source: 'artist', verified: false, at: deps.now() })
      return [...known, ...(await songsByKeys(sql, [...songs.keys()]))]
    },

    /** The songs of the catalogue under these keys, in any order. */
    byKeys: (keys: readonly string[]): Promise<KeyedSong[]> => songsByKeys(deps.sql, keys),

    /** For each line the checked songs of the catalogue that have one of its pairs of words. */
    async near(pairs: readonly WordPair[]): Promise<Map<number, Song[]>> {
      const found: Awaited<ReturnType<typeof songsWithWords>> = []
      for (const part of inParts(pairs)) {
        found.push(...(await songsWithWords(deps.sql, part)))
        // The embedded database works in this very thread: whoever else asks gets a turn.
        await breath()
      }
      const ids = [...new Set(found.map(({ songId }) => songId))]
      const songs = new Map((await songsByIds(deps.sql, ids)).map((song) => [song.id, song]))
      const near = new Map<number, Song[]>()
      for (const { line, songId } of found) {
        const song = songs.get(songId)
        if (song !== undefined) near.set(line, [...(near.get(line) ?? []), song])
      }
      return near
    },

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

/** The pairs of a line stay together, so that each of its songs is found once. */
function inParts(pairs: readonly WordPair[]): WordPair[][] {
  const parts: WordPair[][] = []
  for (const pair of pairs) {
    const part = parts.at(-1)
    const whole = part === undefined || part.length >= PAIRS_AT_ONCE
    if (part === undefined || (whole && part.at(-1)?.line !== pair.line)) parts.push([pair])
    else part.push(pair)
  }
  return parts
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
