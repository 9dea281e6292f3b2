import { api } from '#contract/index.ts'
import type { Song as WireSong } from '#contract/shapes.ts'
import { Refusal } from '#domain/refusal.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { findShownArtist } from '../artists/artists.service.ts'
import { logDeed } from '../operator/deeds.service.ts'
import { songChoiceIn } from '../queue/queue-view.service.ts'
import { orderingOfSongs } from '../repertoire/repertoire.service.ts'
import { findSongs } from './song-lookup.ts'
import {
  judgeSongs,
  seedCatalogue,
  songsByIds,
  songsToVerify,
  verifySong,
} from './songs.service.ts'
import type { FoundSong } from './songs.service.ts'

const INDEX_MS = 30_000

export const songs: Module = {
  routes: (ctx) => [
    on(api.songs.findSong, async ({ query, viewer }) => {
      const artist = await artistNamed(ctx, query.username, viewer)
      const asked = { ...query, viewerId: viewer?.id }
      const choice = artist && (await songChoiceIn(ctx, artist.id, asked))
      const found = await findSongs(ctx, query.input, {
        repertoireOf: artist?.id,
        withoutClosed: true,
        among: choice?.only,
        onlyRepertoire:
          choice === null || choice.songs === 'account'
            ? artist?.requestFavoriteSongsOnly
            : choice.songs === 'repertoire',
      })
      const songsFound = await priced(ctx, found, artist?.id)
      return choice?.shown(songsFound) ?? songsFound
    }),
    on(api.songs.byIds, async ({ body, viewer }) => {
      const found = await songsByIds(ctx, body.songIds)
      const artist = await artistNamed(ctx, body.username, viewer)
      const played =
        artist === null ? new Map() : await orderingOfSongs(ctx, artist.id, body.songIds)
      const shown = found
        .filter(({ id, verified }) => verified || played.has(id))
        .map((song) => ({ ...song, isFavorite: false }))
      return priced(ctx, shown, artist?.id)
    }),
    on(api.songs.findSongOfArtist, async ({ query, artist }) => {
      if (query.username.toLowerCase() !== artist.username.toLowerCase())
        throw new Refusal('NOT_YOURS', 'Это репертуар другого музыканта')
      const found = await findSongs(ctx, query.input, { repertoireOf: artist.id })
      return found.map(onWire)
    }),
    on(api.admin.songs, () => songsToVerify(ctx)),
    on(api.admin.verifySong, ({ artist, body }) =>
      transaction<true>(ctx, async (inside) => {
        const song = await verifySong(inside, body.songId, body.verified)
        const subject = `${song}: ${body.verified ? 'всем' : 'только слушателям музыканта'}`
        await logDeed(inside, artist, { kind: 'verify_song', artistId: null, subject })
        return true
      }),
    ),
  ],
  async start(ctx) {
    await seedCatalogue(ctx)
    await judgeSongs(ctx)
  },
  jobs: [
    { everyMs: INDEX_MS, run: (ctx) => ctx.songIndex.maintain() },
    { everyMs: INDEX_MS, run: judgeSongs },
  ],
  close: (ctx) => ctx.songIndex.close(),
}

const artistNamed = async (
  ctx: Context,
  username: string | undefined,
  viewer: { readonly id: string } | null,
) => (username === undefined ? null : findShownArtist(ctx, username, viewer?.id))

/** Adds the least price of their orders, and whether they may be ordered, for those that are in the repertoire. */
async function priced(ctx: Context, found: readonly FoundSong[], artistId: string | undefined) {
  const wire = found.map(onWire)
  if (artistId === undefined) return wire
  const ids = found.map(({ id }) => id)
  const known = await orderingOfSongs(ctx, artistId, ids)
  return wire.map((song) => {
    const { minimum = null, state } = known.get(song.songId) ?? {}
    return {
      ...song,
      ...(minimum !== null && { minSongAmount: minimum }),
      ...(state === 'learning' && { learning: true as const }),
    }
  })
}

function onWire({ id, title, artistName, imageUrl, isFavorite }: FoundSong): WireSong {
  return { songId: id, title, artistName, imageUrl, isFavorite }
}
