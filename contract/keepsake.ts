import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { KEEPSAKE_STATES } from '#domain/queue/keepsake.ts'
import { endpoint } from './endpoint.ts'
import {
  ArtistCard,
  Id,
  literals,
  Moment,
  nullable,
  Session,
  SetlistSong,
  Username,
} from './shapes.ts'

/**
 * Names one device in one concert, to anyone who has the link: 32 bytes, whose last character carries four bits; 16
 * with two in links of before.
 */
const Key = Type.String({ pattern: '^(?:[\\w-]{42}[AEIMQUYcgkosw048]|[\\w-]{21}[AQgw])$' })

export const Keepsake = Type.Object({
  session: Type.Object({
    id: Id,
    title: Type.String(),
    dateTimeStart: Moment,
    artist: ArtistCard,
    /** Name and city are empty for a closed concert. */
    location: Type.Pick(Session.properties.location, ['name', 'city', 'timeZone']),
  }),
  /** While false, `orders` is empty and `next` is null. */
  over: Type.Boolean(),
  orders: Type.Array(
    Type.Object({
      songId: Id,
      title: Type.String(),
      artistName: Type.String(),
      state: literals(KEEPSAKE_STATES),
      /** When the song started; null where it did not. */
      startedAt: nullable(Moment),
      /** Others ordered it too. */
      share: Type.Optional(Type.Literal(true)),
      name: Type.Optional(Type.String()),
      words: Type.Optional(Type.String()),
      /** The artist's answer to a thanks. */
      answer: Type.Optional(Type.String()),
    }),
  ),
  /** How many songs sounded that evening. */
  songs: Type.Integer({ minimum: 0 }),
  /** What sounded, in its order; where its artist does not show it, or it needs a code word, the listener's own alone. */
  played: Type.Array(SetlistSong),
  /** The artist's next public concert. */
  next: nullable(Session),
})

export type Keepsake = Static<typeof Keepsake>

/** A listener's keepsake of a concert. */
export const keepsake = {
  keepsakeKey: endpoint({
    method: 'GET',
    path: '/songs/keepsake-key',
    access: 'anyone',
    rates: ['lookOfAddress'],
    summary: 'Ключ страницы на память о концерте, на котором это устройство заказывало песни',
    query: { sessionId: Id },
    answer: Type.Object({ key: Key }),
    refusals: ['NOT_FOUND'],
  }),
  keepsakes: endpoint({
    method: 'GET',
    path: '/songs/keepsakes',
    access: 'anyone',
    rates: ['lookOfAddress'],
    summary: 'Страницы на память этого устройства о концертах одного музыканта, последние сначала',
    query: { artistUsername: Username },
    answer: Type.Array(
      Type.Object({
        sessionId: Id,
        key: Key,
        title: Type.String(),
        dateTimeStart: Moment,
        timeZone: Type.String(),
      }),
    ),
  }),
  keepsake: endpoint({
    method: 'GET',
    path: '/songs/keepsake',
    access: 'anyone',
    rates: ['lookOfAddress'],
    summary: 'Страница на память: что заказал один слушатель, что и когда прозвучало',
    query: { sessionId: Id, key: Key },
    answer: Keepsake,
    refusals: ['NOT_FOUND'],
  }),
  keepsakePicture: endpoint({
    method: 'GET',
    path: '/songs/keepsake-picture',
    access: 'anyone',
    priority: 'low',
    rates: ['storyOfAddress'],
    summary: 'Картинка на память для историй, 1080×1920, когда концерт окончен',
    kind: 'blob',
    query: { sessionId: Id, key: Key },
    answer: Type.String(),
    refusals: ['NOT_FOUND', 'OVERLOADED'],
  }),
}
