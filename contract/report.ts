import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { Goal } from './goals.ts'
import { Split } from './members.ts'
import { CreditedPayment } from './payout.ts'
import {
  Ask,
  Amount,
  ConcertStatus,
  Count,
  Id,
  Moment,
  nullable,
  PaidQueueEntry,
  SongStatus,
} from './shapes.ts'
import { Singers } from './singing.ts'

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
  cash: Type.Optional(Amount),
  singers: Type.Optional(Singers),
  /** What its listeners wrote, for 30 days after the concert. */
  asks: Type.Array(Ask),
  /** When the song started, and when it was played to the end or left. */
  startedAt: nullable(Moment),
  endedAt: nullable(Moment),
  /** Kopecks: paid for the played song, our part, the artist's part; his part of the held money; given back. */
  gross: Amount,
  commission: Amount,
  net: Amount,
  held: Amount,
  givenBack: Amount,
  /** The credited payments behind it, also those that the artist gave back since. */
  credits: Type.Array(CreditedPayment),
})

export const WantedSong = Type.Object({ ...songFields, played: Type.Boolean() })

/** A concert's report for its artist, before or after it. Of the listeners it contains what they wrote to him. */
export const Report = Type.Object({
  sessionId: Id,
  title: Type.String(),
  sessionStatus: ConcertStatus,
  /** Strangers do not know of it yet. */
  unpublished: Type.Optional(Type.Literal(true)),
  /** Null where the concert was not started, not ended. */
  startedAt: nullable(Moment),
  finishedAt: nullable(Moment),
  /**
   * Requests of listeners, where one that several paid for together counts once; songs that were played; ordered songs
   * that were not; songs that still wait.
   */
  orders: Count,
  playedSongs: Count,
  skippedSongs: Count,
  waitingSongs: Count,
  /** The number of listeners who left a name or a dedication; it stays when those are erased. */
  people: Count,
  /** Kopecks that the artist got in cash for what was played, as he noted; no money of this service. */
  cash: Amount,
  /** The same sums as `payment/earnings` returns for this concert, to the kopeck. */
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
  /** What was collected for at its end, or now; null where the artist had no goal. */
  goal: nullable(Goal),
  /** How much each member of the band gets; null before the start, and where there are no members at all. */
  split: nullable(Split),
  /** Paid orders that would be given back if the concert were deleted now, and what the listeners paid for them. */
  toGiveBack: Type.Object({ orders: Count, amount: Amount }),
  /** The same with the later concerts of its series that have not begun, where there are any. */
  withFollowing: Type.Optional(
    Type.Object({
      following: Count,
      toGiveBack: Type.Object({ orders: Count, amount: Amount }),
      /** Of none of them. */
      unpublished: Type.Optional(Type.Literal(true)),
    }),
  ),
  /** In the order of playing; the song that plays now is the last. */
  played: Type.Array(ReportSong),
  /** Ordered and not played, or paid too late. */
  skipped: Type.Array(ReportSong),
  /** In the order of the queue. */
  waiting: Type.Array(ReportSong),
  /** Ordered songs that are not in the repertoire, those with most listeners first. */
  wanted: Type.Array(WantedSong),
})

/** What the pad shows of the evening until now. */
export const EveningSoFar = Type.Object({
  /** The newest first. */
  played: Type.Array(
    // `undoUntil`: until then the song can be taken back.
    Type.Composite([PaidQueueEntry, Type.Object({ endedAt: Moment, undoUntil: Moment })]),
  ),
  /** Kopecks of all tips, and the newest of them, the newest first; null for a second pad. */
  tips: nullable(
    Type.Object({
      sum: Amount,
      newest: Type.Array(
        Type.Object({
          id: Id,
          at: Moment,
          amount: Amount,
          message: Type.String(),
          /** What its payer wrote with his last order of this evening; empty and null where he ordered none. */
          name: Type.String(),
          /** He wrote one with the tip, which the word filter holds back. */
          held: Type.Optional(Type.Boolean()),
          table: nullable(Type.Integer()),
          answered: Type.Boolean(),
        }),
      ),
    }),
  ),
  /** Listeners who thanked for a song, the newest first; a name that the word filter hides is empty. */
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
