import {
  admitByClock,
  admitChosenSong,
  admitSuggestion,
  effectiveRules,
} from '#domain/queue/evening-rules.ts'
import type { Kopecks } from '#domain/money.ts'
import { PACE_MOST } from '#domain/queue/my-order.ts'
import { admitAmount, checkSuggestion } from '#domain/queue/order.ts'
import { waiting } from '#domain/queue/queue.ts'
import type { Queue } from '#domain/queue/queue.ts'
import { mayCollect, shareMinimum } from '#domain/queue/support.ts'
import { admitState } from '#domain/songs/repertoire.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { accountOf } from './queue.store.ts'
import type { MoneyOfQueue } from './payment-port.ts'
import { ownOrdering } from './ordering.store.ts'
import type { Orderable, OrderingState } from './ordering.store.ts'
import type { ActiveEntry, LockedConcert } from './queue.store.ts'

/** A listener's order; `songId` null: the title and the performer are his own suggestion. */
export type RequestedOrder = {
  readonly concertId: string
  readonly artistUsername: string
  readonly songId: string | null
  readonly title: string
  readonly artistName: string
  /** Kopecks. */
  readonly amount?: number | undefined
  /** The entry that he supports, without an order of his own. */
  readonly supports?: string | undefined
  /** The listener pays a share of the song's price, and others may pay the rest. */
  readonly collect?: boolean | undefined
  /** The listener's texts as typed; undefined in most orders, so that their hash is the same as before these fields existed. */
  readonly name?: string | undefined
  readonly words?: string | undefined
  /** Where the receipt of a paid order is sent. */
  readonly receiptTo?: string | undefined
  /** The listener's table; null: none. */
  readonly table?: number | null | undefined
  /** The pass of a closed evening. */
  readonly pass?: string | undefined
}

export type OrderedSong = {
  readonly id: string
  readonly title: string
  readonly artistName: string
}

export type BatchDeps = {
  readonly now: () => Date
  readonly songs: {
    /** Returns the suggested song, new or existing. */
    addSuggestion(sql: Sql, song: { title: string; artistName: string }): Promise<OrderedSong>
  }
  readonly money: Pick<MoneyOfQueue, 'begin'>
}

/** The data that decides whether an order is admitted. */
type Asked = {
  readonly sql: Sql
  readonly deps: BatchDeps
  readonly concert: LockedConcert
} & Pick<OrderingState<unknown>, 'songs' | 'sounded' | 'noted' | 'breaks'>

/** Whether orders are paid, and the least price of a song in rubles. */
type Price = { readonly paid: boolean; readonly minSongAmount: number }

/** Returns the price of this song; null: a listener's own. */
export function priceOf(
  { concert, songs }: Pick<Asked, 'concert' | 'songs'>,
  songId: string | null,
): Price {
  const { paid, minSongAmount } = effectiveRules(concert.rules, accountOf(concert))
  const own = songId === null ? null : songs.get(songId)?.minimum
  return { paid, minSongAmount: own ?? minSongAmount }
}

/** Returns whether the order may be a share of this price, while others pay the rest. */
export function mayBeShare(
  { concert }: Pick<Asked, 'concert'>,
  { collect }: RequestedOrder,
  { paid, minSongAmount }: Price,
): boolean {
  return paid && collect === true && mayCollect(concert.rules, minSongAmount)
}

/** Refuses AMOUNT_TOO_SMALL and AMOUNT_TOO_LARGE for a sum that pays neither the price nor, where it may, a share of it. */
export function admitSum(
  amount: Kopecks,
  { paid, minSongAmount }: Price,
  { mayShare }: { mayShare: boolean },
): void {
  if (paid) admitAmount(amount, mayShare ? shareMinimum(minSongAmount) : minSongAmount)
}

/** Refuses SESSION_NOT_OPEN for a place that is not reached before the planned end. */
export function admitPlace(
  { deps, concert, sounded, noted, breaks }: Asked,
  queue: Queue<ActiveEntry>,
  entryId: string,
): void {
  const ahead = waiting(queue)
  const place = ahead.findIndex(({ id }) => id === entryId) + 1
  const now = new Date(
    Math.max(
      deps.now().getTime(),
      concert.startsAt.getTime() * Number(concert.status === 'SCHEDULED'),
    ),
  )
  const played = sounded.flatMap(({ songId, began, ended }) =>
    ended === null ? [] : [{ songId, ms: ended - began }],
  )
  const playing = sounded.find(({ ended }) => ended === null)
  admitByClock(place, {
    now,
    endsAt: concert.endsAt,
    lengths: played.slice(0, PACE_MOST).map(({ ms }) => ms),
    playingFor: playing === undefined ? null : Math.max(0, now.getTime() - playing.began),
    noted: {
      playing: noted.get(playing?.songId ?? '') ?? null,
      waiting: ahead.map(({ songId }) => noted.get(songId) ?? null),
      played: played.map(({ songId }) => noted.get(songId) ?? null),
    },
    breaks: ahead.map(({ id }) => (breaks.get(id) ?? 0) * MINUTE_MS),
  })
}

export async function songOf(
  { sql, deps, concert, songs }: Asked,
  request: RequestedOrder,
): Promise<OrderedSong & Pick<Orderable, 'minimum'>> {
  const { rules } = concert
  const choice = effectiveRules(rules, accountOf(concert)).songs
  if (request.songId === null) {
    admitChosenSong({ inRepertoire: false, open: false }, choice)
    admitSuggestion(rules)
    const words = checkSuggestion(request.title, request.artistName)
    const suggested = await deps.songs.addSuggestion(sql, words)
    const { minimum, state } = await ownOrdering(sql, concert.artistId, suggested.id)
    admitState(state)
    return { ...suggested, minimum }
  }
  const song: Orderable | undefined = songs.get(request.songId)
  if (song === undefined) throw new Refusal('NOT_FOUND', 'Такой песни нет')
  admitState(song.state)
  admitChosenSong(song, choice)
  return song
}
