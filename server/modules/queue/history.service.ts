import { SECOND_MS } from '#domain/time.ts'
import type { Sql } from '#server/platform/db/open.ts'
import {
  askedSongs,
  countEntries,
  countEvenings,
  countListeners,
  pastEntries,
  wantedSongs,
} from './history.store.ts'
import type { Counts, PastEntry, StoredWantedSong } from './history.store.ts'
import { playedEntries } from './queue-view.store.ts'

export type { EveningCounts, PastEntry, StoredWantedSong } from './history.store.ts'

type PlayedHistory = {
  readonly counts: Counts
  readonly played: readonly PastEntry[]
  readonly skipped: readonly PastEntry[]
  readonly waiting: readonly PastEntry[]
  readonly wanted: readonly StoredWantedSong[]
}

const WANTED_MOST = 20

/** What became of the songs of a concert. `graceSeconds`: how long a played song can be taken back. */
export function makeHistory({ sql, graceSeconds }: { sql: Sql; graceSeconds: number }) {
  return {
    /** Returns the played songs, the newest first, as the artist sees them. */
    async played(concertId: string, limit: number) {
      const entries = await playedEntries(sql, concertId, limit)
      return entries.map((entry) => ({
        ...entry,
        undoUntil: new Date(entry.endedAt.getTime() + graceSeconds * SECOND_MS),
      }))
    },

    /** Each list at most `limit` long; the counts are of everything. Refuses nothing: an unknown concert has no songs. */
    async of(
      concert: { readonly id: string; readonly artistId: string },
      limit: number,
    ): Promise<PlayedHistory> {
      const [counts, played, skipped, waiting, wanted] = await Promise.all([
        countEntries(sql, concert.id),
        pastEntries(sql, concert.id, 'played', limit),
        pastEntries(sql, concert.id, 'skipped', limit),
        pastEntries(sql, concert.id, 'waiting', limit),
        wantedSongs(sql, concert, WANTED_MOST),
      ])
      return { counts, played, skipped, waiting, wanted }
    },

    /** All concerts of an artist from a month (YYYY-MM) on: what was asked for, by how many, and what became of it. */
    async ofEvenings(artistId: string, since: string | null, limit: number) {
      const [groups, listeners, songs] = await Promise.all([
        countEvenings(sql, artistId, since),
        countListeners(sql, artistId, since),
        askedSongs(sql, artistId, { since, limit }),
      ])
      return { groups, listeners, songs }
    },
  }
}

export type QueueHistory = ReturnType<typeof makeHistory>
