import { waiting } from '#domain/queue/queue.ts'
import type { Queue } from '#domain/queue/queue.ts'
import { addOwn } from '#domain/queue/queue-steps.ts'
import type { Before } from '#domain/songs/song-set.ts'
import { onceByKey } from '#server/platform/db/idempotency.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { putBefore } from './before.store.ts'
import { changeQueue, openOf } from './queue-changes.service.ts'
import type { QueueContext } from './queue-changes.service.ts'
import { freshEntry } from './queue.store.ts'
import type { AliveEntry, LockedConcert } from './queue.store.ts'
import { collectingOf } from './shares.store.ts'

type SongOfSet = { readonly songId: string; readonly before: Before }

type Lay = {
  readonly concertId: string
  readonly setId: string
  /** Called inside the transaction, once it has locked a concert of this artist. */
  readonly readSongs: (sql: Sql) => Promise<readonly SongOfSet[]>
}

type Laid = { readonly added: number; readonly waiting: number }

/**
 * Adds a set's songs to the artist's own queue in their order, each with what stands before it; one that waits already
 * is not added twice. Once for each idempotency key. Refuses NOT_FOUND, NOT_YOURS, ILLEGAL_STEP, SONG_NOT_ACCEPTED.
 */
export function layInto(
  ctx: QueueContext,
  artistId: string,
  { concertId, setId, readSongs }: Lay,
  idempotencyKey: string | null,
): Promise<Laid> {
  return changeQueue(
    ctx,
    openOf(artistId, concertId),
    async (queue, concert, sql) => {
      let step = { queue, closed: [], befores: new Map<string, Before>() }
      const body = [artistId, concertId, setId]
      const laid = await onceByKey(
        sql,
        'artist/lay-set',
        idempotencyKey,
        body,
        ctx.now(),
        async (inside) => {
          const songs = await readSongs(inside)
          step = await layIn(ctx, inside, concert, queue, songs)
          const waited = new Set(waiting(queue).map(({ songId }) => songId))
          const doubled = songs.filter(({ songId }) => waited.has(songId)).length
          return { added: songs.length - doubled, waiting: doubled }
        },
      )
      return { ...step, laid }
    },
    async (sql, _, { befores, laid }) => {
      await putBefore(sql, befores)
      return laid
    },
  )
}

async function layIn(
  ctx: QueueContext,
  sql: Sql,
  concert: LockedConcert,
  before: Queue<AliveEntry>,
  songs: readonly SongOfSet[],
) {
  const pools = await collectingOf(sql, concert, ctx.now())
  const befores = new Map<string, Before>()
  let queue = before
  for (const { songId, before: put } of songs) {
    const step = addOwn(queue, pools.get(songId) ?? freshEntry(songId, ctx.now()))
    queue = step.queue
    befores.set(step.entry.id, put)
  }
  return { queue, closed: [], befores }
}
