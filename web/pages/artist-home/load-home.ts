import { api } from '#contract/index.ts'
import type { ArtistPage } from '#contract/page.ts'
import type { Session } from '#contract/shapes.ts'
import { call } from '#web/lib/call.ts'
import { requireArtist } from '#web/lib/require-artist.ts'
import { loadPadFlags } from '#web/parts/pad/pad-flags.ts'
import type { PadFlags } from '#web/parts/pad/pad-flags.ts'
import { loadScene } from '#web/parts/pad/scene.ts'
import type { Scene } from '#web/parts/pad/scene.ts'

export type Home = {
  username: string
  page: ArtistPage
  scene: Scene
  flags: PadFlags
  /** Coming concerts, the running one among them. */
  sessions: readonly Session[]
}

const MOST_SESSIONS = 100

/** All three tabs at once: on stage a tab must not wait for the network. */
export async function loadHome(): Promise<Home> {
  const { username } = await requireArtist()
  const [page, scene, flags, sessions] = await Promise.all([
    call(api.page.getInfo, { query: { artistUsername: username } }),
    loadScene(username),
    loadPadFlags(username),
    loadSessions(username),
  ])
  return { username, page, scene, flags, sessions }
}

async function loadSessions(artistUsername: string): Promise<readonly Session[]> {
  try {
    const body = { artistUsername, limit: MOST_SESSIONS }
    return await call(api.session.getSessions, { body }, { asArtist: true })
  } catch {
    return []
  }
}
