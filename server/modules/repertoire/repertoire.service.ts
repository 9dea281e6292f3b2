import { Refusal } from '#domain/refusal.ts'
import { admitToRepertoire } from '#domain/repertoire.ts'
import type { StoredSong, Songs } from '../songs/songs.service.ts'
import type { Sql } from '../../platform/db/open.ts'
import { holdArtist } from '../../platform/db/artist-lock.ts'
import { inTransaction } from '../../platform/db/tx.ts'
import { countSongs, deleteSong, hasSong, insertSong, songIdsOf } from './repertoire.store.ts'

export type { StoredSong } from '../songs/songs.service.ts'

export type Repertoire = ReturnType<typeof makeRepertoire>

/** A song of the catalogue by its id, or with `songId: null` the artist's own, written by hand. */
export type AskedSong = { songId: string | null; title: string; artistName: string }

// «Белые розы» in quotes stands under Б, and «9 мая» before «22 июня».
const BY_ALPHABET = new Intl.Collator('ru-RU', { ignorePunctuation: true, numeric: true })

export function makeRepertoire(deps: { sql: Sql; now: () => Date; songs: Songs }) {
  async function songOf(sql: Sql, asked: AskedSong): Promise<StoredSong> {
    if (asked.songId === null) return deps.songs.addOwn(sql, asked)
    const song = await deps.songs.byId(sql, asked.songId)
    if (song === null) throw new Refusal('NOT_FOUND', 'Такой песни нет в каталоге')
    return song
  }

  return {
    /** The whole repertoire, by title in the order of the Russian alphabet. */
    async listOf(artistId: string): Promise<StoredSong[]> {
      const songs = await deps.songs.byIds(deps.sql, await songIdsOf(deps.sql, artistId))
      return songs.toSorted(
        (a, b) =>
          BY_ALPHABET.compare(a.title, b.title) || BY_ALPHABET.compare(a.artistName, b.artistName),
      )
    },

    has: hasSong,

    /**
     * Adds a song, once however often it is asked. Refuses NOT_FOUND for an unknown id, VALIDATION for
     * a song by hand that is no song, ILLEGAL_STEP where the repertoire is full.
     */
    add(artistId: string, asked: AskedSong): Promise<StoredSong> {
      return inTransaction(deps.sql, async (sql) => {
        await holdArtist(sql, artistId)
        const song = await songOf(sql, asked)
        if (await hasSong(sql, artistId, song.id)) return song
        admitToRepertoire(await countSongs(sql, artistId))
        await insertSong(sql, { artistId, songId: song.id, at: deps.now() })
        return song
      })
    },

    /** Nothing happens where the song is not there. */
    remove: (artistId: string, songId: string) => deleteSong(deps.sql, artistId, songId),
  }
}
