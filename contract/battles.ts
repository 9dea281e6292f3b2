import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, Moment, nullable } from './shapes.ts'

/** A battle as everybody sees it, its songs in the order in which the artist put them up. */
export const LiveBattle = Type.Object({
  id: Id,
  endsAt: Moment,
  /** Votes are paid. */
  paid: Type.Optional(Type.Literal(true)),
  songs: Type.Array(
    Type.Object({
      songId: Id,
      title: Type.String(),
      artistName: Type.String(),
      /** Where votes are paid, kopecks. */
      votes: Type.Integer({ minimum: 0 }),
    }),
  ),
  /** Once it is over; `winner` null: nobody voted. */
  ended: Type.Optional(Type.Object({ at: Moment, winner: nullable(Id) })),
})
export type LiveBattle = Static<typeof LiveBattle>

const refusals = ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'] as const
const which = { sessionId: Id, id: Id }

/** «Битва»: the artist puts songs up, and the hall votes. */
export const battles = {
  startBattle: endpoint({
    method: 'POST',
    path: '/artist/start-battle',
    access: 'pad',
    priority: 'critical',
    summary: 'Начать битву песен',
    body: {
      ...which,
      /** Fewer and more of them, and other minutes, are refused with their limit. A repeat with the same id is the same battle. */
      songIds: Type.Array(Id, { maxItems: 50 }),
      minutes: Type.Integer({ minimum: 0, maximum: 1000 }),
      /** Votes are paid, and those of the songs that lose go back. */
      paid: Type.Optional(Type.Boolean()),
    },
    answer: Type.Boolean(),
    refusals: [...refusals, 'SESSION_NOT_OPEN'],
  }),
  endBattle: endpoint({
    method: 'POST',
    path: '/artist/end-battle',
    access: 'pad',
    priority: 'critical',
    summary: 'Закончить битву раньше: победившая встаёт первой в очереди',
    body: which,
    answer: Type.Boolean(),
    refusals: [...refusals, 'SESSION_NOT_OPEN'],
  }),
  cancelBattle: endpoint({
    method: 'POST',
    path: '/artist/cancel-battle',
    access: 'pad',
    priority: 'critical',
    summary: 'Отменить битву: никто не победил',
    body: which,
    answer: Type.Boolean(),
    refusals: [...refusals, 'SESSION_NOT_OPEN'],
  }),
}

/** The same for listeners. */
export const battleVotes = {
  voteInBattle: endpoint({
    method: 'POST',
    path: '/songs/vote-in-battle',
    access: 'anyone',
    rates: ['voteOfAddress'],
    summary:
      'Голос за песню в бесплатной битве, один с устройства; другой встаёт на место прежнего',
    body: {
      ...which,
      songId: Id,
      /** The pass of a closed evening. */
      pass: Type.Optional(Id),
    },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'SESSION_NOT_OPEN', 'SONG_NOT_ACCEPTED', 'ILLEGAL_STEP'],
  }),
  myVote: endpoint({
    method: 'GET',
    path: '/songs/my-vote',
    access: 'anyone',
    rates: ['lookOfAddress'],
    answersDevice: true,
    summary: 'За какую песню битвы голосовало это устройство',
    query: { id: Id },
    answer: Type.Object({ songId: nullable(Id) }),
  }),
}
