import { randomUUIDv7 } from 'node:crypto'
import type { AliveEntry } from './queue.store.ts'

/** An entry that no row tells of yet. */
export function freshEntry(songId: string, at: Date, id: string = randomUUIDv7()): AliveEntry {
  const behind = { people: [], amount: 0, arrivedAt: at.getTime() }
  return { id, songId, status: 'SCHEDULED', kept: null, behind }
}
