import { data } from 'react-router'
import { api } from '#contract/index.ts'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { requireArtist } from '#web/lib/require-artist.ts'

export type OwnConcert = {
  session: Session
  /** The first songs that everybody sees on the concert's page. */
  songs: readonly QueueEntry[]
}

export const PREVIEW_SONGS = 3

/** The artist's own concert; anybody else's is «not found» here. */
export async function loadConcert(sessionId: string): Promise<OwnConcert> {
  const { username } = await requireArtist()
  try {
    const [session, songs] = await Promise.all([
      call(api.session.byId, { query: { sessionId } }),
      call(api.session.songs, { query: { sessionId, limit: PREVIEW_SONGS } }),
    ])
    if (session.artist.username !== username) throw notFound()
    return { session, songs }
  } catch (error) {
    // An address that is no concert's id is refused as bad input.
    if (error instanceof CallFailed && [400, 404].includes(error.status)) throw notFound()
    throw error
  }
}

function notFound() {
  return data(null, { status: 404 })
}
