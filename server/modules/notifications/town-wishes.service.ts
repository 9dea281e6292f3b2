import { admitTownWish, unknownTown } from '#domain/follows.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_MS } from '#domain/time.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { cityNear, townsCalled } from '../places/places.service.ts'
import { songTitle } from './follows.store.ts'
import {
  addTownWish,
  countWishes,
  forgetTownWishes,
  removeTownWish,
  venuesOf,
  wishedSongs,
} from './town-wishes.store.ts'
import type { WishCursor, WishedInTown } from './town-wishes.store.ts'

/** Saves or removes «Хочу услышать» of a song in a town. */
export async function saveTownWish(
  ctx: Context,
  asked: { readonly songId: string; readonly town: string; readonly wished: boolean },
  deviceId: string | null,
): Promise<true> {
  const own = { songId: asked.songId, town: checkTown(asked.town), deviceId: deviceId ?? '' }
  if ((await songTitle(ctx.sql, own.songId)) === undefined)
    throw new Refusal('NOT_FOUND', 'Такой песни нет в каталоге')
  if (deviceId === null) return true
  await transaction(ctx, async ({ sql }) => {
    if (!asked.wished) return removeTownWish(sql, own)
    admitTownWish(await countWishes(sql, deviceId))
    return addTownWish(sql, own, ctx.now())
  })
  return true
}

/** Finds a typed town, with or without its region. Refuses VALIDATION at `town`. */
export function checkTown(typed: string): string {
  const [name = '', ...more] = typed.split(',').map((part) => part.trim())
  const region = more.join(', ')
  const found = townsCalled(name).find((town) => town.region.includes(region))
  if (found === undefined) throw unknownTown()
  return townKey(found)
}

type Town = { readonly name: string; readonly region: string }

const townKey = ({ name, region }: Town) => (region === '' ? name : `${name}, ${region}`)

/** Returns the towns of these points and names, each once. */
export function townsOf(
  venues: readonly { city: string | null; latitude: number | null; longitude: number | null }[],
): string[] {
  const towns = venues.flatMap(({ city, latitude, longitude }) => {
    const near = latitude === null || longitude === null ? null : cityNear(latitude, longitude)
    const town = near ?? (city === null || city === '' ? undefined : townsCalled(city)[0])
    return town === undefined ? [] : [townKey(town)]
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
  while ((await forgetTownWishes(ctx.sql, before, FORGET_AT_ONCE)) === FORGET_AT_ONCE);
}
