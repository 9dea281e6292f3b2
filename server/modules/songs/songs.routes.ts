import { api } from '#contract/index.ts'
import type { Song as WireSong } from '#contract/shapes.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Route } from '../../platform/http/route.ts'
import { on } from '../../platform/http/route.ts'
import type { ChoiceIn, FoundSong, Songs } from './songs.service.ts'

type ArtistByUsername = (
  username: string,
) => Promise<{ id: string; requestFavoriteSongsOnly: boolean } | null>

export function songsRoutes(
  songs: Songs,
  artistByUsername: ArtistByUsername,
  choiceIn: ChoiceIn,
): Route[] {
  return [
    on(api.songs.findSong, async ({ query }) => {
      const artist = query.username === undefined ? null : await artistByUsername(query.username)
      const named = query.sessionId === undefined ? null : await choiceIn(query.sessionId)
      const choice = named?.artistId === artist?.id ? named : null
      const found = await songs.search(query.input, {
        repertoireOf: artist?.id,
        onlyRepertoire:
          choice === null || choice.songs === 'account'
            ? artist?.requestFavoriteSongsOnly
            : choice.songs === 'repertoire',
      })
      return choice?.shown(found.map(onWire)) ?? found.map(onWire)
    }),
    on(api.songs.byIds, async ({ body }) => {
      const found = await songs.named(body.songIds)
      return found.map((song) => onWire({ ...song, isFavorite: false }))
    }),
    on(api.songs.findSongOfArtist, async ({ query, artist }) => {
      if (query.username.toLowerCase() !== artist.username.toLowerCase())
        throw new Refusal('NOT_YOURS', 'Это репертуар другого музыканта')
      const found = await songs.search(query.input, { repertoireOf: artist.id })
      return found.map(onWire)
    }),
  ]
}

function onWire({ id, title, artistName, imageUrl, isFavorite }: FoundSong): WireSong {
  return { songId: id, title, artistName, imageUrl, isFavorite }
}
