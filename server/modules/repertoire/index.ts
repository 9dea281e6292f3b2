import { api } from '#contract/index.ts'
import type { OwnSong, Song as WireSong } from '#contract/shapes.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { shownArtist } from '../artists/artists.service.ts'
import { songChoiceIn } from '../queue/queue-view.service.ts'
import { importSongs, previewImport } from './repertoire-import.service.ts'
import {
  addToRepertoire,
  listForListeners,
  listRepertoire,
  minimumsOfTags,
  noteSong,
  noteSongs,
  offerSongs,
  removeFromRepertoire,
  setMinimumsOfTags,
} from './repertoire.service.ts'
import type { StoredSong, TaggedSong } from './repertoire.service.ts'
import { changedSongTexts, saveSongTexts, songTextOf, transposeSong } from './song-texts.service.ts'

export const repertoire: Module = {
  routes: (ctx) => [
    on(api.songs.getFavoriteSongs, async ({ query, viewer }) => {
      const artist = await shownArtist(ctx, query.artistUsername, viewer?.id)
      const songs = (await listForListeners(ctx, artist.id)).map(onWire)
      const choice = await songChoiceIn(ctx, artist.id, { ...query, viewerId: viewer?.id })
      return (choice?.shown(songs) ?? songs).slice(0, query.limit)
    }),
    on(api.songs.offered, async ({ query, viewer }) => {
      const artist = await shownArtist(ctx, query.artistUsername, viewer?.id)
      const { tags, songs, pages } = await offerSongs(ctx, artist.id, {
        tag: query.tag ?? null,
        page: query.page,
        choice: await songChoiceIn(ctx, artist.id, { ...query, viewerId: viewer?.id }),
      })
      return {
        tags,
        pages,
        songs: songs.map(({ heard, ...song }) => ({
          ...onWire({ ...song, tags: [], ownMinimum: null }),
          ...(heard !== undefined && { heard }),
        })),
      }
    }),
    on(api.artist.repertoire, async ({ query, artist }) =>
      (await listRepertoire(ctx, artist.id)).slice(0, query.limit).map(ownOnWire),
    ),
    on(api.artist.tagSong, async ({ body, artist }) => {
      const { songId, tags, minSongAmount: ownMinimum, state, title, artistName, ...about } = body
      const name = {
        ...(title !== undefined && { title }),
        ...(artistName !== undefined && { artistName }),
      }
      const noted = { tags, ownMinimum, state, about, name }
      return ownOnWire(await noteSong(ctx, artist.id, songId, noted))
    }),
    on(api.artist.noteSongs, async ({ body, artist }) =>
      (await noteSongs(ctx, artist.id, body.songIds, body)).map(ownOnWire),
    ),
    on(api.artist.tagMinimums, ({ artist }) => minimumsOfTags(ctx, artist.id)),
    on(api.artist.setTagMinimums, ({ body, artist }) =>
      setMinimumsOfTags(ctx, artist.id, body.minimums),
    ),
    // The picture that a client sends along is not stored: it would show a stranger's address to everybody.
    on(api.artist.addFavorite, async ({ body, artist }) => {
      const { songId, title, artistName } = body
      return onWire(await addToRepertoire(ctx, artist.id, { songId, title, artistName }))
    }),
    on(api.artist.removeFavorite, async ({ query, artist }) => {
      await removeFromRepertoire(ctx, artist.id, [query.songId])
      return true
    }),
    on(api.artist.removeFavorites, ({ body, artist }) =>
      removeFromRepertoire(ctx, artist.id, body.songIds),
    ),
    on(api.artist.previewImport, async ({ body, artist }) => {
      const { titleFirst, places, lines, mine } = await previewImport(ctx, artist.id, body)
      const wire = (song: StoredSong) => importedOnWire(song, mine.has(song.id))
      return {
        titleFirst,
        places,
        lines: lines.map(({ song, similar, ...line }) => ({
          ...line,
          song: song && wire(song),
          similar: similar.map(wire),
        })),
      }
    }),
    on(api.artist.importFavorites, async ({ body, artist }) => {
      const { songs, update = false, fill = false } = body
      const had = update ? 'changed' : fill ? 'filled' : 'kept'
      const { added, already } = await importSongs(ctx, artist.id, songs, had)
      const wire = (song: StoredSong) => importedOnWire(song, true)
      return { added: added.map(wire), already: already.map(wire) }
    }),
    on(api.artist.songTexts, async ({ artist, query: { since, after = null } }) => {
      const from = since === undefined ? null : { since: new Date(since), after }
      const { texts: read, more } = await changedSongTexts(ctx, artist.id, from)
      return {
        texts: read.map((one) => ({ ...one, updatedAt: one.updatedAt.toISOString() })),
        more,
      }
    }),
    on(api.artist.songText, async ({ artist, query }) => ({
      text: await songTextOf(ctx, artist.id, query.songId),
    })),
    on(api.artist.saveSongTexts, async ({ artist, body }) => {
      await saveSongTexts(ctx, artist.id, body.texts)
      return true
    }),
    on(api.artist.transposeSong, async ({ artist, body }) => {
      await transposeSong(ctx, artist.id, body.songId, body.semitones)
      return true
    }),
  ],
}

function importedOnWire(
  { id, title, artistName, imageUrl }: StoredSong,
  isFavorite: boolean,
): WireSong {
  return { songId: id, title, artistName, imageUrl, isFavorite }
}

function onWire(song: StoredSong & Partial<TaggedSong>): WireSong {
  const { id, title, artistName, imageUrl, tags = [], minimum = null, ownMinimum = null } = song
  return {
    songId: id,
    title,
    artistName,
    imageUrl,
    isFavorite: true,
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(minimum !== null && { minSongAmount: minimum }),
    ...(ownMinimum !== null && { ownMinimum }),
    ...(song.state === 'learning' && { learning: true as const }),
  }
}

function ownOnWire(song: TaggedSong): OwnSong {
  const { key, capo, tempo, seconds, notes, musicBy, wordsBy, state, wishes, text } = song
  return {
    ...onWire(song),
    ...(state !== 'open' && { state }),
    ...(wishes > 0 && { wishes }),
    ...(key !== '' && { key }),
    ...(capo !== null && { capo }),
    ...(tempo !== null && { tempo }),
    ...(seconds !== null && { seconds }),
    ...(notes !== '' && { notes }),
    ...(musicBy !== '' && { musicBy }),
    ...(wordsBy !== '' && { wordsBy }),
    ...(text !== null && { text }),
  }
}
