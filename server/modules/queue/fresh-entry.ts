import { randomUUIDv7 } from 'node:crypto'
import type { AliveEntry } from './queue.store.ts'

/** An entry that no row tells of yet. */
export function freshEntry(songId: string): AliveEntry {
  return { id: randomUUIDv7(), songId, status: 'SCHEDULED', kept: null }
}
