import type { SetlistSong } from '#contract/shapes.ts'
import { noConcert } from '#domain/concerts/concert.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { shownArtist } from '../artists/artists.service.ts'
import { playedCounts, setlistOf } from '../queue/history.service.ts'
import { showConcert } from './concert-views.service.ts'
import type { ConcertSummary } from './concert-views.service.ts'
import { goneAhead, goneConcert, lastFinishedOf } from './ended.store.ts'
import type { GoneConcert } from './ended.store.ts'
import { momentThere } from './session-shape.ts'

/** Refuses NOT_FOUND, also for a concert that was deleted after its end, and as its artist's page does. */
export async function cancelledConcert(ctx: Context, id: string, viewerId: string | null) {
  const row = await goneConcert(ctx.sql, id)
  if (row === undefined) throw noConcert()
  await shownArtist(ctx, row.username, viewerId)
  return cancelledOf(row)
}

/** Those of the artist's afisha that were cancelled and would be ahead, the nearest first. Refuses NOT_FOUND. */
export async function cancelledAhead(ctx: Context, artistUsername: string) {
  const { id } = await shownArtist(ctx, artistUsername)
  return (await goneAhead(ctx.sql, id, ctx.now())).map(cancelledOf)
}

function cancelledOf({ username, name, imageUrl, placeName, city, ...concert }: GoneConcert) {
  const { startsAt, timeZone, ...shown } = concert
  return {
    ...shown,
    dateTimeStart: momentThere(startsAt, timeZone),
    artist: { username, name, imageUrl },
    location: { name: placeName, city, timeZone },
  }
}

/** How long the hall's screen thanks for a concert (ms). */
const THANKED_MS = 12 * HOUR_MS

/** The concert of this artist that ended last, while it is thanked for; null when none did. Refuses NOT_FOUND. */
export async function lastEnded(ctx: Context, artistUsername: string) {
  const { id: artistId } = await shownArtist(ctx, artistUsername)
  const since = new Date(ctx.now().getTime() - THANKED_MS)
  const id = await lastFinishedOf(ctx.sql, artistId, since)
  return id === null ? null : { id, ...(await playedCounts(ctx, id)) }
}

const SONGS_MOST = 500

/** The songs that sounded in a concert that is over, in their order; none where its artist does not show them. Refuses NOT_FOUND. */
export async function songsShown(ctx: Context, id: string): Promise<SetlistSong[]> {
  const concert = await showConcert(ctx, id)
  return concert.status === 'PLAYED' && showsPlayed(concert) ? songsPlayed(ctx, concert) : []
}

/** Whether everybody may see what sounded. */
export const showsPlayed = ({ showSongsOnPoster, showPlayed, pass }: ConcertSummary) =>
  showSongsOnPoster && showPlayed && pass === null

export async function songsPlayed(
  ctx: Context,
  { id, timeZone }: Pick<ConcertSummary, 'id' | 'timeZone'>,
): Promise<SetlistSong[]> {
  const played = await setlistOf(ctx, id, SONGS_MOST)
  return played.map(({ startedAt, ...song }) => ({
    ...song,
    startedAt: startedAt && momentThere(startedAt, timeZone),
  }))
}
