import type { SetlistSong } from '#contract/shapes.ts'
import { storyCard } from '#domain/concerts/preview-card.ts'
import type { KeepsakeState } from '#domain/queue/keepsake.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { findShownArtist } from '../artists/artists.service.ts'
import { drawStory } from '../preview-cards/preview-cards.service.ts'
import { keepsakeOrders, myOrders, visitsOf } from '../queue/my-orders.service.ts'
import { showConcert, showNextConcert } from './concert-views.service.ts'
import type { ConcertSummary } from './concert-views.service.ts'
import { concertRulesOf } from './concerts.store.ts'
import { showsPlayed, songsPlayed } from './ended.service.ts'
import { keepsakeDevice, keepsakeKey } from './keepsake-keys.ts'
import { momentThere } from './session-shape.ts'

/** An order on its listener's keepsake page. */
type KeepsakeOrder = {
  readonly songId: string
  readonly title: string
  readonly artistName: string
  readonly state: KeepsakeState
  /** Null when it was not played. */
  readonly startedAt: Date | null
  readonly share?: true
  readonly name?: string
  readonly words?: string
  readonly answer?: string
}

type KeepsakeConcert = {
  readonly concert: ConcertSummary
  readonly orders: readonly KeepsakeOrder[]
  /** How many songs sounded. */
  readonly songs: number
  /** All of them, or where not everybody may see them, those of `orders`. */
  readonly played: readonly SetlistSong[]
  readonly next: ConcertSummary | null
}

const noKeepsake = () => new Refusal('NOT_FOUND', 'Такой страницы на память нет')

// Keepsakes: a listener's page about a concert, which opens by its link alone. Nothing is stored for it.

/** Refuses NOT_FOUND. */
export async function keepsakeOf(
  ctx: Context,
  sessionId: string,
  key: string,
): Promise<KeepsakeConcert> {
  const pass = (await concertRulesOf(ctx.sql, sessionId))?.pass
  // Who ordered there was admitted.
  const concert = await showConcert(ctx, sessionId, pass ? { pass } : {})
  const device = keepsakeDevice(ctx, concert.id, key)
  if (device === null) throw noKeepsake()
  const orders = await ordersOf(ctx, concert, device)
  const over = orders.length > 0
  const [next, played] = await Promise.all([
    over ? showNextConcert(ctx, concert.artistUsername, null) : null,
    over ? songsPlayed(ctx, concert) : [],
  ])
  const songs = played.length
  if (showsPlayed(concert)) return { concert, orders, songs, played, next }
  const own = new Set(orders.map((order) => performanceOf(order, concert)))
  const shown = played.filter(({ songId, startedAt }) => own.has(`${songId} ${startedAt}`))
  return { concert, orders, songs, played: shown, next }
}

/** Names one performance; an order that was not played has none. */
const performanceOf = (
  { songId, startedAt, state }: KeepsakeOrder,
  { timeZone }: ConcertSummary,
): string | null =>
  state === 'PLAYED' ? `${songId} ${startedAt && momentThere(startedAt, timeZone)}` : null

/** This device's pages about the last concerts of an artist. */
export async function keepsakesOf(ctx: Context, artistUsername: string, deviceId: string | null) {
  const artist = deviceId === null ? null : await findShownArtist(ctx, artistUsername)
  if (artist === null || deviceId === null) return []
  const visits = await visitsOf(ctx, { artistId: artist.id, deviceId })
  return visits.map(({ id, title, startsAt, timeZone }) => ({
    sessionId: id,
    key: keepsakeKey(ctx, id, deviceId),
    title,
    dateTimeStart: momentThere(startsAt, timeZone),
    timeZone,
  }))
}

/** The key of this device's page. Refuses NOT_FOUND when it ordered nothing there, or cancelled all of it. */
export async function keepsakeKeyOf(
  ctx: Context,
  sessionId: string,
  deviceId: string | null,
): Promise<string> {
  if (deviceId === null) throw noKeepsake()
  const concert = await showConcert(ctx, sessionId)
  await ordersOf(ctx, concert, deviceId)
  return keepsakeKey(ctx, concert.id, deviceId)
}

/** A JPEG. Refuses NOT_FOUND, also before the end of the concert, and OVERLOADED. */
export async function keepsakePicture(
  ctx: Context,
  sessionId: string,
  key: string,
): Promise<Uint8Array> {
  const { concert, orders, songs } = await keepsakeOf(ctx, sessionId, key)
  if (orders.length === 0) throw noKeepsake()
  const artist = {
    username: concert.artistUsername,
    name: concert.artistName,
    imageUrl: concert.artistImageUrl,
  }
  const mine = orders.flatMap(({ state, title }) => (state === 'PLAYED' ? [title] : []))
  const card = storyCard({
    concert: placeShown(concert),
    artist,
    songs,
    mine: [...new Set(mine)],
    now: ctx.now(),
  })
  return (await drawStory(ctx, `keepsake ${concert.id} ${key}`, card)).bytes
}

/** Refuses NOT_FOUND when this device ordered nothing there, or cancelled all of it. */
async function ordersOf(
  ctx: Context,
  { id, status }: ConcertSummary,
  deviceId: string,
): Promise<readonly KeepsakeOrder[]> {
  const kept = status === 'PLAYED' ? await keepsakeOrders(ctx, id, deviceId) : []
  const orders = status === 'PLAYED' ? kept : await myOrders(ctx, id, deviceId)
  if (orders.every(({ state }) => state === 'CANCELLED')) throw noKeepsake()
  return kept
}

/** Hides the place of a closed concert: anybody with the link sees the page. */
export function placeShown(concert: ConcertSummary): ConcertSummary {
  return concert.closedSession ? { ...concert, placeName: '', city: '' } : concert
}
