import { api } from '#contract/index.ts'
import type { ArtistPage } from '#contract/page.ts'
import type { Session } from '#contract/shapes.ts'
import type { PadConcerts, PadFlags } from '#web/features/pad/load.ts'
import { loadPadConcerts, loadPadFlags } from '#web/features/pad/load.ts'
import { orWhenUnavailable } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { requireArtist } from '#web/lib/require-artist.ts'
import type { Beginnings } from './first-steps.ts'
import { askBeginnings } from './first-steps.ts'

export type Home = {
  username: string
  page: ArtistPage
  concerts: PadConcerts
  flags: PadFlags
  /** Coming concerts, the running one among them. */
  sessions: readonly Session[]
  /** Null where nothing is to be said of them, or nobody answered. */
  beginnings: Beginnings | null
}

const MOST_SESSIONS = 100

/** All three tabs at once: on stage a tab must not wait for the network. */
export async function loadHome(): Promise<Home> {
  const { username } = await requireArtist()
  const [page, concerts, flags, sessions, beginnings] = await Promise.all([
    call(api.page.getInfo, { query: { artistUsername: username } }),
    loadPadConcerts(username),
    loadPadFlags(username),
    loadSessions(username),
    orWhenUnavailable(askBeginnings(username), null),
  ])
  return { username, page, concerts, flags, sessions, beginnings }
}

async function loadSessions(artistUsername: string): Promise<readonly Session[]> {
  try {
    const body = { artistUsername, limit: MOST_SESSIONS }
    return await call(api.session.getSessions, { body }, { asArtist: true })
  } catch {
    return []
  }
}
