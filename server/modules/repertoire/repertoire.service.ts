import { Refusal } from '#domain/refusal.ts'
import { admitToRepertoire, checkTags, offerOf, tagsOf } from '#domain/songs/repertoire.ts'
import type { ChoiceIn, StoredSong, Songs } from '../songs/songs.service.ts'
import type { Sql } from '../../platform/db/open.ts'
import { holdArtist, inTransaction } from '../../platform/db/tx.ts'
import {
  countSongs,
  deleteSong,
  hasSong,
  insertSong,
  saveTags,
  songIdsOf,
  tagsBySong,
} from './repertoire.store.ts'

export type { StoredSong } from '../songs/songs.service.ts'

/** A song of a repertoire with what its artist sorts it by. */
export type TaggedSong = StoredSong & { tags: readonly string[] }

/** Songs of a page to choose from. */
const OFFERED_AT_ONCE = 20

type OfferAsked = {
  /** Only songs that have it. */
  tag: string | null
  page: number
  /** The concert that they are chosen for. */
  choice: Awaited<ReturnType<ChoiceIn>>
  /** How often each song was ordered. */
  asked: ReadonlyMap<string, number>
}

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

  async function listOf(artistId: string): Promise<TaggedSong[]> {
    const [songs, tags] = await Promise.all([
      songIdsOf(deps.sql, artistId).then((ids) => deps.songs.byIds(deps.sql, ids)),
      tagsBySong(deps.sql, artistId),
    ])
    return songs
      .toSorted(
        (a, b) =>
          BY_ALPHABET.compare(a.title, b.title) || BY_ALPHABET.compare(a.artistName, b.artistName),
      )
      .map((song) => ({ ...song, tags: tags.get(song.id) ?? [] }))
  }

  return {
    /** The whole repertoire, by title in the order of the Russian alphabet. */
    listOf,

    /** A page of what listeners choose from: nothing that waits or plays in their concert, and what may be ordered now first. */
    async offered(artistId: string, { tag, page, choice, asked }: OfferAsked) {
      const all = (await listOf(artistId)).map((song) => ({ ...song, songId: song.id }))
      const shown: (TaggedSong & { songId: string; heard?: string })[] = choice?.shown(all) ?? all
      const free = shown.filter(({ id }) => choice?.live.has(id) !== true)
      const offer = offerOf(free, { tag, asked })
      const from = (page - 1) * OFFERED_AT_ONCE
      return {
        tags: tagsOf(shown),
        songs: offer.slice(from, from + OFFERED_AT_ONCE),
        pages: Math.ceil(offer.length / OFFERED_AT_ONCE),
      }
    },

    /** Gives the song with its new tags. Refuses VALIDATION at `tags`, and NOT_FOUND where the song is not in the repertoire. */
    async tag(artistId: string, songId: string, typed: readonly string[]): Promise<TaggedSong> {
      const tags = checkTags(typed)
      const song = await deps.songs.byId(deps.sql, songId)
      if (song === null || !(await saveTags(deps.sql, { artistId, songId, tags })))
        throw new Refusal('NOT_FOUND', 'Этой песни нет в репертуаре')
      return { ...song, tags }
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
