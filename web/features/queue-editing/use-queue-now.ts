import { useEffect, useState } from 'react'
import type { ClientLoaderFunctionArgs } from 'react-router'
import { api } from '#contract/index.ts'
import type { PaidQueueEntry, QueueEntry, Session, Song } from '#contract/shapes.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { OwnView } from '#web/features/pad/index.ts'
import { rememberPass } from '#web/features/pad/load.ts'
import { useOwnQueue } from '#web/features/pad/index.ts'
import { call } from '#web/lib/calls/call.ts'
import { useReopenedConcert } from '#web/lib/live/reopened-concert.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { useReloadWhenReachable } from '#web/lib/pages/reload-when-reachable.ts'
import { usePoll } from '#web/lib/value-hooks.ts'
import { ownConcert } from '#web/parts/frame/artist-page.tsx'
import { queueAfter } from './draft.ts'

/** A concert that nobody sees has no channel that tells when it is published or starts. */
const POLL_MS = 15 * SECOND_MS

export type ConcertQueue = {
  session: Session
  queue: readonly PaidQueueEntry[]
}

export async function loadQueue(
  artist: SignedIn,
  { params }: ClientLoaderFunctionArgs,
): Promise<ConcertQueue> {
  const session = await ownConcert(artist, params['sessionId'])
  rememberPass(session)
  return { session, queue: await call(api.artist.queue, { query: { sessionId: session.id } }) }
}

/** The current queue: first the page's, then the live channel's. */
export function useQueueNow({ session, queue: loaded }: ConcertQueue) {
  const live = useReopenedConcert({
    artistUsername: session.artist.username,
    sessionId: session.id,
    queue: loaded,
    unpublished: session.publishAt !== undefined,
    own: true,
  })
  // The concert was closed with another word on another device: the response has the new pass.
  const { missing } = live
  const reload = useReloadWhenReachable()
  useEffect(() => {
    if (missing) void reload()
  }, [missing, reload])
  usePoll(missing || session.publishAt !== undefined, POLL_MS, () => void reload())
  const [saved, setSaved] = useState<{ over: readonly QueueEntry[]; queue: QueueEntry[] } | null>(
    null,
  )
  // Until the channel publishes the saved list, the response to saving is the newest state.
  const queue = saved?.over === live.queue ? saved.queue : live.queue
  const [ownQueue] = useOwnQueue(session.id, queue)

  return {
    queue,
    connection: live.connection,
    receivedAt: live.receivedAt,
    over: (live.session?.sessionStatus ?? session.sessionStatus) === 'PLAYED',
    /** The data of an entry that only the artist gets. */
    viewOf: ({ id }: QueueEntry): OwnView | undefined =>
      ownQueue.get(id) ?? loaded.find((entry) => entry.id === id),
    replaceOrders: (songs: readonly Song[]) =>
      setSaved({ over: live.queue, queue: queueAfter(queue, songs) }),
  }
}

export type QueueNow = ReturnType<typeof useQueueNow>
