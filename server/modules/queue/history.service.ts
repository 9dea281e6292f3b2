import { SECOND_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import {
  askedSongs,
  countEntries,
  countEvenings,
  countListeners,
  countPlayed,
  hasEarlier,
  pastEntries,
  setlistEntries,
  wantedSongs,
} from './history.store.ts'
import type { Counts, PastEntry, StoredWantedSong } from './history.store.ts'
import { playedEntries } from './queue-view.store.ts'

export type { EveningCounts, PastEntry, StoredWantedSong } from './history.store.ts'

/** Returns the played songs of a concert, the newest first, as the artist sees them. */
export async function playedSongs(ctx: Context, concertId: string, limit: number) {
  const entries = await playedEntries(ctx.sql, concertId, limit)
  return entries.map((entry) => ({
    ...entry,
    undoUntil: new Date(entry.endedAt.getTime() + ctx.money.captureGraceSeconds * SECOND_MS),
  }))
}

/** The songs that sounded in a concert, in their order, as everybody may see them. */
export const setlistOf = (ctx: Context, concertId: string, limit: number) =>
  setlistEntries(ctx.sql, concertId, limit)

/** How many songs sounded in a concert, and how many of them listeners ordered. */
export const playedCounts = (ctx: Context, concertId: string) => countPlayed(ctx.sql, concertId)

type ConcertHistory = {
  readonly counts: Counts
  readonly played: readonly PastEntry[]
  readonly skipped: readonly PastEntry[]
  readonly waiting: readonly PastEntry[]
  readonly wanted: readonly StoredWantedSong[]
}

const WANTED_MOST = 20

/** What became of the songs of a concert. Each list at most `limit` long; the counts are of everything. An unknown concert has no songs. */
export async function concertHistory(
  ctx: Context,
  concert: { readonly id: string; readonly artistId: string },
  limit: number,
): Promise<ConcertHistory> {
  const { sql } = ctx
  const [counts, played, skipped, waiting, wanted] = await Promise.all([
    countEntries(sql, concert.id),
    pastEntries(sql, concert.id, 'played', limit),
    pastEntries(sql, concert.id, 'skipped', limit),
    pastEntries(sql, concert.id, 'waiting', limit),
    wantedSongs(sql, concert, WANTED_MOST),
  ])
  return { counts, played, skipped, waiting, wanted }
}

/** All concerts of an artist from a month (YYYY-MM) on: what was asked for, by how many, and what became of it. */
export async function eveningsHistory(
  ctx: Context,
  artistId: string,
  since: string | null,
  limit: number,
) {
  const [groups, listeners, songs, earlier] = await Promise.all([
    countEvenings(ctx.sql, artistId, since),
    countListeners(ctx.sql, artistId, since),
    askedSongs(ctx.sql, artistId, { since, limit }),
    since !== null && hasEarlier(ctx.sql, artistId, since),
  ])
  return { groups, listeners, songs, earlier }
}
