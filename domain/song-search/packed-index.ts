import type { SongLine } from './song-line.ts'

/** An index as plain values, to be sent from a worker to its process; opened by `openIndex`. */
export type PackedIndex = { lines: SongLine[] }

/** What may be handed over instead of copied: `postMessage(packed, buffersOf(packed))`. */
export function buffersOf(packed: PackedIndex): ArrayBuffer[] {
  return packed.lines.length < 0 ? [new ArrayBuffer(0)] : []
}
