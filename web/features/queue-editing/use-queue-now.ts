import { useEffect, useEffectEvent, useState } from 'react'
import { data, useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import type { PaidQueueEntry, QueueEntry, Session, Song } from '#contract/shapes.ts'
import type { OwnView } from '#web/features/pad/index.ts'
import { rememberPass } from '#web/features/pad/load.ts'
import { useOwnQueue } from '#web/features/pad/index.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { useLiveConcert } from '#web/lib/live-concert.ts'
import { requireArtist } from '#web/lib/require-artist.ts'
import { queueAfter } from './draft.ts'

export type ConcertQueue = {
  session: Session
  queue: readonly PaidQueueEntry[]
}

/** The artist's own concert and its queue; anybody else's is «not found» here. */
export async function loadQueue(sessionId: string): Promise<ConcertQueue> {
  const { username } = await requireArtist()
  try {
    const query = { sessionId }
    const session = await call(api.session.byId, { query }, { asArtist: true })
    rememberPass(session)
    // The queue of a foreign concert is refused with 403, which would end this artist's session.
    if (session.artist.username !== username) throw notFound()
    return { session, queue: await call(api.artist.queue, { query }) }
  } catch (error) {
    // An address that is no concert's id is refused as bad input.
    if (error instanceof CallFailed && [400, 404].includes(error.status)) throw notFound()
    throw error
  }
}

function notFound() {
  return data(null, { status: 404 })
}

/** The queue as it is, whoever moves it: first what the page came with, then what the live channel says. */
export function useQueueNow({ session, queue: loaded }: ConcertQueue) {
  const live = useLiveConcert({
    artistUsername: session.artist.username,
    sessionId: session.id,
    queue: loaded,
  })
  // Closed with another word, on another device: the new pass comes with the answer.
  const { missing } = live
  const { revalidate } = useRevalidator()
  const lookAgain = useEffectEvent(() => void revalidate())
  useEffect(() => {
    if (missing) lookAgain()
  }, [missing])
  const [saved, setSaved] = useState<{ over: readonly QueueEntry[]; queue: QueueEntry[] } | null>(
    null,
  )
  // Until the channel tells of the list that was saved, its answer is the newest word.
  const queue = saved?.over === live.queue ? saved.queue : live.queue
  const [told] = useOwnQueue(session.id, queue)

  return {
    queue,
    connection: live.connection,
    receivedAt: live.receivedAt,
    over: (live.session?.sessionStatus ?? session.sessionStatus) === 'PLAYED',
    /** What the artist alone is told of an entry. */
    viewOf: ({ id }: QueueEntry): OwnView | undefined =>
      told.get(id) ?? loaded.find((entry) => entry.id === id),
    replaceOrders: (songs: readonly Song[]) =>
      setSaved({ over: live.queue, queue: queueAfter(queue, songs) }),
  }
}

export type QueueNow = ReturnType<typeof useQueueNow>
