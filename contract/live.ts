import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { LiveBattle } from './battles.ts'
import { Goal } from './goals.ts'
import { Amount, ConcertStatus, Id, Moment, QueueEntry, publicRules } from './shapes.ts'

export const LiveRegistration = Type.Object({
  artistUsername: Type.String({ minLength: 1, maxLength: 64 }),
  sessionId: Type.String({ minLength: 1, maxLength: 64 }),
  events: Type.Optional(Type.Boolean()),
  /** The token of a pad: the time until an order reaches that pad is measured. Older pages send only a boolean, which is ignored. */
  pad: Type.Optional(Type.Union([Type.Boolean(), Type.String({ maxLength: 200 })])),
  /** A page of the artist's own, such as a pad or the screen of the hall: it is no listener. */
  own: Type.Optional(Type.Boolean()),
  /** The pass of a closed evening. */
  pass: Type.Optional(Type.String({ maxLength: 64 })),
})

export const LiveSessionEvent = Type.Object({
  type: Type.Literal('session'),
  sessionStatus: ConcertStatus,
  active: Type.Boolean(),
  /** Pads and other pages of the artist's own are not counted. */
  listeners: Type.Integer({ minimum: 0 }),
  ...publicRules,
  /** Comes with `longerMinutes`. */
  dateTimeEnd: Type.Optional(Moment),
  /** Thanks of the last seconds, for the screen of the hall, the newest first. */
  thanks: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        text: Type.String(),
        at: Type.String(),
        /** It came with money; the name is empty where none is shown, the kopecks are there where the giver agreed. */
        tip: Type.Optional(Type.Object({ name: Type.String(), amount: Type.Optional(Amount) })),
      }),
    ),
  ),
  goal: Type.Optional(Goal),
  /** Who gave a tip this evening and agreed to be named, the newest first; kopecks where they agreed to those too. */
  board: Type.Optional(
    Type.Array(Type.Object({ id: Id, name: Type.String(), amount: Type.Optional(Amount) })),
  ),
  /** The number of thanks that the artist has answered; a page that waits for an answer then requests it. */
  answers: Type.Optional(Type.Integer({ minimum: 1 })),
  /** The number of thanks and tips of the concert; a pad then requests them. */
  given: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Another number with each signal of the band; a pad then requests them. */
  signals: Type.Optional(Type.Integer({ minimum: 1 })),
  /** While songs are voted for, and for a minute after. */
  battle: Type.Optional(LiveBattle),
})

export const LiveError = Type.Object({
  type: Type.Literal('error'),
  code: Type.Literal('NO_SESSION'),
  message: Type.String(),
})

export type LiveEntry = Static<typeof QueueEntry>
export type LiveRegistration = Static<typeof LiveRegistration>
export type LiveSessionEvent = Static<typeof LiveSessionEvent>
export type LiveError = Static<typeof LiveError>
