import { api } from '#contract/index.ts'
import type { Song as WireSong } from '#contract/shapes.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/platform/http/route.ts'
import { on } from '#server/platform/http/route.ts'
import { findArtist } from '../artists/artists.service.ts'
import { findSongs } from './song-lookup.ts'
import { songsByIds } from './songs.service.ts'
import type { ChoiceIn, FoundSong } from './songs.service.ts'

/** For those of the songs that are in the repertoire. */
type OrderingOf = (
  artistId: string,
  songIds: readonly string[],
) => Promise<ReadonlyMap<string, { minimum: number | null; state: string }>>

export function songsRoutes(ctx: Context, choiceIn: ChoiceIn, orderingOf: OrderingOf): Route[] {
  /** Adds the least price of their orders, and whether they may be ordered. */
  async function priced(found: readonly FoundSong[], artistId: string | undefined) {
    const wire = found.map(onWire)
    if (artistId === undefined) return wire
    const known = await orderingOf(
      artistId,
      found.map(({ id }) => id),
    )
    return wire.map((song) => {
      const { minimum = null, state } = known.get(song.songId) ?? {}
      return {
        ...song,
        ...(minimum !== null && { minSongAmount: minimum }),
        ...(state === 'learning' && { learning: true as const }),
      }
    })
  }
  return [
    on(api.songs.findSong, async ({ query }) => {
      const artist = query.username === undefined ? null : await findArtist(ctx, query.username)
      const named = query.sessionId === undefined ? null : await choiceIn(query.sessionId)
      const choice = named?.artistId === artist?.id ? named : null
      const found = await findSongs(ctx, query.input, {
        repertoireOf: artist?.id,
        withoutClosed: true,
        among: choice?.only,
        onlyRepertoire:
          choice === null || choice.songs === 'account'
            ? artist?.requestFavoriteSongsOnly
            : choice.songs === 'repertoire',
      })
      const songsFound = await priced(found, artist?.id)
      return choice?.shown(songsFound) ?? songsFound
    }),
    on(api.songs.byIds, async ({ body }) => {
      const found = await songsByIds(ctx, body.songIds)
      const artist = body.username === undefined ? null : await findArtist(ctx, body.username)
      return priced(
        found.map((song) => ({ ...song, isFavorite: false })),
        artist?.id,
      )
    }),
    on(api.songs.findSongOfArtist, async ({ query, artist }) => {
      if (query.username.toLowerCase() !== artist.username.toLowerCase())
        throw new Refusal('NOT_YOURS', 'Это репертуар другого музыканта')
      const found = await findSongs(ctx, query.input, { repertoireOf: artist.id })
      return found.map(onWire)
    }),
  ]
}

function onWire({ id, title, artistName, imageUrl, isFavorite }: FoundSong): WireSong {
  return { songId: id, title, artistName, imageUrl, isFavorite }
}
