import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, literals, Moment, nullable, OwnSong } from './shapes.ts'

const Note = Type.Object({
  kind: literals(['note'] as const),
  text: Type.String({ maxLength: 1000 }),
})
const Break = Type.Object({ kind: literals(['break'] as const), minutes: Type.Integer() })

const SetItem = Type.Union([
  Type.Object({ kind: literals(['song'] as const), songId: Id }),
  Break,
  Note,
])

const set = {
  id: Id,
  title: Type.String({ maxLength: 1000 }),
  /** The planned length of its music; null: none. */
  targetMinutes: nullable(Type.Integer()),
}

export const OwnSet = Type.Object({
  ...set,
  savedAt: Moment,
  items: Type.Array(
    Type.Union([
      /** `isFavorite`: the song is still in the repertoire. */
      Type.Composite([
        Type.Object({ kind: literals(['song'] as const) }),
        Type.Pick(OwnSong, ['songId', 'title', 'artistName', 'imageUrl', 'isFavorite', 'seconds']),
      ]),
      Break,
      Note,
    ]),
  ),
})
export type OwnSet = Static<typeof OwnSet>

/** An artist's sets: private, in no public answer. */
export const sets = {
  sets: endpoint({
    method: 'GET',
    path: '/artist/sets',
    access: 'artist',
    summary: 'Свои сеты по алфавиту и сколько они длятся',
    answer: Type.Array(
      Type.Object({
        ...set,
        songs: Type.Integer(),
        /** The length of its songs; `estimated` of them count with the usual length. */
        seconds: Type.Integer(),
        estimated: Type.Integer(),
        breakMinutes: Type.Integer(),
      }),
    ),
  }),
  set: endpoint({
    method: 'GET',
    path: '/artist/set',
    access: 'artist',
    summary: 'Свой сет целиком',
    query: { id: Id },
    answer: OwnSet,
    refusals: ['NOT_FOUND'],
  }),
  saveSet: endpoint({
    method: 'POST',
    path: '/artist/set',
    access: 'artist',
    summary: 'Новый сет, или этот вместо прежнего',
    idempotent: true,
    /** `id` null: a new one. */
    body: {
      ...set,
      id: nullable(Id),
      items: Type.Array(SetItem, { maxItems: 1000 }),
      /** Of the set that is replaced: refused where it was saved since. */
      savedAt: Type.Optional(Moment),
    },
    answer: OwnSet,
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP', 'IDEMPOTENCY_CONFLICT'],
  }),
  deleteSet: endpoint({
    method: 'DELETE',
    path: '/artist/set',
    access: 'artist',
    summary: 'Удалить свой сет; в концертах его песни остаются',
    query: { id: Id },
    answer: Type.Boolean(),
  }),
  laySet: endpoint({
    method: 'POST',
    path: '/artist/lay-set',
    access: 'artist',
    priority: 'critical',
    metric: 'own_song',
    summary: 'Сыграть этот сет: его песни встают в очередь концерта, каких там ещё нет',
    idempotent: true,
    body: { id: Id, sessionId: Id },
    /** The songs of the set that were added to the queue, and those that waited there already. */
    answer: Type.Object({ added: Type.Integer(), waiting: Type.Integer() }),
    refusals: [
      'NOT_FOUND',
      'NOT_YOURS',
      'ILLEGAL_STEP',
      'SONG_NOT_ACCEPTED',
      'IDEMPOTENCY_CONFLICT',
    ],
  }),
}
