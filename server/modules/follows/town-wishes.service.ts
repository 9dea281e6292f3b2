import { admitTownWish } from '#domain/follows.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_MS } from '#domain/time.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { checkTown, townKey } from './follow-context.ts'
import type { FollowsContext } from './follow-context.ts'
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

/** Saves or removes «Хочу услышать» of a song in a town. Refuses VALIDATION at `town`, NOT_FOUND, and ILLEGAL_STEP. */
export async function wish(
  ctx: FollowsContext,
  asked: { readonly songId: string; readonly town: string; readonly wished: boolean },
  deviceId: string | null,
): Promise<true> {
  const own = { songId: asked.songId, town: checkTown(ctx, asked.town), deviceId: deviceId ?? '' }
  if ((await songTitle(ctx.sql, own.songId)) === undefined)
    throw new Refusal('NOT_FOUND', 'Такой песни нет в каталоге')
  if (deviceId === null) return true
  await inTransaction(ctx.sql, async (inside) => {
    if (!asked.wished) return removeTownWish(inside, own)
    admitTownWish(await countWishes(inside, deviceId))
    return addTownWish(inside, own, ctx.now())
  })
  return true
}

/** Returns the towns of these points and names, each once. */
export function townsOf(
  { places }: Pick<FollowsContext, 'places'>,
  venues: readonly { city: string | null; latitude: number | null; longitude: number | null }[],
): string[] {
  const towns = venues.flatMap(({ city, latitude, longitude }) => {
    const near =
      latitude === null || longitude === null ? null : places.cityNear(latitude, longitude)
    const town = near ?? (city === null || city === '' ? undefined : places.townsCalled(city)[0])
    return town === undefined ? [] : [townKey(town)]
  })
  return [...new Set(towns)]
}

const YEAR_MS = 365 * DAY_MS

/** The towns where this artist plays, or played within a year. */
export async function townsOfArtist(ctx: FollowsContext, artistId: string): Promise<string[]> {
  return townsOf(ctx, await venuesOf(ctx.sql, artistId, new Date(ctx.now().getTime() - YEAR_MS)))
}

const AT_ONCE = 40

type AwaitedSongsQuery = {
  readonly town?: string | undefined
  readonly ownOnly: boolean
  readonly after: WishCursor | null
}

/** A page of songs that three or more persons wait for, and the artist's own towns. Refuses VALIDATION at `town`. */
export async function awaitedSongs(
  ctx: FollowsContext,
  artistId: string,
  { town: typed, ownOnly, after }: AwaitedSongsQuery,
): Promise<{ songs: WishedInTown[]; more: boolean; towns: string[] }> {
  const town = typed === undefined ? null : checkTown(ctx, typed)
  const part = { town, ownOnly, after, limit: AT_ONCE + 1 }
  const [found, towns] = await Promise.all([
    wishedSongs(ctx.sql, artistId, part),
    townsOfArtist(ctx, artistId),
  ])
  return { songs: found.slice(0, AT_ONCE), more: found.length > AT_ONCE, towns }
}

const FORGET_AT_ONCE = 5000

/** In batches: each locks the counters that it lowers. */
export async function forgetWishes(ctx: FollowsContext, before: Date): Promise<void> {
  while ((await forgetTownWishes(ctx.sql, before, FORGET_AT_ONCE)) === FORGET_AT_ONCE);
}
