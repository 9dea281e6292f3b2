import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { LIVE_PATH } from '#contract/path.ts'
import type { QueueEntry } from '#contract/shapes.ts'

type Seen = Pick<QueueEntry, 'id' | 'songId' | 'status' | 'backers'>

/** The steps of a song in order; it never goes back by itself. */
const STEPS: readonly QueueEntry['status'][] = ['SCHEDULED', 'QUEUED', 'NOW']
const OVER = STEPS.length

/** Returns the index of a song's step; every final status is further than all the others. */
export function stepOf(status: QueueEntry['status']): number {
  const step = STEPS.indexOf(status)
  return step === -1 ? OVER : step
}

/** The queue as one text. */
export function queueText(queue: readonly Seen[]): string {
  return queue.map(({ id, status, backers }) => `${id} ${status} ${backers}`).join('\n')
}

/** Returns what is wrong with a queue for every viewer at every time. */
function faultsOfQueue(queue: readonly Seen[]): string[] {
  const playing = queue.filter(({ status }) => status === 'NOW').length
  const songs = queue.filter(({ status }) => status !== 'NOW').map(({ songId }) => songId)
  return [
    ...(playing > 1 ? [`${playing} songs play at once`] : []),
    ...(new Set(songs).size < songs.length ? ['a song waits twice'] : []),
  ]
}

/** Returns a check that reports songs that went back to an earlier step. */
export function makeForwardOnly() {
  const known = new Map<string, number>()
  return (queue: readonly Seen[]): string[] => {
    const faults: string[] = []
    const here = new Map(queue.map(({ id, status }) => [id, stepOf(status)]))
    for (const [id, step] of known) {
      const now = here.get(id) ?? OVER
      if (now < step) faults.push(`the song ${id} went back from ${step} to ${now}`)
    }
    for (const [id, step] of here) known.set(id, step)
    for (const id of known.keys()) if (!here.has(id)) known.set(id, OVER)
    return faults
  }
}

/**
 * A phone that watches a concert as the page does: it reconnects after a loss. It stores the last queue it got and
 * every fault in what it got.
 */
export function openWatcher(
  urlOf: () => string,
  { artistUsername, sessionId }: { artistUsername: string; sessionId: string },
) {
  const faults = new Set<string>()
  const forward = makeForwardOnly()
  let socket: WebSocket | null = null
  let latest: string | null = null
  let frames = 0
  let closed = false

  function look(text: string): void {
    const message = JSON.parse(text) as unknown
    if (!Array.isArray(message)) return
    const queue = message as Seen[]
    frames += 1
    for (const fault of [...faultsOfQueue(queue), ...forward(queue)]) faults.add(fault)
    latest = queueText(queue)
  }

  function connect(): void {
    const opened = new WebSocket(`${urlOf().replace('http', 'ws')}${LIVE_PATH}`, {
      perMessageDeflate: false,
      handshakeTimeout: 2000,
    })
    socket = opened
    opened.on('open', () => opened.send(JSON.stringify({ artistUsername, sessionId })))
    opened.on('message', (bytes: Buffer) => look(bytes.toString()))
    opened.on('error', () => {})
    opened.on('close', () => {
      latest = null
      if (!closed) setTimeout(connect, 100 + Math.random() * 200)
    })
  }
  connect()

  return {
    faults,
    frames: () => frames,
    latest: () => latest,
    /** Drops the connection without a close frame to either side. */
    lose: () => socket?.terminate(),
    /** Milliseconds until it gets this text; null where it does not within `mostMs`. */
    async sees(text: string, mostMs: number): Promise<number | null> {
      const began = performance.now()
      for (;;) {
        if (latest === text) return performance.now() - began
        if (performance.now() - began > mostMs) return null
        await sleep(5)
      }
    },
    close(): void {
      closed = true
      socket?.terminate()
    },
  }
}

export type LiveWatcher = ReturnType<typeof openWatcher>
