import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { MONEY_PLACES, PERIODS } from '#domain/concerts/evenings.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Count, Id, literals, Moment } from './shapes.ts'

/** Kopecks, as the balance and the reports count them: paid for songs and in tips, our part, the artist's part. */
const money = { gross: Amount, commission: Amount, net: Amount }
const counts = { concerts: Count, orders: Count, played: Count }

/** YYYY-MM in the venue's local time. */
const Month = Type.String()
/** `deleted`: money of deleted concerts; `outside`: tips between two concerts. */
const place = { place: literals(MONEY_PLACES), town: Type.String() }

export const EveningSong = Type.Object({
  songId: Id,
  title: Type.String(),
  artistName: Type.String(),
  imageUrl: Type.String(),
  orders: Count,
  played: Count,
  inRepertoire: Type.Boolean(),
})

/** One concert that began and is over, as its report counts it. */
export const PastEvening = Type.Object({
  sessionId: Id,
  title: Type.String(),
  /** When it began, which may be another day than was announced. */
  dateTimeStart: Moment,
  /** Of the venue, IANA. */
  timeZone: Type.String(),
  venue: Type.String(),
  town: Type.String(),
  orders: Count,
  played: Count,
  /** Devices that ordered. */
  listeners: Count,
  ...money,
})

/** All concerts of an artist that began and are over, summed up. */
export const Evenings = Type.Object({
  total: Type.Object({
    ...counts,
    ...money,
    /** Devices that ordered. */
    listeners: Count,
    /** The artist's part of the held money; paid orders that were given back, in full. */
    held: Amount,
    givenBack: Amount,
  }),
  /** The newest first. */
  evenings: Type.Array(PastEvening),
  /** There were others before the period. */
  earlier: Type.Boolean(),
  /** From the first month to the last, those without a concert included. */
  months: Type.Array(Type.Object({ month: Month, ...counts, ...money })),
  /** The place that brought most comes first. */
  towns: Type.Array(Type.Object({ ...place, ...counts, ...money })),
  venues: Type.Array(Type.Object({ ...place, venue: Type.String(), ...counts, ...money })),
  /** By the hour of the order or the tip; hours without money are left out, and midnight follows 23. */
  hours: Type.Array(Type.Object({ hour: Type.Integer({ minimum: 0, maximum: 23 }), ...money })),
  asked: Type.Array(EveningSong),
  neverPlayed: Type.Array(EveningSong),
})

const period = literals(PERIODS)

export const evenings = {
  evenings: endpoint({
    method: 'GET',
    path: '/session/evenings',
    access: 'artist',
    summary: 'Все свои вечера вместе',
    query: { period },
    answer: Evenings,
  }),
  eveningsCsv: endpoint({
    method: 'GET',
    path: '/session/evenings-csv',
    access: 'artist',
    summary: 'Все свои вечера в CSV, по часам площадки',
    kind: 'blob',
    answer: Type.String(),
  }),
}

export type PastEvening = Static<typeof PastEvening>
export type EveningSong = Static<typeof EveningSong>
export type Evenings = Static<typeof Evenings>
