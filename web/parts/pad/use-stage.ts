import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#contract/index.ts'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import type { LiveConcert } from '../../lib/live-concert.ts'
import { useLiveConcert } from '../../lib/live-concert.ts'
import { CallFailed } from '../../lib/call-failed.ts'
import { call } from '../../lib/call.ts'
import { usePresses } from '../../lib/use-presses.ts'
import { shownWith } from './outlook.ts'
import type { Deed, Press, Truth } from './press.ts'
import { deedsOn } from './queue-deeds.ts'
import { pressesIn } from './report-words.ts'
import { loadScene } from './scene.ts'
import type { Scene } from './scene.ts'
import { useKeptPresses } from './use-kept-presses.ts'
import { useLastWord } from './use-last-word.ts'
import { useRest } from './use-rest.ts'

/** Two steps of one foot are one press (ms). */
const NEXT_REST_MS = 1000
/** Under a finger that taps twice another song lies by then (ms). */
const SONG_REST_MS = 350

type Life = Pick<Session, 'sessionStatus' | 'active'>

export type Stage = {
  artistUsername: string
  /** The concert that runs, paused or not; null where none does. */
  session: Session | null
  /** What comes next; undefined while the server is asked, 'unknown' where it did not answer. */
  next: Session | null | undefined | 'unknown'
  /** The concert that has just ended here. */
  ended: Session | null
  /** As the artist's own presses leave it, also those that the server has not heard yet. */
  queue: readonly QueueEntry[]
  connection: LiveConcert['connection']
  heardAt: number | null
  /** What the server has not answered yet. */
  presses: readonly Press[]
  /** So many of them wait to be sent; a song whose toast offers the way back does not. */
  unsent: number
  /** The presses wait for the network. */
  late: boolean
  /** Of start and end while they wait; of next and song while another press would be one by mistake. */
  isPending(name: 'start' | 'end' | 'next' | 'song'): boolean
  /** Starts the next concert. */
  start(sessionId: string): Promise<boolean>
  end(): Promise<boolean>
  pause(): void
  resume(): void
  /** The song that sounds is played, the first that waits begins. */
  playNext(): void
  /** The song that sounds is played, this one begins. */
  play(entry: QueueEntry): void
  toTop(entry: QueueEntry): void
  oneUp(entry: QueueEntry): void
  enqueue(entry: QueueEntry): void
  /** It leaves for the server once it cannot be taken back any more. */
  skip(entry: QueueEntry): void
  /** The song that was played last sounds again. */
  undo(played: QueueEntry): void
  /** Gives whether the press had never left this device. */
  takeBack(press: Press): boolean
  /** Asks the server anew what runs and what comes next. */
  lookAgain(): void
}

/** The concert of a signed-in artist: what the page came with, kept true by the live channel and by the artist's own presses. */
export function useStage(artistUsername: string, loaded: Scene): Stage {
  const { scene, show, lookAgain } = useScene(artistUsername, loaded)
  const { current, next, queue: firstQueue } = typeof scene === 'string' ? NOTHING : scene
  const watched = current ?? next
  const live = useLiveConcert(
    watched && { artistUsername, sessionId: watched.id, queue: firstQueue, wakeful: true },
  )
  const liveLife: Life | null = live.session ?? watched
  const life = useLastWord(liveLife)
  const queue = useLastWord(live.queue)
  const { press, isPending } = usePresses()
  const [ran, setRan] = useState<Session | null>(null)
  const rest = useRest(NEXT_REST_MS)
  const songRest = useRest(SONG_REST_MS)

  const runs = current !== null && life.word?.sessionStatus === 'NOW'
  if (runs && ran?.id !== current.id) setRan(current)
  // The clock, or another device, may start and end a concert too.
  const behind = watched !== null && (current !== null) !== (life.word?.sessionStatus === 'NOW')
  const follow = useEffectEvent(lookAgain)
  useEffect(() => {
    if (behind) follow()
  }, [behind])

  const truth: Truth = { queue: queue.word, active: life.word?.active ?? false }
  const kept = useKeptPresses({
    artistUsername,
    sessionId: runs ? current.id : typeof scene === 'string' || current !== null ? undefined : null,
    live: live.connection === 'live',
    lookAgain,
    listen: () => (change) => {
      queue.answer(live.queue, (word) => change({ ...truth, queue: word }).queue)
      life.answer(liveLife, (word) => word && { ...word, active: changedActive(word, change) })
    },
  })
  const shown = shownWith(truth, kept.presses)
  const deeds = deedsOn(shown.queue)
  const add = (deed: Deed | null) => {
    if (deed !== null) kept.add(deed)
  }

  return {
    artistUsername,
    session: runs ? { ...current, active: shown.active } : null,
    next: scene === 'asking' ? undefined : scene === 'unknown' ? 'unknown' : next,
    ended: typeof scene !== 'string' && current === null ? ran : null,
    queue: shown.queue,
    connection: live.connection,
    heardAt: live.heardAt,
    presses: kept.presses,
    unsent: kept.unsent,
    late: kept.late,
    isPending(name) {
      if (name === 'next') return rest.resting
      return name === 'song' ? songRest.resting : isPending(name)
    },
    lookAgain,
    start: (sessionId) =>
      press('start', async () => {
        const started = await setStatus(sessionId, 'NOW').catch(
          needsNetwork('Нет связи: начать концерт можно, когда она вернётся.'),
        )
        life.answer(liveLife, () => started)
        show({ current: started, queue: queue.word, next: null })
      }),
    end: () =>
      press('end', async () => {
        if (!runs) return
        // A song that was played and not told of yet would be taken for one left out, and its money returned.
        if (!(await kept.settle())) throw offline(unsentWords(kept.presses.length))
        await setStatus(current.id, 'PLAYED').catch(
          needsNetwork('Нет связи: завершить концерт можно, когда она вернётся.'),
        )
        lookAgain()
      }),
    pause: () => add({ kind: 'pause' }),
    resume: () => add({ kind: 'resume' }),
    playNext() {
      const deed = deeds.next()
      if (deed !== null && rest.take()) add(deed)
    },
    play(entry) {
      if (rest.take()) add(deeds.play(entry))
    },
    toTop: (entry) => add({ kind: 'top', entry }),
    oneUp: (entry) => add(deeds.oneUp(entry)),
    enqueue(entry) {
      if (songRest.take()) add({ kind: 'queue', entry })
    },
    skip(entry) {
      if (songRest.take()) add({ kind: 'skip', entry })
    },
    undo: (entry) => add({ kind: 'undo', entry }),
    takeBack: kept.takeBack,
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

function changedActive({ active }: Life, change: (truth: Truth) => Truth): boolean {
  return change({ queue: [], active }).active
}

function unsentWords(count: number): string {
  return `Сначала отправим ${pressesIn(count)}: завершить концерт можно, когда вернётся связь.`
}

function offline(message: string): CallFailed {
  return new CallFailed({ status: 0, code: 'NETWORK', message })
}

/** The two steps that are not kept for later say so themselves. */
function needsNetwork(words: string): (failure: unknown) => never {
  return (failure) => {
    throw failure instanceof CallFailed && failure.code === 'NETWORK' ? offline(words) : failure
  }
}
