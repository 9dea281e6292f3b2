import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Sql } from '../server/platform/db/open.ts'
import {
  answerBare,
  bumpBare,
  countBare,
  lockConcertBare,
  orderBare,
  insertEntryBare,
} from './bare-writes.ts'

type BareConcert = { readonly concertId: string; readonly songs: readonly string[] }

/**
 * The same writes as a free order, with nothing around them: locks the concert's row, inserts the queue entry unless it
 * exists, the order, increments the song's count and the concert's revision, stores the answer under its idempotency
 * key.
 */
export function bareOrder(sql: Sql, { concertId, songs }: BareConcert) {
  const entries: string[] = []

  function place(turn: number): Promise<void> {
    const at = turn % songs.length
    const songId = songs[at] ?? ''
    return sql.transaction().execute(async (tx) => {
      await lockConcertBare(tx, concertId)
      const knownEntry = entries[at]
      const entryId = (entries[at] ??= randomUUIDv7())
      if (knownEntry === undefined)
        await insertEntryBare(tx, { id: entryId, concertId, songId, place: at + 1 })
      const id = randomUUIDv7()
      await orderBare(tx, { id, concertId, entryId, deviceId: randomUUID(), payment: null })
      await countBare(tx, songId)
      await bumpBare(tx, concertId)
      await answerBare(tx, randomUUID(), { orderId: id })
    })
  }
  return {
    place,
    /** Entries that are in the queue already, in the order of the songs. */
    addEntries(entryIds: readonly string[]): void {
      entries.push(...entryIds)
    },
  }
}
