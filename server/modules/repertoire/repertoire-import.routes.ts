import { api } from '#contract/index.ts'
import type { Song as WireSong } from '#contract/shapes.ts'
import type { Route } from '../../platform/http/route.ts'
import { on } from '../../platform/http/route.ts'
import type { RepertoireImport } from './repertoire-import.service.ts'
import type { StoredSong } from './repertoire.service.ts'

export function repertoireImportRoutes(lists: RepertoireImport): Route[] {
  return [
    on(api.artist.previewImport, async ({ body, artist }) => {
      const { titleFirst, lines, mine } = await lists.preview(artist.id, body.text, body.titleFirst)
      const wire = (song: StoredSong) => onWire(song, mine.has(song.id))
      return {
        titleFirst,
        lines: lines.map(({ song, similar, ...line }) => ({
          ...line,
          song: song && wire(song),
          similar: similar.map(wire),
        })),
      }
    }),
    on(api.artist.importFavorites, async ({ body, artist }) => {
      const { added, already } = await lists.take(artist.id, body.songs)
      const wire = (song: StoredSong) => onWire(song, true)
      return { added: added.map(wire), already: already.map(wire) }
    }),
    on(api.artist.removeFavorites, ({ body, artist }) => lists.takeBack(artist.id, body.songIds)),
  ]
}

function onWire({ id, title, artistName, imageUrl }: StoredSong, isFavorite: boolean): WireSong {
  return { songId: id, title, artistName, imageUrl, isFavorite }
}
