import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { SONG_STATES } from '#domain/songs/repertoire.ts'
import { LINE_STATES } from '#domain/songs/song-import.ts'
import { IMPORT_SONGS_MAX, IMPORT_TEXT_MAX } from '#domain/songs/song-lines.ts'
import { endpoint } from './endpoint.ts'
import { Id, literals, nullable, OwnSong, Song, Url } from './shapes.ts'

/** A line of a list of songs, and what becomes of it. */
export const ImportLine = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  text: Type.String(),
  state: literals(LINE_STATES),
  title: Type.String(),
  artistName: Type.String(),
  /** Where the catalogue has just this song. */
  song: nullable(Song),
  /** What of the catalogue it may have meant. */
  similar: Type.Array(Song),
  /** Why the line is left out, in words. */
  why: nullable(Type.String()),
})

export type ImportLine = Static<typeof ImportLine>

// A thousand songs in letters of any alphabet, and a text of the greatest length; with all that is noted of them.
const LARGEST_BODY = 1536 * 1024
const LARGEST_IMPORT = 6 * 1024 * 1024

/** A tag of the repertoire, and the rubles that an order of a song with it costs at least; null: as the concert says. */
const TagMinimum = Type.Object({
  tag: Type.String({ maxLength: 1000 }),
  minSongAmount: nullable(Type.Integer()),
})
/** What the artist notes of a song for himself; what is left out stays as it was, and empty is none. */
const about = {
  key: Type.Optional(Type.String({ maxLength: 1000 })),
  capo: Type.Optional(nullable(Type.Integer())),
  tempo: Type.Optional(nullable(Type.Integer())),
  seconds: Type.Optional(nullable(Type.Integer())),
  notes: Type.Optional(Type.String({ maxLength: 10_000 })),
}

/** What a list says of a song. */
const listed = {
  key: Type.Optional(Type.String({ maxLength: 1000 })),
  capo: Type.Optional(Type.Integer()),
  tempo: Type.Optional(Type.Integer()),
  seconds: Type.Optional(Type.Integer()),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 50 })),
  notes: Type.Optional(Type.String({ maxLength: 10_000 })),
  state: Type.Optional(literals(SONG_STATES)),
  minSongAmount: Type.Optional(Type.Integer()),
}

