import { admitTownWish, unknownTown } from '#domain/follows.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_MS } from '#domain/time.ts'
import { townText } from '#domain/town-case.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { shownArtist } from '../artists/artists.service.ts'
import { cityNear, townsCalled } from '../places/places.service.ts'
import { songTitle } from './follows.store.ts'
import {
  addWish,
  countWishes,
  forgetWishes,
  hasWish,
  isLearning,
  moveArtistWishes,
  removeTownWish,
  venuesOf,
  wishedSongs,
} from './wishes.store.ts'
import type { Wish, WishCursor, WishedInTown } from './wishes.store.ts'

/** Adds a device's wish to hear a song that the artist is learning. Refuses ILLEGAL_STEP for any other song. */
export async function wishSong(
  ctx: Context,
  { artistUsername, songId }: { readonly artistUsername: string; readonly songId: string },
  by: Wisher,
): Promise<true> {
  const { id: artistId } = await shownArtist(ctx, artistUsername)
  if (!(await isLearning(ctx.sql, artistId, songId)))
    throw new Refusal('ILLEGAL_STEP', 'Эту песню музыкант сейчас не учит')
  await wish(ctx, { artistId, songId, deviceId: await by.deviceId() }, by.address)
  return true
}

/** Whoever waits for one song of an artist waits for another. In the caller's transaction. */
export const moveWishes = (
  { sql }: Context,
  move: { artistId: string; songId: string; to: string },
): Promise<void> => moveArtistWishes(sql, move)

/** Who wishes: his device, known or made now, and his network address. */
type Wisher = { readonly deviceId: () => Promise<string>; readonly address: string }

/** Saves or removes «Хочу услышать» of a song in a town. */
export async function saveTownWish(
  ctx: Context,
  asked: { readonly songId: string; readonly town: string; readonly wished: boolean },
  by: Wisher & { readonly known: string | null },
): Promise<true> {
  const own = { songId: asked.songId, town: checkTown(asked.town) }
  if ((await songTitle(ctx.sql, own.songId)) === undefined)
    throw new Refusal('NOT_FOUND', 'Такой песни нет в каталоге')
  const { known } = by
  if (asked.wished) await wish(ctx, { ...own, deviceId: await by.deviceId() }, by.address)
  else if (known !== null)
    await transaction(ctx, ({ sql }) => removeTownWish(sql, { ...own, deviceId: known }))
  return true
}

/** Adds it once. Of one network only the first devices of a day are counted for a song: a new cookie costs nothing. */
async function wish(ctx: Context, own: Wish, address: string): Promise<void> {
  if (await hasWish(ctx.sql, own)) return
  if ('town' in own) admitTownWish(await countWishes(ctx.sql, own.deviceId))
  const counted = await isCounted(ctx, own, address)
  await transaction(ctx, ({ sql }) => addWish(sql, { ...own, counted }, ctx.now()))
}

async function isCounted({ limits }: Context, own: Wish, address: string): Promise<boolean> {
  const by = 'town' in own ? own.town : own.artistId
  try {
    await limits.spend('countedWishOfAddress', `${own.songId} ${by} ${address}`)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'TOO_MANY') return false
    throw error
  }
}

/** Whoever follows a song in a town wishes it there, as far as his device may wish more. */
export async function wishFollowed(ctx: Context, own: Wish, address: string): Promise<void> {
  try {
    await wish(ctx, own, address)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'ILLEGAL_STEP')) throw error
  }
}

/** Finds a typed town, with or without its region. Refuses VALIDATION at `town`. */
export function checkTown(typed: string): string {
  const [name = '', ...more] = typed.split(',').map((part) => part.trim())
  const region = more.join(', ')
  const found = townsCalled(name).find((town) => town.region.includes(region))
  if (found === undefined) throw unknownTown()
  return townText(found)
}

/** Returns the towns of these points and names, each once. */
export function townsOf(
  venues: readonly { city: string | null; latitude: number | null; longitude: number | null }[],
): string[] {
  const towns = venues.flatMap(({ city, latitude, longitude }) => {
    const near = latitude === null || longitude === null ? null : cityNear(latitude, longitude)
    const town = near ?? (city === null || city === '' ? undefined : townsCalled(city)[0])
    return town === undefined ? [] : [townText(town)]
  })
  return [...new Set(towns)]
}

const YEAR_MS = 365 * DAY_MS

/** The towns where this artist plays, or played within a year. */
export async function townsOfArtist(ctx: Context, artistId: string): Promise<string[]> {
  return townsOf(await venuesOf(ctx.sql, artistId, new Date(ctx.now().getTime() - YEAR_MS)))
}

const AT_ONCE = 40

type AwaitedSongsQuery = {
  readonly town?: string | undefined
  readonly ownOnly: boolean
  readonly after: WishCursor | null
}

/** A page of songs that three or more persons wait for, and the artist's own towns. */
export async function awaitedSongs(
  ctx: Context,
  artistId: string,
  { town: typed, ownOnly, after }: AwaitedSongsQuery,
): Promise<{ songs: WishedInTown[]; more: boolean; towns: string[] }> {
  const town = typed === undefined ? null : checkTown(typed)
  const part = { town, ownOnly, after, limit: AT_ONCE + 1 }
  const [found, towns] = await Promise.all([
    wishedSongs(ctx.sql, artistId, part),
    townsOfArtist(ctx, artistId),
  ])
  return { songs: found.slice(0, AT_ONCE), more: found.length > AT_ONCE, towns }
}

const FORGET_AT_ONCE = 5000

/** In batches: each locks the counters that it lowers. */
export async function forgetOldWishes(ctx: Context, before: Date): Promise<void> {
  while ((await forgetWishes(ctx.sql, before, FORGET_AT_ONCE)) === FORGET_AT_ONCE);
}
