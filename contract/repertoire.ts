import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { SONG_STATES } from '#domain/songs/repertoire.ts'
import { LINE_STATES } from '#domain/songs/song-import.ts'
import { IMPORT_SONGS_MAX, IMPORT_TEXT_MAX } from '#domain/songs/song-lines.ts'
import { endpoint } from './endpoint.ts'
import { Id, literals, nullable, OwnSong, Song, Url } from './shapes.ts'

// A thousand songs in letters of any alphabet, and a text of the maximum length; with all that is noted of them.
const LARGEST_BODY = 1536 * 1024
const LARGEST_IMPORT = 6 * 1024 * 1024

/** A tag of the repertoire, and the minimum in rubles for an order of a song with it; null: the concert's minimum. */
const TagMinimum = Type.Object({
  tag: Type.String({ maxLength: 1000 }),
  minSongAmount: nullable(Type.Integer()),
})
/** The artist's own notes of a song; an omitted field stays unchanged, an empty one clears the note. */
const about = {
  key: Type.Optional(Type.String({ maxLength: 1000 })),
  capo: Type.Optional(nullable(Type.Integer())),
  tempo: Type.Optional(nullable(Type.Integer())),
  seconds: Type.Optional(nullable(Type.Integer())),
  notes: Type.Optional(Type.String({ maxLength: 10_000 })),
  musicBy: Type.Optional(Type.String({ maxLength: 1000 })),
  wordsBy: Type.Optional(Type.String({ maxLength: 1000 })),
}

/** The details of a song in a list. */
const listed = {
  key: Type.Optional(Type.String({ maxLength: 1000 })),
  capo: Type.Optional(Type.Integer()),
  tempo: Type.Optional(Type.Integer()),
  seconds: Type.Optional(Type.Integer()),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 50 })),
  notes: Type.Optional(Type.String({ maxLength: 10_000 })),
  state: Type.Optional(literals(SONG_STATES)),
  minSongAmount: Type.Optional(Type.Integer()),
  musicBy: about.musicBy,
  wordsBy: about.wordsBy,
}

/** A line of a song list, and how it would be imported. */
export const ImportLine = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  text: Type.String(),
  state: literals(LINE_STATES),
  title: Type.String(),
  artistName: Type.String(),
  /** The catalogue's song, where it has exactly this one. */
  song: nullable(Song),
  /** Songs of the catalogue that the line may mean. */
  similar: Type.Array(Song),
  fields: Type.Object(listed),
  /** Why the line is left out, in words. */
  why: nullable(Type.String()),
})

export type ImportLine = Static<typeof ImportLine>

