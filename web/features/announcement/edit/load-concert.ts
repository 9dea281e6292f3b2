import { data } from 'react-router'
import { api } from '#contract/index.ts'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { requireArtist } from '#web/lib/require-artist.ts'

export type OwnConcert = {
  session: Session
  /** The first songs of the queue, whether listeners see them or not. */
  songs: readonly QueueEntry[]
}

export const PREVIEW_SONGS = 3

/** The artist's own concert; anybody else's is «not found» here. */
export async function loadConcert(sessionId: string): Promise<OwnConcert> {
  const { username } = await requireArtist()
  try {
    const session = await call(api.session.byId, { query: { sessionId } })
    if (session.artist.username !== username) throw notFound()
    return { session, songs: await firstSongs(sessionId) }
  } catch (error) {
    // An address that is no concert's id is refused as bad input.
    if (error instanceof CallFailed && [400, 404].includes(error.status)) throw notFound()
    throw error
  }
}

export async function firstSongs(sessionId: string): Promise<readonly QueueEntry[]> {
  const queue = await call(api.artist.queue, { query: { sessionId } })
  return queue.slice(0, PREVIEW_SONGS)
}

function notFound() {
  return data(null, { status: 404 })
}
