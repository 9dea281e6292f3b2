import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { SONG_TEXT_MOST, TRANSPOSE_MOST } from '#domain/songs/song-text.ts'
import { endpoint } from './endpoint.ts'
import { Id, Moment, nullable } from './shapes.ts'

const Semitones = Type.Integer({ minimum: -TRANSPOSE_MOST, maximum: TRANSPOSE_MOST })

/** The artist's own text of a song, with chords in ChordPro; '' where it was removed. */
const PadText = Type.Object({
  songId: Id,
  text: Type.String(),
  /** Semitones, by which it is played higher than it is written. */
  transpose: Type.Integer(),
  updatedAt: Moment,
  /** As the repertoire notes it; '' and null where it does not. */
  key: Type.String(),
  capo: nullable(Type.Integer()),
  tempo: nullable(Type.Integer()),
})
export type PadText = Static<typeof PadText>

/** Texts in one call. */
export const TEXTS_AT_ONCE = 20

/** Texts with chords: only for their artist and his second pads. */
export const songTexts = {
  songTexts: endpoint({
    method: 'GET',
    path: '/artist/song-texts',
    access: 'pad',
    right: null,
    summary: 'Тексты песен с аккордами по времени изменения, частями',
    /** The last change that the client knows already, and its song. */
    query: { since: Type.Optional(Moment), after: Type.Optional(Id) },
    answer: Type.Object({ texts: Type.Array(PadText), more: Type.Boolean() }),
  }),
  songText: endpoint({
    method: 'GET',
    path: '/artist/song-text',
    access: 'artist',
    summary: 'Текст песни с аккордами',
    query: { songId: Id },
    /** '' where the song has none. */
    answer: Type.Object({ text: Type.String() }),
  }),
  saveSongTexts: endpoint({
    method: 'POST',
    path: '/artist/song-texts',
    access: 'artist',
    summary: 'Сохранить тексты песен с аккордами; пустой убирает прежний',
    body: {
      // The domain counts bytes and returns the error text; this only bounds the work.
      texts: Type.Array(
        Type.Object({
          songId: Id,
          text: Type.String({ maxLength: 2 * SONG_TEXT_MOST }),
          /** Omitted: as before. */
          transpose: Type.Optional(Semitones),
        }),
        { maxItems: TEXTS_AT_ONCE },
      ),
    },
    answer: Type.Boolean(),
    largestBody: TEXTS_AT_ONCE * 3 * SONG_TEXT_MOST,
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP'],
  }),
  transposeSong: endpoint({
    method: 'POST',
    path: '/artist/transpose-song',
    access: 'pad',
    summary: 'Выше или ниже на столько полутонов: на всех пультах',
    body: {
      songId: Id,
      semitones: Semitones,
    },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
}
