import type { Sql } from '../server/platform/db/open.ts'

/** Locks the concert's row until the commit, as every change of its queue does. */
export async function lockConcertBare(tx: Sql, concertId: string): Promise<void> {
  await tx
    .selectFrom('concerts')
    .select('id')
    .where('id', '=', concertId)
    .forNoKeyUpdate()
    .execute()
}

/** Inserts a song into the queue, at a place from 1. */
export async function insertEntryBare(
  tx: Sql,
  entry: { id: string; concertId: string; songId: string; place: number },
): Promise<void> {
  await tx
    .insertInto('queueEntries')
    .values({
      id: entry.id,
      concertId: entry.concertId,
      songId: entry.songId,
      status: 'SCHEDULED',
      position: entry.place,
      createdAt: new Date(),
      nowAt: null,
      closedAt: null,
    })
    .execute()
}

/** Inserts an order behind an existing queue entry; `payment`: what was paid for it, in kopecks. */
export async function orderBare(
  tx: Sql,
  order: {
    id: string
    concertId: string
    entryId: string
    deviceId: string
    payment: { id: string; amount: number } | null
  },
): Promise<void> {
  const { payment } = order
  await tx
    .insertInto('orders')
    .values({
      id: order.id,
      concertId: order.concertId,
      entryId: order.entryId,
      deviceId: order.deviceId,
      kind: payment === null ? 'free' : 'paid',
      ...(payment === null ? {} : { paymentId: payment.id, amount: payment.amount }),
      createdAt: new Date(),
    })
    .execute()
}

/** Increments the song's order count. */
export async function countBare(tx: Sql, songId: string): Promise<void> {
  await tx
    .updateTable('songs')
    .set((row) => ({ orderCount: row('orderCount', '+', 1) }))
    .where('id', '=', songId)
    .execute()
}

/** Increments the revision of the concert's queue. */
export async function bumpBare(tx: Sql, concertId: string): Promise<void> {
  await tx
    .updateTable('concerts')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where('id', '=', concertId)
    .execute()
}

/** Stores the answer under its idempotency key, for a retry. */
export async function answerBare(tx: Sql, key: string, answer: object): Promise<void> {
  await tx
    .insertInto('idempotencyKeys')
    .values({
      call: 'bare',
      key,
      bodyHash: key,
      answer: JSON.stringify(answer),
      createdAt: new Date(),
    })
    .execute()
}