/** The songs that an artist plays: one by one, and as a list that is looked at, taken, taken back. */
export const repertoire = {
  addFavorite: endpoint({
    method: 'POST',
    path: '/artist/add-new-favorite-list',
    access: 'artist',
    priority: 'write',
    rates: [],
    changes: ['artist'],
    summary: 'Добавить песню в репертуар',
    body: {
      songId: nullable(Id),
      title: Type.String({ maxLength: 1000 }),
      imageUrl: Url,
      artistName: Type.String({ maxLength: 1000 }),
    },
    answer: Song,
    refusals: ['VALIDATION', 'NOT_FOUND', 'ILLEGAL_STEP'],
  }),
  removeFavorite: endpoint({
    method: 'DELETE',
    path: '/artist/delete-song-from-favorite-list',
    access: 'artist',
    priority: 'write',
    rates: [],
    changes: ['artist'],
    summary: 'Убрать песню из репертуара',
    query: { songId: Id },
    answer: Type.Boolean(),
  }),
  repertoire: endpoint({
    method: 'GET',
    path: '/artist/repertoire',
    access: 'pad',
    priority: 'read',
    rates: [],
    summary: 'Свой репертуар по алфавиту, с пометками для себя; с limit столько первых песен',
    query: { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) },
    answer: Type.Array(OwnSong),
  }),
  tagSong: endpoint({
    method: 'POST',
    path: '/artist/tag-song',
    access: 'artist',
    priority: 'write',
    rates: [],
    changes: ['artist'],
    summary: 'Метки песни репертуара, вместо прежних, её цена и пометки для себя',
    body: {
      songId: Id,
      tags: Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 50 }),
      /** Rubles that an order of this song costs at least; null: none of its own. Left out: as before. */
      minSongAmount: Type.Optional(nullable(Type.Integer())),
      /** Left out: as before. */
      state: Type.Optional(literals(SONG_STATES)),
      ...about,
    },
    answer: OwnSong,
    refusals: ['VALIDATION', 'NOT_FOUND'],
  }),
  noteSongs: endpoint({
    method: 'POST',
    path: '/artist/note-songs',
    access: 'artist',
    priority: 'write',
    rates: [],
    changes: ['artist'],
    summary: 'Состояние многих песен репертуара сразу и метки, которые к их меткам добавятся',
    body: {
      songIds: Type.Array(Id, { maxItems: IMPORT_SONGS_MAX }),
      tags: Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 50 }),
      /** Left out: as before. */
      state: Type.Optional(literals(SONG_STATES)),
    },
    /** Those of them that are in the repertoire. */
    answer: Type.Array(OwnSong),
    refusals: ['VALIDATION'],
  }),
  tagMinimums: endpoint({
    method: 'GET',
    path: '/artist/tag-minimums',
    access: 'artist',
    priority: 'read',
    rates: [],
    summary: 'Метки репертуара и сколько рублей стоит заказ песни с меткой, самое меньшее',
    answer: Type.Array(TagMinimum),
  }),
  setTagMinimums: endpoint({
    method: 'POST',
    path: '/artist/tag-minimums',
    access: 'artist',
    priority: 'write',
    rates: [],
    changes: ['artist'],
    summary: 'Цены меток, вместо прежних',
    body: { minimums: Type.Array(TagMinimum, { maxItems: 500 }) },
    answer: Type.Array(TagMinimum),
    refusals: ['VALIDATION'],
  }),
  previewImport: endpoint({
    method: 'POST',
    path: '/artist/preview-import',
    access: 'artist',
    priority: 'write',
    rates: ['importPreviewOfArtist'],
    changes: [],
    summary: 'Что из списка песен есть в каталоге и что новое',
    body: {
      // The domain counts as a person does and refuses in words; this only bounds the work.
      text: Type.Optional(Type.String({ maxLength: 2 * IMPORT_TEXT_MAX })),
      /** In the place of the text: songs whose titles and performers are known apart, each a line. */
      songs: Type.Optional(
        Type.Array(
          Type.Object({
            title: Type.String({ maxLength: 1000 }),
            artistName: Type.String({ maxLength: 1000 }),
          }),
          { maxItems: IMPORT_SONGS_MAX },
        ),
      ),
      /** Whether the list says «песня — артист»; left out, the catalogue tells. */
      titleFirst: Type.Optional(Type.Boolean()),
    },
    answer: Type.Object({ titleFirst: Type.Boolean(), lines: Type.Array(ImportLine) }),
    largestBody: LARGEST_BODY,
    refusals: ['VALIDATION', 'TOO_MANY'],
  }),
  importFavorites: endpoint({
    method: 'POST',
    path: '/artist/import-favorites',
    access: 'artist',
    priority: 'write',
    rates: ['importOfArtist'],
    changes: ['artist'],
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
      /** Songs that stand there already get what is listed of them too; what is left out of it stays. */
      update: Type.Optional(Type.Boolean()),
    },
    /** `added` are new in the repertoire; `already` stood there before. */
    answer: Type.Object({ added: Type.Array(Song), already: Type.Array(Song) }),
    largestBody: LARGEST_IMPORT,
    refusals: ['VALIDATION', 'NOT_FOUND', 'ILLEGAL_STEP', 'TOO_MANY'],
  }),
  removeFavorites: endpoint({
    method: 'POST',
    path: '/artist/remove-favorites',
    access: 'artist',
    priority: 'write',
    rates: [],
    changes: ['artist'],
    summary: 'Убрать из репертуара много песен сразу',
    body: { songIds: Type.Array(Id, { maxItems: IMPORT_SONGS_MAX }) },
    /** Those that stood there. */
    answer: Type.Array(Id),
    refusals: ['VALIDATION'],
  }),
}
