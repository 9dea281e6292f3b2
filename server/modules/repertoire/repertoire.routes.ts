import { api } from '#contract/index.ts'
import type { Song as WireSong } from '#contract/shapes.ts'
import type { Route } from '../../platform/http/route.ts'
import { on } from '../../platform/http/route.ts'
import type { ChoiceIn } from '../songs/songs.service.ts'
import type { Repertoire, StoredSong } from './repertoire.service.ts'

/** Refuses NOT_FOUND. */
type ArtistByUsername = (username: string) => Promise<{ id: string }>

export function repertoireRoutes(
  repertoire: Repertoire,
  artistByUsername: ArtistByUsername,
  choiceIn: ChoiceIn,
): Route[] {
  return [
    on(api.songs.getFavoriteSongs, async ({ query }) => {
      const artist = await artistByUsername(query.artistUsername)
      const songs = (await repertoire.listOf(artist.id)).map(onWire)
      const choice = query.sessionId === undefined ? null : await choiceIn(query.sessionId)
      const shown = choice?.artistId === artist.id ? choice.shown(songs) : songs
      return shown.slice(0, query.limit)
    }),
    // The picture that a client sends along is not stored: it would show a stranger's address to everybody.
    on(api.artist.addFavorite, async ({ body, artist }) => {
      const { songId, title, artistName } = body
      return onWire(await repertoire.add(artist.id, { songId, title, artistName }))
    }),
    on(api.artist.removeFavorite, async ({ query, artist }) => {
      await repertoire.remove(artist.id, query.songId)
      return true
    }),
  ]
}

function onWire({ id, title, artistName, imageUrl }: StoredSong): WireSong {
  return { songId: id, title, artistName, imageUrl, isFavorite: true }
}
