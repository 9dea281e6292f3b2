import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { Amount, Count, Id, literals, Moment, nullable } from './shapes.ts'

/** The services outside that the product asks, as operators see them. */
export const OUTSIDE_SERVICES = ['bank', 'mail', 'push', 'geocoder'] as const

/** How many wait for an operator, and since when. */
const Waits = Type.Object({ count: Count, oldest: nullable(Moment) })

/** What happens tonight. */
export const Today = Type.Object({
  at: Moment,
  running: Count,
  /** Of the day by Moscow, at concerts; kopecks. */
  orders: Count,
  tips: Count,
  amount: Amount,
  /** Those that run, then those of the next hours. */
  concerts: Type.Array(
    Type.Object({
      sessionId: Id,
      username: Type.String(),
      name: Type.String(),
      title: Type.String(),
      venue: Type.String(),
      running: Type.Boolean(),
      startsAt: Moment,
      endsAt: Moment,
      orders: Count,
      amount: Amount,
      /** Who has it open now. */
      watchers: Count,
    }),
  ),
  hours: Type.Array(Type.Object({ at: Moment, orders: Count, tips: Count })),
  complaints: Waits,
  letters: Waits,
  stuck: Waits,
  /** The last night's audit, or null before the first; `clean` null: it did not come to its end. */
  audit: nullable(Type.Object({ at: Moment, clean: nullable(Type.Boolean()) })),
  /** An operator asked for an audit that is not over yet. */
  auditRuns: Type.Boolean(),
  /** Those that are configured, as they answered the process that answers; `up` null: not asked yet. */
  services: Type.Array(
    Type.Object({
      name: literals(OUTSIDE_SERVICES),
      up: nullable(Type.Boolean()),
      since: nullable(Moment),
    }),
  ),
  /** Free bytes under the database or the photos; null where they are elsewhere. */
  diskFree: nullable(Count),
  /** Answers 500 of that process since its start. */
  errors: Count,
})

export type Today = Static<typeof Today>
