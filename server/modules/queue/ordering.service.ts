import { randomUUIDv7 } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import { usernameKey } from '#domain/accounts/account.ts'
import { noConcert } from '#domain/concerts/concert.ts'
import type { PaymentReason } from '#domain/payments/payment.ts'
import { supporter } from '#domain/queue/arrangement.ts'
import { admitChosenSong, admitOrder, admitSuggestion } from '#domain/queue/admission.ts'
import { admitUnbarred } from '#domain/queue/barred-songs.ts'
import { lateVote } from '#domain/queue/battle.ts'
import { effectiveRules } from '#domain/queue/evening-rules.ts'
import { isHeldBack } from '#domain/queue/held-texts.ts'
import { admitPerson, checkOrderWords } from '#domain/queue/order-words.ts'
import type { OrderWords } from '#domain/queue/order-words.ts'
import {
  admitAskedOrder,
  decideOrder,
  decideSupport,
  placeAndArrange,
} from '#domain/queue/order-decision.ts'
import type { OrderableSong, OrderDecision } from '#domain/queue/order-decision.ts'
import { checkSuggestion } from '#domain/queue/order.ts'
import type { SecuredOrder } from '#domain/queue/order.ts'
import { placeIn, waiting } from '#domain/queue/queue.ts'
import { admitUnpaid } from '#domain/queue/tablet.ts'
import { placeOrder as placeInQueue } from '#domain/queue/queue-steps.ts'
import { Refusal } from '#domain/refusal.ts'
import { admitState } from '#domain/songs/repertoire.ts'
import { isUnguessable } from '#domain/uuid.ts'
import { tellHall, transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { answerByKey, answerFor, hashOf, KEYS_UNIQUE } from '#server/platform/db/idempotency.ts'
import { brokeUnique } from '#server/platform/db/tx.ts'
import { digestOf } from '#server/platform/limits/rate-counters.ts'
import { beginOrderPayment } from '../payments/queue-payments.service.ts'
import { addSongSuggestion } from '../songs/songs.service.ts'
import { noteEvents } from '../webhooks/webhook-events.service.ts'
import { admitPaidVote } from './battle-votes.service.ts'
import { battleById } from './battle-votes.store.ts'
import { saveTable, tableOf } from './behind.store.ts'
import { deviceOfOrder } from './my-orders.store.ts'
import { saveOrderWords } from './order-words.store.ts'
import { ownOrdering, readOrderingState, saveAnswer, writeOrder } from './ordering.store.ts'
import { accountOf, freshEntry, liveQueue, lockConcert } from './queue.store.ts'
import type { ActiveEntry, LockedConcert } from './queue.store.ts'
import { collectingOf, collectsIn, isPaid, openCollecting } from './shares.store.ts'

/** The name of the call under which the idempotency keys of orders are stored. */
export const ORDER_CALL = 'songs/order-song'
/** Those of a tablet have another: a phone that repeats one must not become its table's device. */
export const TABLET_ORDER_CALL = 'tablet/order'

/** A listener's order as it was sent; `songId` null: the title and the performer are his own suggestion. */
export type OrderBody = BodyOf<typeof api.songs.orderSong>

export type OrderToTake = {
  readonly body: OrderBody
  /** The id that it gets unless it was placed before; made here if left out. */
  readonly freshId?: string
  readonly deviceId: string
  /** The listener's network; without one it is not counted. */
  readonly network?: string
  readonly idempotencyKey: string | null
  /** Of a tablet: it is in a closed evening already, and takes no money. */
  readonly tablet?: true
  /** When its request arrived, in ms of `Date.now()`; now if left out. */
  readonly receivedAt?: number
}

/** `place`: of a free order that has just come, among the songs that wait. */
export type PlacedOrder = {
  readonly orderId: string
  readonly paid: boolean
  readonly place?: number
}

/**
 * Takes a listener's order: a free one joins the queue at once, a paid one when its money is secured. The device is not
 * part of the hashed body, since a phone that lost the answer lost its new cookie too.
 */
export async function takeOrder(ctx: Context, order: OrderToTake): Promise<PlacedOrder> {
  const { receivedAt = Date.now() } = order
  const concertId = order.body.sessionId
  try {
    const placed = await transaction(ctx, async (inside) => {
      const answer = await decideAndStore(inside, order)
      if (!answer.paid) tellHall(inside, concertId, receivedAt, [receivedAt])
      return answer
    })
    if (order.network !== undefined)
      ctx.tapTimes.heard(concertId, digestOf(`heard ${order.network}`, ctx.codeSecret))
    return placed
  } catch (error) {
    // Its key got an answer at another concert after this transaction had read it.
    const first = brokeUnique(error, KEYS_UNIQUE)
      ? await orderPlacedBefore(ctx, order.body, order.idempotencyKey, callOf(order))
      : null
    if (first === null) throw error
    return first
  }
}

/** The order that this key placed before, or null. Refuses IDEMPOTENCY_CONFLICT for another request under the same key. */
export function orderPlacedBefore(
  ctx: Context,
  body: OrderBody,
  key: string | null,
  call = ORDER_CALL,
): Promise<PlacedOrder | null> {
  return answerByKey<PlacedOrder>(ctx.sql, call, key, identityOf(body))
}

const callOf = ({ tablet }: OrderToTake) => (tablet ? TABLET_ORDER_CALL : ORDER_CALL)

/** What makes two requests under one key the same; stored as a hash, so its spelling stays. */
function identityOf(body: OrderBody) {
  const { sessionId: concertId, imageUrl: _, ...request } = body
  return { concertId, ...request }
}

/** Reads what decides the order, decides, writes: in the transaction `inside`, under the concert's lock. */
async function decideAndStore(inside: Context, order: OrderToTake): Promise<PlacedOrder> {
  const { sql, now } = inside
  const { body, freshId = randomUUIDv7(), deviceId, idempotencyKey: key } = order
  const { sessionId: concertId, songId, supports, battle, table } = body
  const call = callOf(order)
  const concert = await lockConcert(sql, concertId)
  const isThere = concert?.artistKey === usernameKey(body.artistUsername)
  if (concert === undefined || !isThere || concert.publishAt !== null) throw noConcert()
  const state = await readOrderingState<PlacedOrder>(sql, {
    concert,
    deviceId,
    songId,
    supports: supports !== undefined,
    now: now(),
    call,
    key,
  })
  const bodyHash = key === null ? '' : hashOf(identityOf(body))
  if (state.answer !== undefined) return answerFor(state.answer, bodyHash)
  admitOrder(concert, order.tablet ? undefined : body)
  admitPerson(state.muted)
  if (order.tablet) admitUnpaid(isPaid(concert))
  const asked = { ...body, deviceId }
  let words: OrderWords | null
  let song: OrderedSong | undefined
  let decision: OrderDecision<ActiveEntry>
  if (battle !== undefined) {
    words = checkOrderWords({ ...body, sings: undefined }, concert.rules)
    decision = await admitPaidVote(inside, concert, { ...asked, battleId: battle }, state)
    admitUnbarred(state.barred, decision.songId)
    song = state.songs.get(decision.songId)
  } else if (supports === undefined) {
    words = admitAskedOrder(state, asked, state.songs.get(songId ?? '') ?? null)
    song = await orderedSong(inside, concert, body, state.songs)
    const fresh = freshEntry(song.id, now())
    decision = decideOrder(state, asked, song, { fresh, words, now: now() })
  } else {
    words = checkOrderWords({ ...body, sings: undefined }, concert.rules)
    decision = decideSupport(state, asked, supports, state.songs)
    song = decision.type === 'repeated' ? undefined : state.songs.get(decision.songId)
  }
  const paid =
    decision.type === 'to_pay' || (decision.type === 'repeated' && decision.unpaid === true)
  const orderId = decision.type === 'repeated' ? decision.orderId : freshId
  const place = decision.type === 'placed' ? placeIn(decision.queue, decision.entryId) : null
  const placed = { orderId, paid, ...(place !== null && { place }) }
  const answer = key === null ? null : { key, bodyHash, answer: placed }
  if (decision.type === 'placed') {
    const { queue, ...entry } = decision
    const stored = { id: orderId, deviceId, payment: null, ...entry }
    await writeOrder(sql, concertId, { queue, order: stored, call, answer }, now())
    const { entryId } = entry
    await noteEvents(inside, concert, [{ type: 'order', entryId, amount: 0 }])
  } else {
    if (decision.type === 'to_pay' && song !== undefined)
      await beginPayment(inside, concert, song, { id: orderId, order, ...decision })
    if (answer !== null) await saveAnswer(sql, call, answer, now())
  }
  if (words !== null && decision.type !== 'repeated')
    await saveOrderWords(sql, concertId, {
      orderId,
      ...words,
      held: isHeldBack(words.name, words.words, words.sings?.with ?? ''),
    })
  if (table !== undefined) await saveTable(sql, concertId, deviceId, table)
  return placed
}

type OrderedSong = Pick<OrderableSong, 'id' | 'title' | 'artistName' | 'minimum'>

/** The song of the catalogue, or the listener's own, stored now. Refuses NOT_FOUND, SONG_NOT_ACCEPTED, VALIDATION (a suggestion's fields). */
async function orderedSong(
  inside: Context,
  concert: LockedConcert,
  body: OrderBody,
  songs: ReadonlyMap<string, OrderableSong>,
): Promise<OrderedSong> {
  const { rules } = concert
  const choice = effectiveRules(rules, accountOf(concert)).songs
  if (body.songId === null) {
    admitChosenSong({ inRepertoire: false, open: false }, choice)
    admitSuggestion(rules)
    const typed = checkSuggestion(body.title, body.artistName)
    const suggested = await addSongSuggestion(inside, typed)
    const { minimum, state } = await ownOrdering(inside.sql, concert.artistId, suggested.id)
    admitState(state)
    return { ...suggested, minimum }
  }
  const song = songs.get(body.songId)
  if (song === undefined) throw new Refusal('NOT_FOUND', 'Такой песни нет')
  admitState(song.state)
  admitChosenSong(song, choice)
  return song
}

function beginPayment(
  inside: Context,
  concert: LockedConcert,
  song: OrderedSong,
  {
    id,
    order,
    amount,
    shareGoal,
  }: { id: string; order: OrderToTake } & Extract<OrderDecision<ActiveEntry>, { type: 'to_pay' }>,
): Promise<void> {
  return beginOrderPayment(inside, {
    id,
    deviceId: order.deviceId,
    network: order.network,
    amount,
    shareGoal,
    battleId: order.body.battle ?? null,
    receiptTo: order.body.receiptTo,
    artistId: concert.artistId,
    concertId: concert.id,
    concertTitle: concert.title,
    concertEnd: concert.endsAt,
    songId: song.id,
    songTitle: song.title,
    songArtist: song.artistName,
  })
}

/**
 * Puts an order whose money is secured into the queue, in the transaction of the money. A share of a song below its
 * goal waits outside; the one that reaches the goal brings all of them in. Returns null where the order stands;
 * otherwise why it cannot stand any more, and the money has to go back.
 */
export async function secureOrder(
  inside: Context,
  paid: SecuredOrder,
): Promise<PaymentReason | null> {
  const { sql } = inside
  const concert = await lockConcert(sql, paid.concertId)
  if (concert === undefined) return 'concert_deleted'
  const { paymentId, songId, deviceId, amount, shareGoal, battleId } = paid
  const now = inside.now()
  try {
    admitOrder(concert)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return concert.status === 'PLAYED' ? 'concert_over' : 'song_refused'
  }
  try {
    const { rules } = concert
    const before = await liveQueue(sql, concert.id, rules)
    const pools = await collectingOf(sql, concert, now)
    const pool = pools.get(songId)
    const payment = { id: paymentId, amount }
    const share = shareGoal !== null
    const waits = waiting(before).some((entry) => entry.songId === songId)
    const late =
      battleId === null ? null : lateVote(await battleById(sql, battleId), { songId, waits })
    if (late !== null) return late
    const write = async (queue: typeof before, entryId: string, joined: boolean) => {
      const order = { id: paymentId, entryId, songId, deviceId, joined, share, battleId, payment }
      await writeOrder(sql, concert.id, { queue, order, call: ORDER_CALL, answer: null }, now)
      await noteEvents(inside, concert, [{ type: 'order', entryId, amount }])
    }
    if (share && !waits) {
      const goal = pool === undefined ? (battleId === null ? shareGoal : null) : pool.goal
      const mayWait = battleId === null ? goal && collectsIn(concert) : isPaid(concert)
      if (!mayWait) return 'song_refused'
      if (goal === null || (pool?.behind.amount ?? 0) + amount < goal) {
        const { id } = pool ?? placeInQueue(before, freshEntry(songId, now), pools.size).entry
        if (pool === undefined) await openCollecting(sql, concert.id, { id, songId, goal }, now)
        await write(before, id, pool !== undefined)
        return null
      }
    }
    const joins = pool !== undefined || waits
    const person = share && joins ? supporter(deviceId) : deviceId
    const table = rules.byTable ? await tableOf(sql, concert.id, deviceId) : null
    const order = { person, table, amount }
    const { arranged, entry } = placeAndArrange(
      before,
      rules,
      pool ?? freshEntry(songId, now),
      order,
    )
    await write(arranged, entry.id, joins)
    return null
  } catch (error) {
    if (error instanceof Refusal) return 'song_refused'
    throw error
  }
}

/**
 * Returns the device of an order, for a caller that repeats it under its key without a device cookie: a first order
 * whose answer was lost has lost the cookie too. Null where the key might be guessed and where the order is gone.
 */
export async function orderOwnerByKey(
  ctx: Context,
  orderId: string,
  key: string,
): Promise<string | null> {
  return isUnguessable(key) ? deviceOfOrder(ctx.sql, orderId) : null
}
