import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { ConcertStatus, Moment, QueueEntry, publicRules } from './shapes.ts'

export const LiveRegistration = Type.Object({
  artistUsername: Type.String({ minLength: 1, maxLength: 64 }),
  sessionId: Type.String({ minLength: 1, maxLength: 64 }),
  events: Type.Optional(Type.Boolean()),
  /** The token of a pad: how soon it has an order is measured. Older pages say that they are one alone, and are not believed. */
  pad: Type.Optional(Type.Union([Type.Boolean(), Type.String({ maxLength: 200 })])),
  /** Of a closed evening. */
  pass: Type.Optional(Type.String({ maxLength: 64 })),
})

export const LiveSessionEvent = Type.Object({
  type: Type.Literal('session'),
  sessionStatus: ConcertStatus,
  active: Type.Boolean(),
  listeners: Type.Integer({ minimum: 0 }),
  ...publicRules,
  /** Comes with `longerMinutes`. */
  dateTimeEnd: Type.Optional(Moment),
  /** Thanks of the last seconds, for the screen of the hall, the newest first. */
  thanks: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), text: Type.String(), at: Type.String() })),
  ),
  /** How many thanks the artist has answered: whoever waits for an answer asks for it. */
  answers: Type.Optional(Type.Integer({ minimum: 1 })),
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
