import { useState } from 'react'
import type { QueueEntry, Song } from '#contract/shapes.ts'
import type { OwnView } from '#web/features/pad/index.ts'
import { useOwnQueue } from '#web/features/pad/index.ts'
import { useLiveConcert } from '#web/lib/live-concert.ts'
import { queueAfter } from './draft.ts'
import type { ConcertQueue } from './load-queue.ts'

/** The queue as it is, whoever moves it: first what the page came with, then what the live channel says. */
export function useQueueNow({ session, queue: loaded }: ConcertQueue) {
  const live = useLiveConcert({
    artistUsername: session.artist.username,
    sessionId: session.id,
    queue: loaded,
  })
  const [saved, setSaved] = useState<{ over: readonly QueueEntry[]; queue: QueueEntry[] } | null>(
    null,
  )
  // Until the channel tells of the list that was saved, its answer is the newest word.
  const queue = saved?.over === live.queue ? saved.queue : live.queue
  const told = useOwnQueue(session.id, queue)

  return {
    queue,
    connection: live.connection,
    heardAt: live.heardAt,
    over: (live.session?.sessionStatus ?? session.sessionStatus) === 'PLAYED',
    /** What the artist alone is told of an entry. */
    viewOf: ({ id }: QueueEntry): OwnView | undefined =>
      told.get(id) ?? loaded.find((entry) => entry.id === id),
    replaceOrders: (songs: readonly Song[]) =>
      setSaved({ over: live.queue, queue: queueAfter(queue, songs) }),
  }
}

export type QueueNow = ReturnType<typeof useQueueNow>
