import type { Context } from '#server/context.ts'
import { changeHostSongs } from '../queue/host-songs.service.ts'
import { barredIds, hostSongsOf, saveHostSongs } from './hosts.store.ts'
import type { HostSongRow } from './hosts.store.ts'

/** The moment of a song, as the pad says it; empty while the word filter holds it back. */
function momentOf({ moment, held, openedAt }: HostSongRow): string {
  return held && openedAt === null ? '' : (moment ?? '')
}

/** Lays what the host of an evening wants into the queue of his concert, which starts inside the caller's transaction. */
export async function layHostSongs(inside: Context, concertId: string): Promise<void> {
  const songs = await hostSongsOf(inside.sql, concertId)
  if (songs.length > 0) await saveWithQueue(inside, concertId, { songs, before: songs })
}

/** Saves what the host wants, in the place of `before`, and has it in the queue of the running concert. */
export async function saveWithQueue(
  inside: Context,
  concertId: string,
  { songs, before }: { songs: readonly HostSongRow[]; before: readonly HostSongRow[] },
): Promise<void> {
  const had = new Map(before.map((song) => [song.id, momentOf(song)]))
  const kept = new Set(songs.map(({ id }) => id))
  const barred = await barredIds(inside.sql, concertId)
  const wanted = songs.map((song) => ({
    ...song,
    moment: momentOf(song),
    was: had.get(song.id) ?? '',
    barred: barred.has(song.songId),
  }))
  const left = new Set(songs.map(({ entryId }) => entryId))
  const gone = before.flatMap((song) =>
    song.entryId === null || left.has(song.entryId)
      ? []
      : { entryId: song.entryId, brought: song.brought, was: momentOf(song) },
  )
  const inBoth = (these: readonly HostSongRow[], those: ReadonlySet<string>) =>
    these.flatMap(({ id }) => (those.has(id) ? id : [])).join()
  const reorder = inBoth(songs, new Set(had.keys())) !== inBoth(before, kept)
  const laid = await changeHostSongs(inside, concertId, { wanted, gone, reorder })
  await saveHostSongs(
    inside.sql,
    concertId,
    songs.map((song, at) => {
      const entryId = laid[at]?.entryId ?? null
      // What the queue had already is as it came.
      return {
        ...song,
        entryId,
        brought: song.entryId === null ? !!laid[at]?.brought : song.brought,
      }
    }),
  )
}
