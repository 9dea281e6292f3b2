import { data } from 'react-router'
import { api } from '#contract/index.ts'
import type { PaidQueueEntry, Session } from '#contract/shapes.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { requireArtist } from '#web/lib/require-artist.ts'

export type ConcertQueue = {
  session: Session
  queue: readonly PaidQueueEntry[]
}

/** The artist's own concert and its queue; anybody else's is «not found» here. */
export async function loadQueue(sessionId: string): Promise<ConcertQueue> {
  const { username } = await requireArtist()
  try {
    const query = { sessionId }
    const session = await call(api.session.byId, { query })
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
