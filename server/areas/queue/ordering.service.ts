import { randomUUIDv7 } from 'node:crypto'
import { usernameKey } from '#domain/account.ts'
import { noConcert } from '#domain/concert.ts'
import { admitFreeOrder, admitOrder, admitSong, checkSuggestion } from '#domain/order.ts'
import { placeOrder } from '#domain/queue.ts'
import { Refusal } from '#domain/refusal.ts'
import { answerByKey, onceByKey } from '#server/db/idempotency.ts'
import type { Sql } from '#server/db/open.ts'
import { inTransaction } from '#server/db/tx.ts'
import { addFreeOrder, holdConcert, liveQueue, saveStep, waitingFreeOrders } from './queue.store.ts'
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

export type OrderAnswer = { readonly orderId: string }

export type OrderingDeps = {
  readonly sql: Sql
  readonly now: () => Date
  readonly songs: {
    byId(sql: Sql, id: string): Promise<{ readonly id: string } | null>
    /** The suggested song, new or there already. */
    addSuggestion(
      sql: Sql,
      song: { title: string; artistName: string },
    ): Promise<{ readonly id: string }>
    countOrder(sql: Sql, songId: string): Promise<unknown>
  }
  readonly repertoire: { has(sql: Sql, artistId: string, songId: string): Promise<boolean> }
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
  function answeredOrder(wish: Wish, idempotencyKey: string | null): Promise<OrderAnswer | null> {
    return answerByKey<OrderAnswer>(deps.sql, CALL, idempotencyKey, wish)
  }

  /**
   * A listener's free order. The device is not part of what the key stands for, since a telephone
   * that lost the answer lost its new cookie too.
   * Refuses NOT_FOUND, SESSION_NOT_OPEN, PAYMENTS_DOWN, SONG_NOT_ACCEPTED, VALIDATION (a
   * suggestion's fields), FREE_LIMIT, IDEMPOTENCY_CONFLICT.
   */
  async function order(
    asked: Wish & { readonly deviceId: string; readonly idempotencyKey: string | null },
  ): Promise<OrderAnswer> {
    const { deviceId, idempotencyKey, ...wish } = asked
    const answer = await inTurn(wish.concertId, () =>
      inTransaction(deps.sql, async (sql) => {
        const concert = await holdConcert(sql, wish.concertId)
        if (concert?.artistKey !== usernameKey(wish.artistUsername)) throw noConcert()
        return onceByKey(sql, CALL, idempotencyKey, wish, deps.now(), () =>
          place(sql, concert, wish, deviceId),
        )
      }),
    )
    deps.changed(wish.concertId)
    return answer
  }

  async function place(
    sql: Sql,
    concert: HeldConcert,
    wish: Wish,
    deviceId: string,
  ): Promise<OrderAnswer> {
    admitOrder(concert)
    if (concert.paidSongsEnabled) {
      throw new Refusal('PAYMENTS_DOWN', 'Платные заказы пока недоступны. Попробуйте позже.')
    }
    const songId = await songOf(sql, concert, wish)
    admitFreeOrder(await waitingFreeOrders(sql, concert.id, deviceId))
    const at = deps.now()
    const step = placeOrder(await liveQueue(sql, concert.id), freshEntry(songId))
    await saveStep(sql, concert.id, step, at)
    const orderId = randomUUIDv7()
    await addFreeOrder(sql, {
      id: orderId,
      concertId: concert.id,
      entryId: step.entry.id,
      deviceId,
      at,
    })
    // Last, because concerts that order one hit at once wait on its row.
    await deps.songs.countOrder(sql, songId)
    return { orderId }
  }

  async function songOf(sql: Sql, concert: HeldConcert, wish: Wish): Promise<string> {
    if (wish.songId === null) {
      admitSong({ inRepertoire: false }, concert)
      const suggested = checkSuggestion(wish.title, wish.artistName)
      return (await deps.songs.addSuggestion(sql, suggested)).id
    }
    const song = await deps.songs.byId(sql, wish.songId)
    if (song === null) throw new Refusal('NOT_FOUND', 'Такой песни нет')
    if (concert.requestFavoriteSongsOnly) {
      admitSong(
        { inRepertoire: await deps.repertoire.has(sql, concert.artistId, song.id) },
        concert,
      )
    }
    return song.id
  }

  return { order, answeredOrder }
}
