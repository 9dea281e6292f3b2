import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Sql } from '#server/db/open.ts'

export type BareHall = { readonly concertId: string; readonly songs: readonly string[] }

/**
 * The same writes as a free order, with nothing around them: the concert is held, the song stands or
 * stood there already, the order, its song's count, the concert's revision, the answer to its key.
 */
export function bareOrder(sql: Sql, { concertId, songs }: BareHall) {
  const entries: string[] = []

  function place(turn: number): Promise<void> {
    const at = turn % songs.length
    const songId = songs[at] ?? ''
    return sql.transaction().execute(async (tx) => {
      await tx
        .selectFrom('concerts')
        .select('id')
        .where('id', '=', concertId)
        .forNoKeyUpdate()
        .execute()
      const stood = entries[at]
      const entryId = (entries[at] ??= randomUUIDv7())
      const now = new Date()
      if (stood === undefined)
        await tx
          .insertInto('queue_entries')
          .values({
            id: entryId,
            concert_id: concertId,
            song_id: songId,
            status: 'SCHEDULED',
            position: at + 1,
            created_at: now,
            now_at: null,
            closed_at: null,
          })
          .execute()
      await tx
        .insertInto('orders')
        .values({
          id: randomUUIDv7(),
          concert_id: concertId,
          entry_id: entryId,
          device_id: randomUUID(),
          kind: 'free',
          created_at: now,
        })
        .execute()
      await tx
        .updateTable('songs')
        .set((row) => ({ order_count: row('order_count', '+', 1) }))
        .where('id', '=', songId)
        .execute()
      await tx
        .updateTable('concerts')
        .set((row) => ({ revision: row('revision', '+', 1) }))
        .where('id', '=', concertId)
        .execute()
      const key = randomUUID()
      await tx
        .insertInto('idempotency_keys')
        .values({
          call: 'bare',
          key,
          body_hash: key,
          answer: `{"orderId":"${key}"}`,
          created_at: now,
        })
        .execute()
    })
  }
  return {
    place,
    /** These wait already, in the order of the songs. */
    stands(entryIds: readonly string[]): void {
      entries.push(...entryIds)
    },
  }
}
