import type { ConcertStatus } from '../concerts/concert.ts'
import type { Kopecks } from '../money.ts'
import { rublesToKopecks } from '../money.ts'
import type { SongState } from '../songs/repertoire.ts'
import { MINUTE_MS } from '../time.ts'
import { arrangeWith, supporter, withTable } from './arrangement.ts'
import type { Arrangeable } from './arrangement.ts'
import { admitUnbarred } from './barred-songs.ts'
import { admitOrderOfPerson, admitReception, admitRepeat, opensAfter } from './admission.ts'
import type { OrdersOfPerson } from './admission.ts'
import type { AccountRules, EveningRules } from './evening-rules.ts'
import { PACE_MOST } from './forecast.ts'
import { admitByClock } from './last-call.ts'
import { checkOrderWords } from './order-words.ts'
import type { OrderWords } from './order-words.ts'
import type { Singing } from './singing.ts'
import { waiting } from './queue.ts'
import type { Queue } from './queue.ts'
import { admitToWait, placeOrder } from './queue-steps.ts'
import { admitSum, mayBeShare, priceOf } from './price.ts'
import type { PriceTerms } from './price.ts'
import { admitSupport, notWaiting } from './support.ts'

/** A song that may be ordered. */
export type OrderableSong = {
  readonly id: string
  readonly title: string
  readonly artistName: string
  readonly inRepertoire: boolean
  /** The least price in rubles; null: as the concert sets it. */
  readonly minimum: number | null
  readonly state: SongState
  /** Marked by the artist; false where the rules do not use it. */
  readonly open: boolean
}

/** `began` and `ended` in ms since 1970; `ended` is null while it sounds. */
export type SoundedSong = {
  readonly songId: string
  readonly began: number
  readonly ended: number | null
}

/** An order of the device; `amount` in kopecks, 0 for a free one; `singer`: who sings it himself. */
type OrderOfDevice = {
  readonly orderId: string
  readonly amount: number
  readonly singer: string | null
}

export type OwnOrder = OrderOfDevice & { readonly entryId: string; readonly share: boolean }

/** All that decides one order of a concert, read under the concert's lock. */
export type OrderingState<E extends Arrangeable> = {
  readonly rules: EveningRules & { readonly ownRun: number }
  readonly account: AccountRules
  readonly status: ConcertStatus
  readonly startsAt: Date
  readonly endsAt: Date
  /** The end of the break that is going on; null where none is. */
  readonly breakUntil: Date | null
  readonly queue: Queue<E>
  /** The songs that money is collected for, by their ids. `goal` in kopecks; null: of a battle. */
  readonly collecting: ReadonlyMap<string, E & { readonly goal: number | null }>
  /** The live orders of the device behind waiting entries, the first one first. */
  readonly ownOrders: readonly OwnOrder[]
  /** The device's payments that nobody has paid yet, but for shares, the first one first; kopecks. Empty where orders are free. */
  readonly ownUnpaid: readonly (OrderOfDevice & { readonly songId: string })[]
  readonly ordersOfPerson: OrdersOfPerson
  /** The ids of the songs that are not played this evening. */
  readonly barred: ReadonlySet<string>
  /** The songs that sounded, the last one first; empty where no rule needs them. */
  readonly sounded: readonly SoundedSong[]
  /** The lengths (ms) of songs that the artist noted; empty where no rule needs them. */
  readonly noted: ReadonlyMap<string, number>
  /** Minutes of the break before each entry. */
  readonly breaks: ReadonlyMap<string, number>
  /** The table of the device; null: none, or the circle does not go by tables. */
  readonly table: number | null
}

/** What of a listener's order decides it. */
type OrderAsked = {
  readonly deviceId: string
  /** Kopecks. */
  readonly amount?: number | undefined
  /** The amount is a share of the song's price, and others may pay the rest. */
  readonly collect?: boolean | undefined
  /** His table from now on; undefined: as before. */
  readonly table?: number | null | undefined
  /** The listener's texts, as typed. */
  readonly name?: string | undefined
  readonly words?: string | undefined
  readonly sings?: Singing | undefined
}

