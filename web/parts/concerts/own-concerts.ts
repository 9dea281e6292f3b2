import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import type { Caller } from '#web/lib/calls/call.ts'

const ASKED_AT_ONCE = 100

/** All coming concerts of the artist who has logged in, closed ones and the running one among them. */
export async function loadOwnConcerts(
  ask: Caller,
  artistUsername: string,
): Promise<readonly Session[]> {
  const concerts: Session[] = []
  for (;;) {
    const cursor = concerts.at(-1)?.id
    const body = { artistUsername, limit: ASKED_AT_ONCE, ...(cursor !== undefined && { cursor }) }
    const part = await ask(api.session.getSessions, { body }, { asArtist: true })
    concerts.push(...part)
    if (part.length < ASKED_AT_ONCE) return concerts
  }
}
