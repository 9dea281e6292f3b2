import { randomUUIDv7 } from 'node:crypto'
import type { LiveEntry } from './queue.store.ts'

/** An entry that no row tells of yet. */
export function freshEntry(songId: string): LiveEntry {
  return { id: randomUUIDv7(), songId, status: 'SCHEDULED', kept: null }
}
