import { api } from '#contract/index.ts'
import type { WrittenItem } from '#domain/songs/songbook.ts'
import { changesAfter, NO_TEXTS } from '#web/features/pad/load.ts'
import { call } from '#web/lib/calls/call.ts'

export type LoadedSongbook = { title: string; items: readonly WrittenItem[] }

/** Loads the songs of a set with their texts, or those of the whole repertoire. Throws CallFailed. */
export async function loadSongbook(setId: string | null): Promise<LoadedSongbook> {
  const [songs, { texts }, set] = await Promise.all([
    call(api.artist.repertoire, { query: {} }),
    changesAfter(NO_TEXTS),
    setId === null ? null : call(api.artist.set, { query: { id: setId } }),
  ])
  const own = new Map(songs.map((song) => [song.songId, song]))
  const written = (song: { songId: string; title: string; artistName: string }): WrittenItem => ({
    kind: 'song',
    ...own.get(song.songId),
    title: song.title,
    artistName: song.artistName,
    text: texts[song.songId]?.text ?? '',
    transpose: texts[song.songId]?.transpose ?? 0,
  })
  if (set === null) return { title: 'Репертуар', items: songs.map(written) }
  const items = set.items.map((item) => (item.kind === 'song' ? written(item) : item))
  return { title: set.title, items }
}
