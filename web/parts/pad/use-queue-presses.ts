import { api } from '#contract/index.ts'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import { changeStatus, nowOf } from '#domain/queue.ts'
import { Refusal } from '#domain/refusal.ts'
import type { CallFailed } from '../../lib/call-failed.ts'
import { call } from '../../lib/call.ts'
import type { Presses } from '../../lib/use-presses.ts'

type Queue = readonly QueueEntry[]

export type QueuePresses = {
  /** The song that sounds is played, the first that waits begins. */
  playNext(): Promise<boolean>
  /** The song that sounds is played, this one begins. */
  play(entry: QueueEntry): Promise<boolean>
  toTop(entry: QueueEntry): Promise<boolean>
  oneUp(entry: QueueEntry): Promise<boolean>
  enqueue(entry: QueueEntry): Promise<boolean>
  skip(entry: QueueEntry): Promise<boolean>
  /** The song that was played last sounds again. */
  undo(entryId: string): Promise<boolean>
}

/** The name under which the presses on one song wait for their answer. */
export function songPress({ songId }: QueueEntry): string {
  return `song ${songId}`
}

type Deps = {
  session: Session | null
  queue: Queue
  /** Shows a queue that the server answered with, or a change of the shown one. */
  answer(change: (queue: Queue) => Queue): void
  press: Presses['press']
  lookAgain(): void
}

/** What the artist may do with the songs of the running concert. */
export function useQueuePresses({ session, queue, answer, press, lookAgain }: Deps): QueuePresses {
  const onFailed = (failure: CallFailed) => {
    const truth = failure.queue
    if (truth !== undefined) answer(() => truth)
    else if (failure.code === 'SESSION_NOT_OPEN') lookAgain()
    else if (failure.status === 409) askQueue()
  }

  // A step that the server finds impossible shows that this pad was behind.
  function askQueue() {
    if (session === null) return
    call(api.artist.queue, { query: { sessionId: session.id } }).then(
      (truth) => answer(() => truth),
      () => undefined,
    )
  }

  async function setStatus({ songId }: QueueEntry, statusSong: 'QUEUED' | 'SKIPPED') {
    if (session === null) return
    const body = { songId, statusSong, sessionId: session.id }
    await call(api.artist.changeSongStatus, { body })
    answer((shown) => withStatus(shown, songId, statusSong))
  }

  const advance = (songId: string | null) =>
    press(
      'next',
      async () => {
        const body = { songId, expectedNowId: nowOf(queue)?.id ?? null }
        const after = await call(api.artist.nextSong, { body })
        answer(() => after)
      },
      onFailed,
    )

  const withSong = (entry: QueueEntry, work: () => Promise<void>) =>
    press(songPress(entry), work, onFailed)

  return {
    playNext: () => advance(null),
    play: (entry) => advance(entry.songId),
    toTop: (entry) =>
      withSong(entry, async () => {
        if (entry.status === 'SCHEDULED') await setStatus(entry, 'QUEUED')
        const after = await call(api.artist.onTop, { body: { songId: entry.songId } })
        answer(() => after)
      }),
    oneUp: (entry) =>
      withSong(entry, async () => {
        const after = await call(api.artist.oneSongUp, { body: { songId: entry.songId } })
        answer(() => after)
      }),
    enqueue: (entry) => withSong(entry, () => setStatus(entry, 'QUEUED')),
    skip: (entry) => withSong(entry, () => setStatus(entry, 'SKIPPED')),
    undo: (entryId) =>
      press(
        'undo',
        async () => {
          if (session === null) return
          const body = { sessionId: session.id, entryId }
          const after = await call(api.artist.undoPlayed, { body })
          answer(() => after)
        },
        onFailed,
      ),
  }
}

/** The server answers with the one song; the rules know what becomes of the others. */
function withStatus(queue: Queue, songId: string, status: 'QUEUED' | 'SKIPPED'): Queue {
  try {
    return changeStatus(queue, songId, status).queue
  } catch (error) {
    // The channel was faster: what is shown has the step already.
    if (error instanceof Refusal) return queue
    throw error
  }
}
