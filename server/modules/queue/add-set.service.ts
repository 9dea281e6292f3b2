import { waiting } from '#domain/queue/queue.ts'
import type { Queue } from '#domain/queue/queue.ts'
import { addOwn } from '#domain/queue/queue-steps.ts'
import type { Before } from '#domain/songs/song-set.ts'
import type { Context } from '#server/context.ts'
import { onceByKey } from '#server/platform/db/idempotency.ts'
import { saveBefore } from './before.store.ts'
import { changeQueue, openOf } from './queue-changes.service.ts'
import { freshEntry } from './queue.store.ts'
import type { ActiveEntry, LockedConcert } from './queue.store.ts'
import { collectingOf } from './shares.store.ts'

type SongOfSet = { readonly songId: string; readonly before: Before }

type SetToAdd = {
  readonly concertId: string
  readonly setId: string
  /** Called inside the transaction, once it has locked a concert of this artist. */
  readonly readSongs: (inside: Context) => Promise<readonly SongOfSet[]>
}

type AddedSet = { readonly added: number; readonly waiting: number }

/**
 * Adds a set's songs to the artist's own queue in their order, each with what stands before it; one that waits already
 * is not added twice. Once for each idempotency key. Refuses NOT_FOUND, NOT_YOURS, ILLEGAL_STEP, SONG_NOT_ACCEPTED.
 */
export function addSetToQueue(
  ctx: Context,
  artistId: string,
  { concertId, setId, readSongs }: SetToAdd,
  idempotencyKey: string | null,
): Promise<AddedSet> {
  return changeQueue(
    ctx,
    openOf(artistId, concertId),
    async (queue, concert, inside) => {
      const { sql, now } = inside
      let step = { queue, closed: [], beforeByEntry: new Map<string, Before>() }
      const body = [concertId, setId]
      const result = await onceByKey(
        sql,
        'artist/lay-set',
        idempotencyKey,
        body,
        now(),
        async () => {
          const songs = await readSongs(inside)
          step = await addSongsOfSet(inside, concert, queue, songs)
          const waited = new Set(waiting(queue).map(({ songId }) => songId))
          const doubled = songs.filter(({ songId }) => waited.has(songId)).length
          return { added: songs.length - doubled, waiting: doubled }
        },
      )
      return { ...step, result }
    },
    async (sql, _, { beforeByEntry, result }) => {
      await saveBefore(sql, beforeByEntry)
      return result
    },
  )
}

async function addSongsOfSet(
  { sql, now }: Context,
  concert: LockedConcert,
  before: Queue<ActiveEntry>,
  songs: readonly SongOfSet[],
) {
  const pools = await collectingOf(sql, concert, now())
  const beforeByEntry = new Map<string, Before>()
  let queue = before
  for (const { songId, before: put } of songs) {
    const step = addOwn(queue, pools.get(songId) ?? freshEntry(songId, now()))
    queue = step.queue
    beforeByEntry.set(step.entry.id, put)
  }
  return { queue, closed: [], beforeByEntry }
}
