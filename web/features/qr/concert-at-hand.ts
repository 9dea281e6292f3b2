import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { call } from '#web/lib/calls/call.ts'

/** The artist's concert that runs, or the next one; null where none is announced. Throws CallFailed. */
export async function concertAtHand(artistUsername: string): Promise<Session | null> {
  const query = { artistUsername }
  const [now, next] = await Promise.all([
    call(api.page.getCurrentSessionInfo, { query }, { asArtist: true }),
    call(api.page.getNextSession, { query }, { asArtist: true }),
  ])
  return now.id !== null && now.sessionStatus === 'NOW' ? now : next
}
