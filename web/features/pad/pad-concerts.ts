import { api } from '#contract/index.ts'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import { call } from '#web/lib/call.ts'

/** What the pad begins with: the concert that runs with its queue, and the one that comes next. */
export type PadConcerts = {
  current: Session | null
  queue: readonly QueueEntry[]
  next: Session | null
}

/** Asks the server what the artist plays now and next. Throws CallFailed. */
export async function loadPadConcerts(artistUsername: string): Promise<PadConcerts> {
  const query = { artistUsername }
  const [running, next] = await Promise.all([
    call(api.page.getCurrentSessionInfo, { query }, { asArtist: true }),
    call(api.page.getNextSession, { query }, { asArtist: true }),
  ])
  if (running.id === null) return { current: null, queue: next?.songs ?? [], next }
  return { current: running, queue: await queueOf(running), next }
}

/** A concert that hides its songs from the poster hides them in the session too, not from its artist. */
async function queueOf(session: Session): Promise<readonly QueueEntry[]> {
  try {
    return await call(api.artist.queue, { query: { sessionId: session.id } })
  } catch {
    // The live channel brings the queue in a moment; a pad without it is better than no pad.
    return session.songs
  }
}
