/** The statuses of a song in a concert: money is collected for it, ordered, put in the queue, being played, and the two final ones. */
export const SONG_STATUSES = [
  'COLLECTING',
  'SCHEDULED',
  'QUEUED',
  'NOW',
  'PLAYED',
  'SKIPPED',
] as const

export type SongStatus = (typeof SONG_STATUSES)[number]

/** A song in a concert. Any other fields of the caller are passed through unchanged. */
export type Entry = {
  readonly id: string
  readonly songId: string
  readonly status: SongStatus
  /** It has won a battle: where the artist leaves it first, no order comes before it. */
  readonly won?: boolean
}

/**
 * The active entries of a concert: at most one NOW (first), then the waiting ones; every QUEUED before every SCHEDULED,
 * unless the rules put orders in between. The array order is the order of the queue.
 */
export type Queue<E extends Entry> = readonly E[]

/**
 * What «next» starts: the chosen waiting song, or with null the first that waits; with `onlyEnds` none. `expectedNowId`
 * is the entry that the pad shows as NOW (null: none).
 */
export type NextChoice = {
  readonly songId: string | null
  readonly expectedNowId?: string | null | undefined
  readonly onlyEnds?: boolean | undefined
}

/** The entry being played, or null. */
export function nowOf<E extends Entry>(queue: Queue<E>): E | null {
  return queue.find((entry) => entry.status === 'NOW') ?? null
}

/** The entries still to be played, in order. */
export function waiting<E extends Entry>(queue: Queue<E>): readonly E[] {
  return queue.filter(({ status }) => status === 'QUEUED' || status === 'SCHEDULED')
}

/** Returns the place of an entry among those still to be played, 1 for the next; null where it is not one of them. */
export function placeIn<E extends Entry>(queue: Queue<E>, entryId: string): number | null {
  const at = waiting(queue).findIndex(({ id }) => id === entryId)
  return at < 0 ? null : at + 1
}

/** Returns how many songs would stay unplayed if the concert ended now: the one being played and all that wait. */
export function unplayedCount<E extends Entry>(queue: Queue<E>): number {
  return waiting(queue).length + (nowOf(queue) === null ? 0 : 1)
}

/** The entries of one status, in order. */
export function entriesWith<E extends Entry>(queue: Queue<E>, status: SongStatus): readonly E[] {
  return queue.filter((entry) => entry.status === status)
}
