import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { WORD_MOST } from '#domain/artist-words.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, Moment, nullable } from './shapes.ts'

const ArtistWord = Type.Object({
  id: Id,
  text: Type.String(),
  /** The concert that its button opens. */
  concert: nullable(Type.Object({ id: Id, title: Type.String() })),
  madeAt: Moment,
  /** Followers who have got it; null once that is forgotten. */
  told: nullable(Count),
  /** Nobody has got it yet, and it can be taken back. */
  waits: Type.Boolean(),
})

const ArtistWords = Type.Object({
  /** Those who follow the artist. */
  followers: Count,
  /** When the next one may be sent; null: now. */
  nextAt: nullable(Moment),
  /** The newest first. */
  words: Type.Array(ArtistWord),
})

export type ArtistWords = Static<typeof ArtistWords>

export const artistWords = {
  list: endpoint({
    method: 'GET',
    path: '/artist/words',
    access: 'artist',
    summary: 'Слова музыканта тем, кто подписан: что сказано и кому дошло',
    answer: ArtistWords,
  }),
  send: endpoint({
    method: 'POST',
    path: '/artist/words',
    access: 'artist',
    summary: 'Сказать слово подписчикам, дважды в неделю; ночью никому не приходит',
    body: { text: Type.String({ maxLength: 4 * WORD_MOST }), sessionId: nullable(Id) },
    answer: Id,
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'TOO_MANY'],
  }),
  drop: endpoint({
    method: 'POST',
    path: '/artist/words/drop',
    access: 'artist',
    summary: 'Забрать слово, пока оно никому не пришло',
    body: { id: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP'],
  }),
}
