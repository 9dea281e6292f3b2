import { noConcert } from '#domain/concerts/concert.ts'
import type { Context } from '#server/context.ts'
import { refundsOfDevice } from '../payments/payments.service.ts'
import { setlistOf } from '../queue/history.service.ts'
import { showConcert } from './concert-views.service.ts'
import { goneConcert } from './concerts.store.ts'
import { momentThere } from './session-shape.ts'

/** Refuses NOT_FOUND, also for a concert that was deleted after its end. */
export async function cancelledConcert(ctx: Context, id: string) {
  const row = await goneConcert(ctx.sql, id)
  if (row === undefined) throw noConcert()
  const { username, name, imageUrl, placeName, city, timeZone, ...concert } = row
  return {
    ...concert,
    artist: { username, name, imageUrl },
    location: { name: placeName, city, timeZone },
  }
}

/** What this device paid for songs of a concert and gets back, in kopecks. */
export async function refundOfDevice(ctx: Context, id: string, deviceId: string | null) {
  const none = { amount: 0, returned: true }
  return deviceId === null ? none : refundsOfDevice(ctx, id, deviceId)
}

const SONGS_MOST = 500

/** The songs that sounded in a concert that is over, in their order; none where its artist does not show them. Refuses NOT_FOUND. */
export async function songsPlayed(ctx: Context, id: string) {
  const { status, showSongsOnPoster, pass, timeZone } = await showConcert(ctx, id)
  if (status !== 'PLAYED' || !showSongsOnPoster || pass !== null) return []
  const played = await setlistOf(ctx, id, SONGS_MOST)
  return played.map(({ startedAt, ...song }) => ({
    ...song,
    startedAt: startedAt && momentThere(startedAt, timeZone),
  }))
}
