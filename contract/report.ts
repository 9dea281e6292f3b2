import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { Split } from './members.ts'
import { CreditedPayment } from './payout.ts'
import {
  Ask,
  Amount,
  ConcertStatus,
  Id,
  Moment,
  nullable,
  PaidQueueEntry,
  SongStatus,
} from './shapes.ts'

const Count = Type.Integer({ minimum: 0 })

const songFields = {
  songId: Id,
  title: Type.String(),
  artistName: Type.String(),
  imageUrl: Type.String(),
  /** How many listeners ordered it. */
  backers: Count,
}

export const ReportSong = Type.Object({
  ...songFields,
  /** Null for a song that was paid too late and never came into the queue. */
  entryId: nullable(Id),
  status: SongStatus,
  /** What the artist noted of a song that he added himself. */
  forWhom: Type.String(),
  inCash: Type.Boolean(),
  /** What its listeners wrote, for 30 days after the concert. */
  asks: Type.Array(Ask),
  /** When it began to sound, and when it was played out or left. */
  startedAt: nullable(Moment),
  endedAt: nullable(Moment),
  /** Kopecks: paid for it as it was played, our part, the artist's part; his part of what is held; given back. */
  gross: Amount,
  commission: Amount,
  net: Amount,
  held: Amount,
  givenBack: Amount,
  /** The credited payments behind it, also those that the artist gave back since. */
  credits: Type.Array(CreditedPayment),
})

export const WantedSong = Type.Object({ ...songFields, played: Type.Boolean() })

/** A concert as its artist looks back on it, or ahead to it. Of listeners it has what they wrote to him. */
export const Report = Type.Object({
  sessionId: Id,
  title: Type.String(),
  sessionStatus: ConcertStatus,
  /** Null where it was not started, not ended. */
  startedAt: nullable(Moment),
  finishedAt: nullable(Moment),
  /** Requests of listeners, what several paid for together as one; songs that were played; ordered songs that were not; songs that still wait. */
  orders: Count,
  playedSongs: Count,
  skippedSongs: Count,
  waitingSongs: Count,
  /** Who left a name or a dedication; it stays when those are erased. */
  people: Count,
  /** What `payment/earnings` says of this concert, kopeck for kopeck. */
  money: Type.Object({
    played: Count,
    returned: Count,
    gross: Amount,
    commission: Amount,
    net: Amount,
    held: Amount,
    givenBack: Amount,
  }),
  /** Tips that were given between its start and its end. */
  tips: Type.Object({ count: Count, gross: Amount, commission: Amount, net: Amount }),
  /** Who of the band gets how much; null before the start, and where there are no members at all. */
  split: nullable(Split),
  /** Paid orders that would go back if the concert were deleted now, and how much they cost the listeners. */
  toGiveBack: Type.Object({ orders: Count, amount: Amount }),
  /** The same with those of its series that come after it and have not begun, where there are any. */
  withFollowing: Type.Optional(
    Type.Object({
      following: Count,
      toGiveBack: Type.Object({ orders: Count, amount: Amount }),
    }),
  ),
  /** By the time at which they sounded; the one that sounds now is the last. */
  played: Type.Array(ReportSong),
  /** Ordered and not played, or paid too late. */
  skipped: Type.Array(ReportSong),
  /** In the order of the queue. */
  waiting: Type.Array(ReportSong),
  /** Ordered songs that are not in the repertoire, those with most listeners first. */
  wanted: Type.Array(WantedSong),
})

/** What the pad tells of the evening until now. */
export const EveningSoFar = Type.Object({
  /** The newest first. */
  played: Type.Array(
    // Until then the song can be taken back.
    Type.Composite([PaidQueueEntry, Type.Object({ endedAt: Moment, undoUntil: Moment })]),
  ),
  /** Kopecks of all tips, and the newest of them, the newest first; null for a second pad. */
  tips: nullable(
    Type.Object({
      sum: Amount,
      newest: Type.Array(
        Type.Object({ id: Id, at: Moment, amount: Amount, message: Type.String() }),
      ),
    }),
  ),
  /** Who thanked for a song, the newest first; a name that the word filter holds back is empty. */
  thanks: Type.Array(
    Type.Object({
      id: Id,
      at: Moment,
      name: Type.String(),
      held: Type.Boolean(),
      title: Type.String(),
      answered: Type.Boolean(),
    }),
  ),
})

export type EveningSoFar = Static<typeof EveningSoFar>
export type ReportSong = Static<typeof ReportSong>
export type WantedSong = Static<typeof WantedSong>
export type Report = Static<typeof Report>
