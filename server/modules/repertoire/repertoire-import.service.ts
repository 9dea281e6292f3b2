import { nearWords } from '#domain/songs/song-likeness.ts'
import { checkSuggestion } from '#domain/queue/order.ts'
import { Refusal, refuseFields } from '#domain/refusal.ts'
import { admitToRepertoire } from '#domain/songs/repertoire.ts'
import {
  isDoubtful,
  isTitleFirst,
  judgeLines,
  keysOf,
  readLine,
} from '#domain/songs/song-import.ts'
import type { JudgedLine } from '#domain/songs/song-import.ts'
import { readSongLines } from '#domain/songs/song-lines.ts'
import type { StoredSong, Songs, SongText } from '../songs/songs.service.ts'
import type { Sql } from '../../platform/db/open.ts'
import { holdArtist, inTransaction } from '../../platform/db/tx.ts'
import type { AskedSong } from './repertoire.service.ts'
import { countSongs, deleteSongs, insertSongs, songIdsOf } from './repertoire.store.ts'

export type RepertoireImport = ReturnType<typeof makeRepertoireImport>

type ImportPreview = {
  titleFirst: boolean
  lines: JudgedLine<StoredSong>[]
  mine: ReadonlySet<string>
}
type Imported = { added: StoredSong[]; already: StoredSong[] }

/** A list of songs on its way into a repertoire. */
export function makeRepertoireImport(deps: { sql: Sql; now: () => Date; songs: Songs }) {
  /** The songs that were asked for, each once, in the order of the asking. */
  async function songsOf(sql: Sql, asked: readonly AskedSong[]): Promise<StoredSong[]> {
    const ids = asked.flatMap(({ songId }) => songId ?? [])
    const known = await deps.songs.byIds(sql, [...new Set(ids)])
    const byId = new Map(known.map((song) => [song.id, song]))
    if (ids.some((id) => !byId.has(id)))
      throw new Refusal('NOT_FOUND', 'Одной из песен уже нет в каталоге. Проверьте список ещё раз.')
    const own = await deps.songs.addOwnMany(sql, byHand(asked))
    return [...new Map([...known, ...own].map((song) => [song.id, song])).values()]
  }

  return {
    /**
     * What a list of songs means, by line; `titleFirst` says which way round it is written.
     * Refuses VALIDATION at `text`.
     */
    async preview(
      artistId: string,
      text: string,
      titleFirst: boolean | undefined,
    ): Promise<ImportPreview> {
      const lines = readSongLines(text)
      const known = await deps.songs.byKeys(keysOf(lines))
      const songs = new Map(known.map((song) => [song.key, song]))
      const mine = new Set(await songIdsOf(deps.sql, artistId))
      const order = isTitleFirst(lines, songs, titleFirst)
      const read = lines.map((line) => readLine(line, order))
      const doubtful = read.filter((line) => isDoubtful(line, songs))
      const near = await deps.songs.near(
        doubtful.flatMap(({ line, readings }) =>
          readings
            .slice(0, 2)
            .flatMap(nearWords)
            .map((words) => ({ line: line.number, ...words })),
        ),
      )
      return { titleFirst: order, lines: judgeLines(read, { songs, mine }, near), mine }
    },

    /**
     * Adds all of the songs or none. Refuses NOT_FOUND for an unknown id, VALIDATION at
     * `songs.N.title` and `songs.N.artistName`, ILLEGAL_STEP where they find no place.
     */
    take(artistId: string, asked: readonly AskedSong[]): Promise<Imported> {
      checkEach(asked)
      return inTransaction(deps.sql, async (sql) => {
        await holdArtist(sql, artistId)
        const songs = await songsOf(sql, asked)
        const mine = new Set(await songIdsOf(sql, artistId))
        const coming = songs.filter((song) => !mine.has(song.id))
        if (coming.length > 0) admitToRepertoire(await countSongs(sql, artistId), coming.length)
        const songIds = coming.map((song) => song.id)
        const added = new Set(await insertSongs(sql, { artistId, songIds, at: deps.now() }))
        return {
          added: songs.filter((song) => added.has(song.id)),
          already: songs.filter((song) => !added.has(song.id)),
        }
      })
    },

    /** Takes the songs out of this repertoire, and gives the ids of those that stood there. */
    takeBack: (artistId: string, songIds: readonly string[]): Promise<string[]> =>
      deleteSongs(deps.sql, artistId, songIds),
  }
}

function byHand(asked: readonly AskedSong[]): SongText[] {
  return asked.filter(({ songId }) => songId === null)
}

/** Every song by hand that is none is named, so that the whole list is mended at once. */
function checkEach(asked: readonly AskedSong[]): void {
  const fields: Record<string, string> = {}
  for (const [at, song] of asked.entries()) {
    if (song.songId !== null) continue
    try {
      checkSuggestion(song.title, song.artistName)
    } catch (error) {
      if (!(error instanceof Refusal) || error.fields === undefined) throw error
      for (const [name, sentence] of Object.entries(error.fields))
        fields[`songs.${at}.${name}`] = sentence
    }
  }
  if (Object.keys(fields).length > 0) throw refuseFields(fields)
}
