import type { LiveLog } from '#packages/live-broadcast/bus.ts'
import { foldSong, wordsOf } from '#packages/song-search/song-text.ts'
import type { SongCatalogue } from '#server/integrations/song-catalogue/song-catalogue.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { SongText } from './catalogue.ts'
import type { LiveSongIndex } from './live-song-index.ts'
import type { FoundSong } from './songs.store.ts'
import { idsInRepertoire, searchSongs, songsByIds } from './songs.store.ts'

/** A search waits no longer for the outside catalogue; what comes later is there with the next letter. */
const WAIT_MS = 300
const GIVE_UP_MS = 3000

/**
 * Songs of an outside catalogue, stored in ours. `store` returns how many were new. No failure reaches the search; it
 * is logged when it begins.
 */
export function makeOutsideSongs(deps: {
  catalogue: SongCatalogue
  store: (songs: readonly SongText[]) => Promise<number>
  log: LiveLog
}) {
  let failing = false
  /** A catalogue that caches its answers returns the same list again, which has nothing new. */
  const taken = new WeakSet<readonly SongText[]>()

  async function fetchAndStore(input: string): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(GIVE_UP_MS)
      const songs = await deps.catalogue.find(input, { signal })
      const stored = taken.has(songs) ? 0 : await deps.store(songs)
      taken.add(songs)
      failing = false
      return stored > 0
    } catch (error) {
      if (!failing) deps.log.warn({ err: error }, 'the outside catalogue of songs does not answer')
      failing = true
      return false
    }
  }

  return {
    /** Returns true where it brought songs that are new to us, in time. */
    async lookUp(input: string): Promise<boolean> {
      const late = Promise.withResolvers<boolean>()
      const timer = setTimeout(() => late.resolve(false), WAIT_MS)
      const foundNew = await Promise.race([fetchAndStore(input), late.promise])
      clearTimeout(timer)
      return foundNew
    },
  }
}

type OutsideSongs = ReturnType<typeof makeOutsideSongs>

type SongSearchOptions = {
  /** At most 30, which is also the default. */
  limit?: number
  /** The artist whose repertoire comes first and is flagged. */
  repertoireOf?: string | undefined
  /** Only that repertoire. */
  onlyRepertoire?: boolean | undefined
  /** For a listener's search: songs that the artist closed are not found. */
  withoutClosed?: boolean
  /** Only these songs. */
  among?: readonly string[] | undefined
}

type Asked = {
  limit: number
  artistId: string | null
  onlyRepertoire: boolean
  withoutClosed: boolean
  among: readonly string[] | null
}

const MOST_FOUND = 30
/** With fewer hits of our own the outside catalogue is asked. */
const FEW = 5
const MISSING_MAX = 200

/** Finds songs by the index of this process; by exact beginnings from the database until it is built. */
export function makeSongLookup({
  sql,
  index,
  outside,
}: {
  sql: Sql
  index: LiveSongIndex | null
  outside: OutsideSongs | null
}) {
  /** Songs that the index has and the database has no more, until a rebuild drops them. */
  const missing = new Set<string>()

  async function byIndex(
    words: LiveSongIndex,
    input: string,
    { limit, artistId, onlyRepertoire, withoutClosed, among }: Asked,
  ): Promise<FoundSong[]> {
    const { first, closed } = await idsInRepertoire(sql, artistId, withoutClosed)
    const mine = new Set(among === null ? [] : first)
    for (;;) {
      const most = limit + missing.size + closed.size
      const options = {
        limit: most,
        first: among ?? first,
        onlyFirst: onlyRepertoire || among !== null,
      }
      const hits = words
        .search(input, options)
        .filter(({ id }) => !missing.has(id) && !closed.has(id))
      const shown = hits.slice(0, limit)
      const ids = shown.map(({ id }) => id)
      const songs = new Map((await songsByIds(sql, ids)).map((song) => [song.id, song]))
      if (songs.size === ids.length || missing.size > MISSING_MAX)
        return shown.flatMap((hit) => {
          const song = songs.get(hit.id)
          const isFavorite = among === null ? hit.first : mine.has(hit.id)
          return song === undefined ? [] : [{ ...song, isFavorite }]
        })
      // Their places go to songs that exist.
      for (const id of ids) if (!songs.has(id)) missing.add(id)
    }
  }

  async function own(input: string, asked: Asked): Promise<FoundSong[]> {
    if (index !== null && (await index.answers())) return byIndex(index, input, asked)
    return searchSongs(sql, { ...asked, phrase: foldSong(input), words: wordsOf(input) })
  }

  /**
   * Returns the songs that the input may mean: by the beginnings of words in any order, with a wrong letter, in the
   * other alphabet or on the other keyboard. Blank input finds none.
   */
  return async function search(
    input: string,
    options: SongSearchOptions = {},
  ): Promise<FoundSong[]> {
    if (wordsOf(input).length === 0) return []
    const asked = {
      limit: Math.min(options.limit ?? MOST_FOUND, MOST_FOUND),
      artistId: options.repertoireOf ?? null,
      onlyRepertoire: options.onlyRepertoire ?? false,
      withoutClosed: options.withoutClosed ?? false,
      among: options.among ?? null,
    }
    const found = await own(input, asked)
    const isWhole = asked.onlyRepertoire || asked.among !== null || found.length >= FEW
    if (outside === null || isWhole) return found
    return (await outside.lookUp(input)) ? own(input, asked) : found
  }
}