/** What is to be written for an admitted order. */
export type OrderDecision<E extends Arrangeable> =
  /** The order that this device has behind the song already; `unpaid`: its payment still waits for the listener. */
  | { readonly type: 'repeated'; readonly orderId: string; readonly unpaid?: true }
  /** A free order: the queue with it. `joined`: its entry was there. */
  | {
      readonly type: 'placed'
      readonly queue: Queue<E>
      readonly entryId: string
      readonly songId: string
      readonly joined: boolean
      readonly share: boolean
    }
  /** It takes its place when its money is secured. `shareGoal`: for a share the kopecks that its song needs, 0 where the song waits already. */
  | {
      readonly type: 'to_pay'
      readonly songId: string
      readonly amount: Kopecks
      readonly shareGoal: number | null
    }

/**
 * Judges what does not need the song, before a listener's own one is stored; returns the checked texts. `song`: the one
 * of the catalogue, if any. Refuses SESSION_NOT_OPEN, VALIDATION (`name`, `words`, `singsWith`), AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE.
 */
export function admitAskedOrder(
  terms: PriceTerms,
  asked: OrderAsked,
  song: Pick<OrderableSong, 'minimum'> | null,
): OrderWords | null {
  admitReception(terms.rules)
  const texts = checkOrderWords(asked, terms.rules)
  const price = priceOf(terms, song)
  admitSum(asked, price, mayBeShare(terms, asked, price))
  return texts
}

type OrderToPlace = {
  readonly person: string
  readonly table: number | null
  /** Kopecks. */
  readonly amount: number
  /** The songs that money is collected for: they count towards the most that may wait. */
  readonly outside?: number
}

/** Returns the queue with one more order in it, and the entry that it is behind: of an order that is placed, and of one that is only foretold. */
export function placeAndArrange<E extends Arrangeable>(
  before: Queue<E>,
  rules: OrderingState<E>['rules'],
  fresh: E,
  { person, table, amount, outside = 0 }: OrderToPlace,
): { arranged: Queue<E>; entry: E; joined: boolean } {
  const { queue, entry, joined } = placeOrder(before, fresh, outside)
  const arranged = arrangeWith(queue, rules, { entryId: entry.id, person, table, amount })
  return { arranged, entry, joined }
}

/** Decides an order of a song. `fresh`: its entry, where it has none yet; `words`: as checked. Refuses AMOUNT_…, FREE_LIMIT, SONG_NOT_ACCEPTED, SESSION_NOT_OPEN. */
export function decideOrder<E extends Arrangeable>(
  state: OrderingState<E>,
  asked: OrderAsked,
  song: Pick<OrderableSong, 'id' | 'minimum'>,
  { fresh, words, now }: { fresh: E; words: OrderWords | null; now: Date },
): OrderDecision<E> {
  const { rules, collecting } = state
  const singer = words?.sings === undefined ? null : words.name
  const price = priceOf(state, song)
  const { paid } = price
  const pool = collecting.get(song.id)
  const mayShare = pool?.goal !== null && mayBeShare(state, asked, price)
  const amount = admitSum(asked, price, mayShare)
  const { table, queue: before } = seated(state, asked)
  const waits = waiting(before).some(({ songId }) => songId === song.id)
  const goal = rublesToKopecks(price.minSongAmount)
  const isPart = amount < goal
  const share = mayShare && (waits || isPart)
  const shareGoal = !share ? null : waits || pool !== undefined ? 0 : goal
  const first = share ? null : firstOrder(state, song.id, { amount: paid ? amount : null, singer })
  if (first !== null) return first
  // Beginning a collection counts as an order of its song; joining one does not.
  if (shareGoal !== 0) admitOrderOfPerson(state.ordersOfPerson, rules, paid ? 'paid' : 'free')
  admitUnbarred(state.barred, song.id)
  const songsSince = state.sounded.findIndex(({ songId }) => songId === song.id)
  admitRepeat(opensAfter(songsSince < 0 ? null : songsSince, rules))
  const begins = mayShare && isPart && pool === undefined
  const { arranged, entry, joined } = placeAndArrange(before, rules, pool ?? fresh, {
    person: asked.deviceId,
    table,
    amount,
    outside: begins ? collecting.size : 0,
  })
  // Where there is no room a paid order is refused before it is paid for.
  if (rules.byClock) admitPlace(state, arranged, entry.id, now)
  if (paid) return { type: 'to_pay', songId: song.id, amount, shareGoal }
  const placed = { queue: arranged, entryId: entry.id, songId: song.id, joined }
  return { type: 'placed', ...placed, share: false }
}

