import { randomUUIDv7 } from 'node:crypto'
import { usernameKey } from '#domain/account.ts'
import { noConcert } from '#domain/concert.ts'
import { kopecks } from '#domain/money.ts'
import {
  admitAmount,
  admitFreeOrder,
  admitOrder,
  admitSong,
  checkSuggestion,
} from '#domain/order.ts'
import type { PaymentReason } from '#domain/payment.ts'
import { placeOrder } from '#domain/queue.ts'
import { Refusal } from '#domain/refusal.ts'
import { isUnguessable } from '#domain/request-key.ts'
import { answerByKey, freeKey, onceByKey } from '#server/db/idempotency.ts'
import type { Sql } from '#server/db/open.ts'
import { inTransaction } from '#server/db/tx.ts'
import type { MoneyOfQueue } from './money-of-queue.ts'
import { deviceOfOrder } from './my-orders.store.ts'
import { addOrder, holdConcert, liveQueue, saveStep, waitingFreeOrders } from './queue.store.ts'
import type { HeldConcert, LiveEntry } from './queue.store.ts'
import { makeTurns } from './turns.ts'

/** What a listener asks for; `songId` null: the title and the performer are his own suggestion. */
export type Wish = {
  readonly concertId: string
  readonly artistUsername: string
  readonly songId: string | null
  readonly title: string
  readonly artistName: string
  /** Kopecks. */
  readonly amount?: number | undefined
}

/** `paymentURL`: the bank's page, for an order that has to be paid. */
export type OrderAnswer = { readonly orderId: string; readonly paymentURL?: string }

type Placed = { readonly orderId: string; readonly paid: boolean }

type Song = { readonly id: string; readonly title: string; readonly artistName: string }

/** A payment whose money is there: its order may stand in the queue now. */
export type SecuredOrder = {
  readonly paymentId: string
  readonly concertId: string
  readonly songId: string
  readonly deviceId: string
  /** Kopecks. */
  readonly amount: number
}

export type OrderingDeps = {
  readonly sql: Sql
  readonly now: () => Date
  readonly songs: {
    byId(sql: Sql, id: string): Promise<Song | null>
    /** The suggested song, new or there already. */
    addSuggestion(sql: Sql, song: { title: string; artistName: string }): Promise<Song>
    countOrder(sql: Sql, songId: string): Promise<unknown>
  }
  readonly repertoire: { has(sql: Sql, artistId: string, songId: string): Promise<boolean> }
  readonly money: MoneyOfQueue
  /** After the commit: everybody who watches this concert is told. */
  readonly changed: (concertId: string) => void
}

const CALL = 'songs/order-song'

/** An entry that no row tells of yet. */
export function freshEntry(songId: string): LiveEntry {
  return { id: randomUUIDv7(), songId, status: 'SCHEDULED', kept: null }
}

