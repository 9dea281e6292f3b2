import { useEffect, useEffectEvent, useState } from 'react'
import { data, useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import type { PaidQueueEntry, QueueEntry, Session, Song } from '#contract/shapes.ts'
import type { OwnView } from '#web/features/pad/index.ts'
import { rememberPass } from '#web/features/pad/load.ts'
import { useOwnQueue } from '#web/features/pad/index.ts'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { useLiveConcert } from '#web/lib/live/live-concert.ts'
import { requireArtist } from '#web/lib/calls/require-artist.ts'
import { queueAfter } from './draft.ts'

export type ConcertQueue = {
  session: Session
  queue: readonly PaidQueueEntry[]
}

/** Loads the artist's own concert and its queue; another artist's is «not found» here. */
export async function loadQueue(sessionId: string): Promise<ConcertQueue> {
  const { username } = await requireArtist()
  try {
    const query = { sessionId }
    const session = await call(api.session.byId, { query }, { asArtist: true })
    rememberPass(session)
    // The queue of another artist's concert is refused with 403, which would end this artist's session.
    if (session.artist.username !== username) throw notFound()
    return { session, queue: await call(api.artist.queue, { query }) }
  } catch (error) {
    // An address without a valid concert id is refused as bad input.
    if (error instanceof CallFailed && [400, 404].includes(error.status)) throw notFound()
    throw error
  }
}

function notFound() {
  return data(null, { status: 404 })
}

/** The current queue: first the page's, then the live channel's. */
export function useQueueNow({ session, queue: loaded }: ConcertQueue) {
  const live = useLiveConcert({
    artistUsername: session.artist.username,
    sessionId: session.id,
    queue: loaded,
  })
  // The concert was closed with another word on another device: the response has the new pass.
  const { missing } = live
  const { revalidate } = useRevalidator()
  const lookAgain = useEffectEvent(() => void revalidate())
  useEffect(() => {
    if (missing) lookAgain()
  }, [missing])
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
