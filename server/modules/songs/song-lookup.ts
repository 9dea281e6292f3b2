import type { Named } from '#packages/song-search/performer-names.ts'
import { queryOf } from '#packages/song-search/query.ts'
import { foldSong, wordsOf } from '#packages/song-search/song-text.ts'
import type { Context } from '#server/context.ts'
import { PERFORMER_NAMES } from './performer-names.ts'
import { addCatalogueSongs } from './songs.service.ts'
import type { FoundSong } from './songs.store.ts'
import { idsInRepertoire, readSongsByIds, searchSongs } from './songs.store.ts'

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

/**
 * Returns the songs that the input may mean: by the beginnings of words in any order, with a wrong letter, in the other
 * alphabet or on the other keyboard, and by what else their performers are called; by exact beginnings and such names
 * until the index of this process is built. Blank input finds none.
 */
export async function findSongs(
  ctx: Context,
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
  const found = await ownSongs(ctx, input, asked)
  const isWhole = asked.onlyRepertoire || asked.among !== null || found.length >= FEW
  if (ctx.outsideSongs === null || isWhole) return found
  const foundNew = await ctx.outsideSongs.lookUp(input, (songs, source) =>
    addCatalogueSongs(ctx, songs, source),
  )
  return foundNew ? ownSongs(ctx, input, asked) : found
}

async function ownSongs(ctx: Context, input: string, asked: Asked): Promise<FoundSong[]> {
  if (await ctx.songIndex.answers()) return byIndex(ctx, input, asked)
  return byBeginnings(ctx, input, asked)
}

/** The songs of performers called by another name come after those that have the words themselves. */
async function byBeginnings({ sql }: Context, input: string, asked: Asked): Promise<FoundSong[]> {
  const find = (phrase: string, words: readonly string[]) =>
    searchSongs(sql, { ...asked, phrase, words })
  const found = await find(foldSong(input), wordsOf(input))
  const isWanted = ({ begun }: Named) => found.length < (begun ? 1 : asked.limit)
  const named = await Promise.all(
    PERFORMER_NAMES.in(queryOf(input))
      .filter(isWanted)
      .map(async ({ performer, rest }) => {
        const songs = await find('', [...performer, ...rest.words])
        return songs.filter(({ artistName }) => foldSong(artistName) === performer.join(' '))
      }),
  )
  const byId = new Map([...found, ...named.flat()].map((song) => [song.id, song]))
  return [...byId.values()]
    .toSorted((a, b) => Number(b.isFavorite) - Number(a.isFavorite))
    .slice(0, asked.limit)
}

async function byIndex(
  { sql, songIndex }: Context,
  input: string,
  { limit, artistId, onlyRepertoire, withoutClosed, among }: Asked,
): Promise<FoundSong[]> {
  const { first, closed } = await idsInRepertoire(sql, artistId, withoutClosed)
  const mine = new Set(among === null ? [] : first)
  const { missing } = songIndex
  for (;;) {
    const most = limit + missing.size + closed.size
    const options = {
      limit: most,
      first: among ?? first,
      onlyFirst: onlyRepertoire || among !== null,
    }
    const hits = songIndex
      .search(input, options)
      .filter(({ id }) => !missing.has(id) && !closed.has(id))
    const shown = hits.slice(0, limit)
    const ids = shown.map(({ id }) => id)
    const songs = new Map((await readSongsByIds(sql, ids)).map((song) => [song.id, song]))
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
