import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#contract/index.ts'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import type { LiveConcert } from '../../lib/live-concert.ts'
import { useLiveConcert } from '../../lib/live-concert.ts'
import { call } from '../../lib/call.ts'
import { usePresses } from '../../lib/use-presses.ts'
import { loadScene } from './scene.ts'
import type { Scene } from './scene.ts'
import { useLastWord } from './use-last-word.ts'
import { useQueuePresses } from './use-queue-presses.ts'
import type { QueuePresses } from './use-queue-presses.ts'

type Life = Pick<Session, 'sessionStatus' | 'active'>

export type Stage = QueuePresses & {
  artistUsername: string
  /** The concert that runs, paused or not; null where none does. */
  session: Session | null
  /** What comes next; undefined while the server is asked, 'unknown' where it did not answer. */
  next: Session | null | undefined | 'unknown'
  queue: readonly QueueEntry[]
  connection: LiveConcert['connection']
  heardAt: number | null
  isPending(name: string): boolean
  /** Starts the next concert. */
  start(sessionId: string): Promise<boolean>
  pause(): Promise<boolean>
  resume(): Promise<boolean>
  end(): Promise<boolean>
  /** Asks the server anew what runs and what comes next. */
  lookAgain(): void
}

/** The concert of a signed-in artist: what the page came with, kept true by the live channel and by the artist's own presses. */
export function useStage(artistUsername: string, loaded: Scene): Stage {
  const { scene, show, lookAgain } = useScene(artistUsername, loaded)
  const { current, next, queue: firstQueue } = typeof scene === 'string' ? NOTHING : scene
  const watched = current ?? next
  const live = useLiveConcert(
    watched && { artistUsername, sessionId: watched.id, queue: firstQueue },
  )
  const liveLife: Life | null = live.session ?? watched
  const life = useLastWord(liveLife)
  const queue = useLastWord(live.queue)
  const presses = usePresses()
  const { press } = presses

  const session =
    current !== null && life.word?.sessionStatus === 'NOW'
      ? { ...current, active: life.word.active }
      : null
  // The clock, or another device, may start and end a concert too.
  const behind = watched !== null && (current !== null) !== (life.word?.sessionStatus === 'NOW')
  const follow = useEffectEvent(lookAgain)
  useEffect(() => {
    if (behind) follow()
  }, [behind])

  const queuePresses = useQueuePresses({
    session,
    queue: queue.word,
    answer: (change) => queue.answer(live.queue, change),
    press,
    lookAgain,
  })

  return {
    artistUsername,
    session,
    next: scene === 'asking' ? undefined : scene === 'unknown' ? 'unknown' : next,
    queue: queue.word,
    connection: live.connection,
    heardAt: live.heardAt,
    isPending: presses.isPending,
    lookAgain,
    ...queuePresses,
    start: (sessionId) =>
      press('start', async () => {
        const started = await setStatus(sessionId, 'NOW')
        life.answer(liveLife, () => started)
        show({ current: started, queue: queue.word, next: null })
      }),
    end: () =>
      press('end', async () => {
        if (session === null) return
        await setStatus(session.id, 'PLAYED')
        lookAgain()
      }),
    pause: () =>
      press('pause', async () => {
        const paused = await call(api.artist.pause, {})
        life.answer(liveLife, () => paused)
      }),
    resume: () =>
      press('pause', async () => {
        const resumed = await call(api.artist.resume, {})
        life.answer(liveLife, () => resumed)
      }),
  }
}

const NOTHING: Scene = { current: null, queue: [], next: null }

/** The scene that the page came with, until the artist or the clock changes it. */
function useScene(artistUsername: string, loaded: Scene) {
  const [later, setLater] = useState<{ of: Scene; scene: Scene | 'asking' | 'unknown' } | null>(
    null,
  )
  const show = (scene: Scene | 'asking' | 'unknown') => setLater({ of: loaded, scene })

  return {
    scene: later?.of === loaded ? later.scene : loaded,
    show,
    lookAgain: () => {
      show('asking')
      loadScene(artistUsername).then(show, () => show('unknown'))
    },
  }
}

function setStatus(sessionId: string, sessionStatus: 'NOW' | 'PLAYED') {
  return call(api.artist.updateSessionStatus, { body: { sessionId, sessionStatus } })
}
