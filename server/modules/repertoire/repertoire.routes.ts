import { api } from '#contract/index.ts'
import type { OwnSong, Song as WireSong } from '#contract/shapes.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/platform/http/route.ts'
import { on } from '#server/platform/http/route.ts'
import type { ChoiceIn } from '../songs/songs.service.ts'
import type { RepertoireImport } from './repertoire-import.service.ts'
import type { Repertoire, StoredSong, TaggedSong } from './repertoire.service.ts'
import { changedSongTexts, saveSongTexts, songTextOf, transposeSong } from './song-texts.service.ts'

export function repertoireImportRoutes(lists: RepertoireImport): Route[] {
  return [
    on(api.artist.previewImport, async ({ body, artist }) => {
      const { titleFirst, lines, mine } = await lists.preview(artist.id, body)
      const wire = (song: StoredSong) => songOnWire(song, mine.has(song.id))
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
      const { added, already } = await lists.take(artist.id, body.songs, body.update ?? false)
      const wire = (song: StoredSong) => songOnWire(song, true)
      return { added: added.map(wire), already: already.map(wire) }
    }),
  ]
}

function songOnWire(
  { id, title, artistName, imageUrl }: StoredSong,
  isFavorite: boolean,
): WireSong {
  return { songId: id, title, artistName, imageUrl, isFavorite }
}

/** Refuses NOT_FOUND. */
type ArtistByUsername = (username: string) => Promise<{ id: string }>

export function repertoireRoutes(
  repertoire: Repertoire,
  artistByUsername: ArtistByUsername,
  queue: {
    choiceIn: ChoiceIn
    /** How often each song was ordered at concerts of this artist. */
    timesAsked(artistId: string): Promise<ReadonlyMap<string, number>>
  },
): Route[] {
  return [
    on(api.songs.getFavoriteSongs, async ({ query }) => {
      const artist = await artistByUsername(query.artistUsername)
      const songs = (await repertoire.listForListeners(artist.id)).map(onWire)
      const choice = query.sessionId === undefined ? null : await queue.choiceIn(query.sessionId)
      const shown = choice?.artistId === artist.id ? choice.shown(songs) : songs
      return shown.slice(0, query.limit)
    }),
    on(api.songs.offered, async ({ query }) => {
      const artist = await artistByUsername(query.artistUsername)
      const named = query.sessionId === undefined ? null : await queue.choiceIn(query.sessionId)
      const { tags, songs, pages } = await repertoire.offered(artist.id, {
        tag: query.tag ?? null,
        page: query.page,
        choice: named?.artistId === artist.id ? named : null,
        asked: await queue.timesAsked(artist.id),
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
    on(api.songs.wish, async ({ body, device }) => {
      const artist = await artistByUsername(body.artistUsername)
      return repertoire.wish(artist.id, body.songId, await device.ensure())
    }),
    on(api.artist.repertoire, async ({ query, artist }) =>
      (await repertoire.listOf(artist.id)).slice(0, query.limit).map(ownOnWire),
    ),
    on(api.artist.tagSong, async ({ body, artist }) => {
      const { songId, tags, minSongAmount: ownMinimum, state, ...about } = body
      return ownOnWire(await repertoire.tag(artist.id, songId, { tags, ownMinimum, state, about }))
    }),
    on(api.artist.noteSongs, async ({ body, artist }) =>
      (await repertoire.noteMany(artist.id, body.songIds, body)).map(ownOnWire),
    ),
    on(api.artist.tagMinimums, ({ artist }) => repertoire.minimumsOfTags(artist.id)),
    on(api.artist.setTagMinimums, ({ body, artist }) =>
      repertoire.setMinimumsOfTags(artist.id, body.minimums),
    ),
    // The picture that a client sends along is not stored: it would show a stranger's address to everybody.
    on(api.artist.addFavorite, async ({ body, artist }) => {
      const { songId, title, artistName } = body
      return onWire(await repertoire.add(artist.id, { songId, title, artistName }))
    }),
    on(api.artist.removeFavorite, async ({ query, artist }) => {
      await repertoire.remove(artist.id, [query.songId])
      return true
    }),
    on(api.artist.removeFavorites, ({ body, artist }) =>
      repertoire.remove(artist.id, body.songIds),
    ),
  ]
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
  const { key, capo, tempo, seconds, notes, state, wishes } = song
  return {
    ...onWire(song),
    ...(state !== 'open' && { state }),
    ...(wishes > 0 && { wishes }),
    ...(key !== '' && { key }),
    ...(capo !== null && { capo }),
    ...(tempo !== null && { tempo }),
    ...(seconds !== null && { seconds }),
    ...(notes !== '' && { notes }),
  }
}

export function songTextRoutes(ctx: Context): Route[] {
  return [
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
  ]
}
