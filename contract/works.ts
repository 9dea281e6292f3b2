import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, Moment, nullable } from './shapes.ts'

/** A song as authors' societies ask for it. */
const PerformedWork = Type.Object({
  songId: Id,
  title: Type.String(),
  artistName: Type.String(),
  /** Empty where nobody has named them. */
  musicBy: Type.String(),
  wordsBy: Type.String(),
  /** As the artist notes it, else as it was played; null where neither says. */
  seconds: nullable(Type.Integer()),
  times: Type.Integer({ minimum: 1 }),
})

const PerformedEvening = Type.Object({
  sessionId: Id,
  title: Type.String(),
  /** When it began, which may be another day than was announced. */
  dateTimeStart: Moment,
  /** Of the venue, IANA. */
  timeZone: Type.String(),
  venue: Type.String(),
  town: Type.String(),
  /** In the order in which they were first played. */
  works: Type.Array(PerformedWork),
})

type PerformedWork = Static<typeof PerformedWork>
export type PerformedEvening = Static<typeof PerformedEvening>

const Day = Type.Optional(Type.String({ maxLength: 10 }))

/** Of one concert, or of those that began on these days by the venue's clock, both included. */
const span = { sessionId: Type.Optional(Id), from: Day, till: Day }

export const works = {
  performed: endpoint({
    method: 'GET',
    path: '/works/performed',
    access: 'artist',
    summary: 'Исполненные произведения: концерта или за дни',
    query: span,
    answer: Type.Array(PerformedEvening),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  performedCsv: endpoint({
    method: 'GET',
    path: '/works/performed-csv',
    access: 'artist',
    summary: 'То же в CSV, по часам площадки',
    kind: 'blob',
    query: { ...span, organiser: Type.Optional(Type.String({ maxLength: 1000 })) },
    answer: Type.String(),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
}