/**
 * The order that this one repeats: a second tab, a reload or a lost answer sends the same song again while it waits.
 * Another sum or another singer, as of a table's second guest, is another order. `amount` null: orders are free;
 * `singer` null: nobody sings, or as before.
 */
function firstOrder(
  { queue, ownOrders, ownUnpaid }: OrderingState<Arrangeable>,
  songId: string,
  { amount, singer }: { readonly amount: Kopecks | null; readonly singer: string | null },
): Extract<OrderDecision<never>, { type: 'repeated' }> | null {
  const entry = waiting(queue).find((one) => one.songId === songId)
  const isSame = (order: OrderOfDevice) =>
    (amount ?? order.amount) === order.amount && (singer ?? order.singer) === order.singer
  const placed = ownOrders.find(
    (order) => order.entryId === entry?.id && !order.share && isSame(order),
  )
  if (placed !== undefined) return { type: 'repeated', orderId: placed.orderId }
  const begun = ownUnpaid.find((one) => one.songId === songId && isSame(one))
  return begun === undefined ? null : { type: 'repeated', orderId: begun.orderId, unpaid: true }
}

/**
 * Decides an order that supports a waiting song, once for each person where orders are free, or pays a share of it.
 * Refuses SONG_NOT_ACCEPTED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE.
 */
export function decideSupport<E extends Arrangeable>(
  state: OrderingState<E>,
  asked: OrderAsked,
  entryId: string,
  songs: ReadonlyMap<string, Pick<OrderableSong, 'id' | 'minimum'>>,
): OrderDecision<E> {
  const { rules } = state
  admitSupport(rules)
  const waits = waiting(state.queue).find(({ id }) => id === entryId)
  const pool = [...state.collecting.values()].find(({ id }) => id === entryId)
  const song = songs.get((waits ?? pool)?.songId ?? '')
  const price = priceOf(state, song ?? null)
  if (song === undefined || pool?.goal === null || (pool !== undefined && !price.paid))
    throw notWaiting()
  const own = price.paid ? undefined : state.ownOrders.find((one) => one.entryId === entryId)
  if (own !== undefined) return { type: 'repeated', orderId: own.orderId }
  admitUnbarred(state.barred, song.id)
  if (price.paid) {
    admitToWait(state.queue, song.id)
    // A support opens no collection: paid after its song left, it goes back.
    return { type: 'to_pay', songId: song.id, amount: admitSum(asked, price, true), shareGoal: 0 }
  }
  const { table, queue: before } = seated(state, asked)
  const person = { person: supporter(asked.deviceId), table }
  const queue = arrangeWith(before, rules, { entryId, ...person, amount: 0 })
  return { type: 'placed', queue, entryId, songId: song.id, joined: true, share: true }
}

/** The table of the device from now on, and the queue as the circle goes then. */
export function seated<E extends Arrangeable>(
  { queue, table: before }: Pick<OrderingState<E>, 'queue' | 'table'>,
  { deviceId, table = before }: Pick<OrderAsked, 'deviceId' | 'table'>,
): { table: number | null; queue: Queue<E> } {
  return { table, queue: table === before ? queue : withTable(queue, deviceId, table) }
}

/** Refuses SESSION_NOT_OPEN for a place that is not reached before the planned end. */
function admitPlace<E extends Arrangeable>(
  { status, startsAt, endsAt, breakUntil, sounded, noted, breaks }: OrderingState<E>,
  queue: Queue<E>,
  entryId: string,
  at: Date,
): void {
  const ahead = waiting(queue)
  const place = ahead.findIndex(({ id }) => id === entryId) + 1
  const goesOn = status === 'SCHEDULED' ? startsAt : breakUntil
  const now = goesOn !== null && goesOn > at ? goesOn : at
  const played = sounded.flatMap(({ songId, began, ended }) =>
    ended === null ? [] : [{ songId, ms: ended - began }],
  )
  const playing = sounded.find(({ ended }) => ended === null)
  admitByClock(place, {
    now,
    endsAt,
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