/** The songs that an artist plays: edited one by one, or as a list that is previewed, imported, removed again. */
export const repertoire = {
  addFavorite: endpoint({
    method: 'POST',
    path: '/artist/add-new-favorite-list',
    access: 'artist',
    summary: 'Добавить песню в репертуар',
    body: {
      songId: nullable(Id),
      title: Type.String({ maxLength: 1000 }),
      imageUrl: Url,
      artistName: Type.String({ maxLength: 1000 }),
    },
    answer: Song,
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP', 'TOO_MANY'],
  }),
  removeFavorite: endpoint({
    method: 'DELETE',
    path: '/artist/delete-song-from-favorite-list',
    access: 'artist',
    summary: 'Убрать песню из репертуара',
    refusals: ['ILLEGAL_STEP'],
    query: { songId: Id },
    answer: Type.Boolean(),
  }),
  repertoire: endpoint({
    method: 'GET',
    path: '/artist/repertoire',
    access: 'pad',
    right: 'play',
    summary: 'Свой репертуар по алфавиту, с пометками для себя; с limit столько первых песен',
    query: { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) },
    answer: Type.Array(OwnSong),
  }),
  tagSong: endpoint({
    method: 'POST',
    path: '/artist/tag-song',
    access: 'artist',
    summary:
      'Метки песни репертуара, вместо прежних, её цена и пометки для себя; исправленная, она получает другой номер',
    body: {
      songId: Id,
      title: Type.Optional(Type.String({ maxLength: 1000 })),
      artistName: Type.Optional(Type.String({ maxLength: 1000 })),
      /** Omitted: unchanged. */
      tags: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 50 })),
      /** The minimum in rubles for an order of this song; null: none of its own. Omitted: unchanged. */
      minSongAmount: Type.Optional(nullable(Type.Integer())),
      /** Omitted: unchanged. */
      state: Type.Optional(literals(SONG_STATES)),
      ...about,
    },
    answer: OwnSong,
    refusals: ['NOT_FOUND', 'TOO_MANY'],
  }),
  noteSongs: endpoint({
    method: 'POST',
    path: '/artist/note-songs',
    access: 'artist',
    summary: 'Состояние многих песен репертуара сразу и метки, которые к их меткам добавятся',
    body: {
      songIds: Type.Array(Id, { maxItems: IMPORT_SONGS_MAX }),
      tags: Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 50 }),
      /** Omitted: unchanged. */
      state: Type.Optional(literals(SONG_STATES)),
    },
    /** The songs of `songIds` that are in the repertoire. */
    answer: Type.Array(OwnSong),
  }),
  tagMinimums: endpoint({
    method: 'GET',
    path: '/artist/tag-minimums',
    access: 'artist',
    summary: 'Метки репертуара и сколько рублей стоит заказ песни с меткой, самое меньшее',
    answer: Type.Array(TagMinimum),
  }),
  setTagMinimums: endpoint({
    method: 'POST',
    path: '/artist/tag-minimums',
    access: 'artist',
    summary: 'Цены меток',
    body: { minimums: Type.Array(TagMinimum, { maxItems: 500 }) },
    answer: Type.Array(TagMinimum),
  }),
  previewImport: endpoint({
    method: 'POST',
    path: '/artist/preview-import',
    access: 'artist',
    rates: ['importPreviewOfArtist'],
    summary: 'Что из списка песен есть в каталоге и что новое',
    body: {
      // The domain counts as a person does and returns the error text; this only bounds the work.
      text: Type.Optional(Type.String({ maxLength: 2 * IMPORT_TEXT_MAX })),
      /** Instead of the text: songs whose titles and performers are known separately, one a line. */
      songs: Type.Optional(
        Type.Array(
          Type.Object({
            title: Type.String({ maxLength: 1000 }),
            artistName: Type.String({ maxLength: 1000 }),
          }),
          { maxItems: IMPORT_SONGS_MAX },
        ),
      ),
      /** Whether the lines are «песня — артист»; omitted: the catalogue decides. */
      titleFirst: Type.Optional(Type.Boolean()),
    },
    answer: Type.Object({
      titleFirst: Type.Boolean(),
      /** How many more songs the repertoire takes. */
      places: Type.Integer(),
      lines: Type.Array(ImportLine),
    }),
    largestBody: LARGEST_BODY,
  }),
  importFavorites: endpoint({
    method: 'POST',
    path: '/artist/import-favorites',
    access: 'artist',
    rates: ['importOfArtist'],
    summary: 'Добавить в репертуар много песен сразу, с пометками: все или ни одной',
    body: {
      songs: Type.Array(
        Type.Object({
          songId: nullable(Id),
          title: Type.String({ maxLength: 1000 }),
          artistName: Type.String({ maxLength: 1000 }),
          ...listed,
        }),
        { maxItems: IMPORT_SONGS_MAX },
      ),
      /** Songs already in the repertoire get the listed details too; omitted details stay unchanged. */
      update: Type.Optional(Type.Boolean()),
      /** Songs already in the repertoire get those listed details that they lack. */
      fill: Type.Optional(Type.Boolean()),
    },
    /** `added` are new in the repertoire; `already` were in it before. */
    answer: Type.Object({ added: Type.Array(Song), already: Type.Array(Song) }),
    largestBody: LARGEST_IMPORT,
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP'],
  }),
  removeFavorites: endpoint({
    method: 'POST',
    path: '/artist/remove-favorites',
    access: 'artist',
    summary: 'Убрать из репертуара много песен сразу',
    refusals: ['ILLEGAL_STEP'],
    body: { songIds: Type.Array(Id, { maxItems: IMPORT_SONGS_MAX }) },
    /** The songs that were in the repertoire. */
    answer: Type.Array(Id),
  }),
}