export function makeOrdering(deps: OrderingDeps) {
  const inTurn = makeTurns()

  /** The answer that this key got before, or null. Refuses IDEMPOTENCY_CONFLICT for another wish under the same key. */
  async function answeredOrder(
    wish: Wish,
    idempotencyKey: string | null,
  ): Promise<OrderAnswer | null> {
    const placed = await answerByKey<Placed>(deps.sql, CALL, idempotencyKey, wish)
    return placed === null ? null : answerOf(placed, idempotencyKey)
  }

  /** The bank is asked for its page after the commit, and a repeat of the order finds the same page. */
  async function answerOf(placed: Placed, idempotencyKey: string | null): Promise<OrderAnswer> {
    const { orderId, paid } = placed
    if (!paid) return { orderId }
    const paymentURL = await deps.money.linkOf(orderId)
    if (paymentURL !== null) return { orderId, paymentURL }
    // Nobody can ever pay this one: the same wish under the same key is a new order.
    await freeKey(deps.sql, CALL, idempotencyKey, placed)
    throw new Refusal(
      'PAYMENTS_DOWN',
      'Оплата временно недоступна. Попробуйте ещё раз через минуту.',
    )
  }

  /**
   * A listener's order: a free one stands in the queue at once, a paid one when its money is there. The device is not part of what the key stands for, since a telephone
   * that lost the answer lost its new cookie too.
   * Refuses NOT_FOUND, SESSION_NOT_OPEN, PAYMENTS_DOWN, SONG_NOT_ACCEPTED, VALIDATION (a
   * suggestion's fields), FREE_LIMIT, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE, TOO_MANY,
   * IDEMPOTENCY_CONFLICT.
   */
  async function order(
    asked: Wish & { readonly deviceId: string; readonly idempotencyKey: string | null },
  ): Promise<OrderAnswer> {
    const { deviceId, idempotencyKey, ...wish } = asked
    const placed = await inTurn(wish.concertId, () =>
      inTransaction(deps.sql, async (sql) => {
        const concert = await holdConcert(sql, wish.concertId)
        if (concert?.artistKey !== usernameKey(wish.artistUsername)) throw noConcert()
        return onceByKey(sql, CALL, idempotencyKey, wish, deps.now(), () =>
          place(sql, concert, wish, deviceId),
        )
      }),
    )
    if (!placed.paid) deps.changed(wish.concertId)
    return answerOf(placed, idempotencyKey)
  }

  async function place(
    sql: Sql,
    concert: HeldConcert,
    wish: Wish,
    deviceId: string,
  ): Promise<Placed> {
    admitOrder(concert)
    const orderId = randomUUIDv7()
    if (concert.paidSongsEnabled) {
      const amount = kopecks(wish.amount ?? 0)
      admitAmount(amount, concert.minSongRubles)
      const song = await songOf(sql, concert, wish)
      // Refused before it is paid for, where there is no room for it.
      placeOrder(await liveQueue(sql, concert.id), freshEntry(song.id))
      await deps.money.begin(sql, {
        id: orderId,
        artistId: concert.artistId,
        amount,
        concertId: concert.id,
        concertTitle: concert.title,
        concertEnd: concert.endsAt,
        songId: song.id,
        songTitle: song.title,
        songArtist: song.artistName,
        deviceId,
      })
      return { orderId, paid: true }
    }
    const { id: songId } = await songOf(sql, concert, wish)
    admitFreeOrder(await waitingFreeOrders(sql, concert.id, deviceId))
    await stand(sql, concert.id, { id: orderId, songId, deviceId, payment: null })
    return { orderId, paid: false }
  }

  /** The order takes its place in the queue. */
  async function stand(
    sql: Sql,
    concertId: string,
    placed: {
      id: string
      songId: string
      deviceId: string
      payment: { id: string; amount: number } | null
    },
  ): Promise<void> {
    const at = deps.now()
    const step = placeOrder(await liveQueue(sql, concertId), freshEntry(placed.songId))
    await saveStep(sql, concertId, step, at)
    const { id, deviceId, payment } = placed
    const { entry, joined } = step
    await addOrder(sql, { id, concertId, entryId: entry.id, deviceId, at, joined, payment })
    // Last, because concerts that placed one hit at once wait on its row.
    await deps.songs.countOrder(sql, placed.songId)
  }

  /**
   * The money of an order is there: it takes its place in the queue, in the transaction of the money.
   * Null where it stands; otherwise why it cannot stand any more, and the money has to go back.
   */
  async function secured(sql: Sql, paid: SecuredOrder): Promise<PaymentReason | null> {
    const concert = await holdConcert(sql, paid.concertId)
    if (concert === undefined) return 'concert_deleted'
    try {
      admitOrder(concert)
    } catch {
      return concert.status === 'PLAYED' ? 'concert_over' : 'song_refused'
    }
    const { paymentId, songId, deviceId, amount } = paid
    try {
      await stand(sql, concert.id, {
        id: paymentId,
        songId,
        deviceId,
        payment: { id: paymentId, amount },
      })
      return null
    } catch (error) {
      if (error instanceof Refusal) return 'song_refused'
      throw error
    }
  }

  async function songOf(sql: Sql, concert: HeldConcert, wish: Wish): Promise<Song> {
    if (wish.songId === null) {
      admitSong({ inRepertoire: false }, concert)
      const suggested = checkSuggestion(wish.title, wish.artistName)
      return deps.songs.addSuggestion(sql, suggested)
    }
    const song = await deps.songs.byId(sql, wish.songId)
    if (song === null) throw new Refusal('NOT_FOUND', 'Такой песни нет')
    if (concert.requestFavoriteSongsOnly) {
      admitSong(
        { inRepertoire: await deps.repertoire.has(sql, concert.artistId, song.id) },
        concert,
      )
    }
    return song
  }

  return {
    order,
    answeredOrder,
    secured,
    /**
     * Whose an order is, for a device that sent it again under its key and has no name of its own: a
     * first order whose answer was lost took the cookie with it. Null where the key might be guessed
     * and where the order is gone.
     */
    ownerByKey: async (orderId: string, key: string) =>
      isUnguessable(key) ? deviceOfOrder(deps.sql, orderId) : null,
  }
}
