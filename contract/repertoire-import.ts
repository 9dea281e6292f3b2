import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { LINE_STATES } from '#domain/songs/song-import.ts'
import { IMPORT_SONGS_MAX, IMPORT_TEXT_MAX } from '#domain/songs/song-lines.ts'
import { endpoint } from './endpoint.ts'
import { Id, literals, nullable, Song } from './shapes.ts'

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

// A thousand songs in letters of any alphabet, and a text of the greatest length.
const LARGEST_BODY = 1536 * 1024

/** A repertoire that comes as a list: looked at, taken, taken back. */
export const repertoireImport = {
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
      text: Type.String({ maxLength: 2 * IMPORT_TEXT_MAX }),
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
    summary: 'Добавить в репертуар много песен сразу: все или ни одной',
    body: {
      songs: Type.Array(
        Type.Object({
          songId: nullable(Id),
          title: Type.String({ maxLength: 1000 }),
          artistName: Type.String({ maxLength: 1000 }),
        }),
        { maxItems: IMPORT_SONGS_MAX },
      ),
    },
    /** `added` are new in the repertoire; `already` stood there before. */
    answer: Type.Object({ added: Type.Array(Song), already: Type.Array(Song) }),
    largestBody: LARGEST_BODY,
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
