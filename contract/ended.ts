import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { ArtistCard, Id, Moment, nullable, Session, SetlistSong, Username } from './shapes.ts'

const Cancelled = Type.Object({
  id: Id,
  title: Type.String(),
  dateTimeStart: Moment,
  artist: ArtistCard,
  location: Type.Pick(Session.properties.location, ['name', 'city', 'timeZone']),
  /** The artist's; may be empty. */
  words: Type.String(),
  /** It was in no list. */
  closed: Type.Boolean(),
})

/** A concert that is over or does not take place, as listeners see it. */
export const ended = {
  cancelled: endpoint({
    method: 'GET',
    path: '/session/cancelled',
    access: 'anyone',
    summary: 'Отменённый концерт, год после него',
    query: { sessionId: Id },
    answer: Cancelled,
    refusals: ['NOT_FOUND'],
  }),
  cancelledAhead: endpoint({
    method: 'GET',
    path: '/session/cancelled-ahead',
    access: 'anyone',
    summary: 'Отменённые концерты из афиши музыканта, до своего начала',
    query: { artistUsername: Username },
    answer: Type.Array(Cancelled),
    refusals: ['NOT_FOUND'],
  }),
  last: endpoint({
    method: 'GET',
    path: '/session/last-ended',
    access: 'anyone',
    summary:
      'Концерт музыканта, который кончился только что: сколько песен прозвучало, сколько из них заказали',
    query: { artistUsername: Username },
    answer: nullable(
      Type.Object({
        id: Id,
        songs: Type.Integer({ minimum: 0 }),
        ordered: Type.Integer({ minimum: 0 }),
      }),
    ),
    refusals: ['NOT_FOUND'],
  }),
  played: endpoint({
    method: 'GET',
    path: '/session/played',
    access: 'anyone',
    summary: 'Что звучало на прошедшем концерте, если музыкант показывает песни',
    query: { sessionId: Id },
    answer: Type.Array(SetlistSong),
    refusals: ['NOT_FOUND'],
  }),
}
