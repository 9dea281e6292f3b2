import { randomUUID } from 'node:crypto'
import { keepOpen } from '../db/kept-open.ts'
import type { Bus, LiveLog } from '#packages/live-broadcast/bus.ts'
import { readPayload, writeMessage, writePayloads } from './notify-payload.ts'
import { makeSubscribers } from '#packages/live-broadcast/bus.ts'

/** One connection on which the processes of an installation hear each other, until it is lost. */
export type BusConnection = {
  /** Rejects where the others may not have heard it. */
  say(payloads: string[]): Promise<void>
  /** Settles, and never rejects, once the line hears nothing any more. */
  lost: Promise<void>
  /** At once, without asking the other side: it may be the one that stopped answering. */
  cut(): void
  close(): Promise<void>
}

/** Connects and listens; rejects where nobody answers within seconds. */
export type OpenLine = (hear: (payload: string) => void) => Promise<BusConnection>

const BATCH_MS = 20
const WAITING_MOST = 10_000
const GAP = 'gap'
const SENTENCES = {
  unreachable: 'the bus reaches nobody; it keeps trying, and copies re-read by themselves',
  lost: 'the bus lost its connection; copies re-read by themselves',
  again: 'the bus hears the other processes again',
}

/**
 * The bus over a line between processes. After every connect, the first one too, `onGap` calls: what was said
 * before it was not heard.
 */
export function spokenBus({ openLine, log }: { openLine: OpenLine; log: LiveLog }): Bus {
  const own = randomUUID()
  const subscribers = makeSubscribers(log)
  const gaps = makeSubscribers(log)
  const waiting = new Set<string>()
  let unsayable = false
  let closed = false
  let flushing: Promise<void> | null = null
  let batch: NodeJS.Timeout | undefined

  const tellGap = () => gaps.tell({ topic: GAP, body: '' })

  function hear(payload: string) {
    const contents = readPayload(payload)
    if (contents === null || contents.from === own || closed) return
    for (const message of contents.messages) subscribers.tell(message)
    if (contents.gap) tellGap()
  }

  function flushSoon() {
    if (closed || (waiting.size === 0 && !unsayable)) return
    batch ??= setTimeout(() => {
      batch = undefined
      flushing ??= flush().finally(() => {
        flushing = null
        if (line.current() !== null) flushSoon()
      })
    }, BATCH_MS)
  }

  async function flush() {
    const through = line.current()
    if (through === null) return
    const saying = [...waiting]
    const gap = unsayable
    waiting.clear()
    unsayable = false
    try {
      await through.say(writePayloads(own, saying, gap))
    } catch (error) {
      log.warn({ err: error }, 'the bus could not speak; it says it again on a new connection')
      for (const message of saying) waiting.add(message)
      unsayable ||= gap
      through.cut()
    }
  }

  const line = keepOpen({
    open: () => openLine(hear),
    opened() {
      tellGap()
      flushSoon()
    },
    log,
    sentences: SENTENCES,
  })

  return {
    publish(topic, body) {
      if (closed) return
      queueMicrotask(() => subscribers.tell({ topic, body }))
      // A long time without a line must not fill the memory: past this the others are told to re-read it all.
      if (waiting.size < WAITING_MOST) waiting.add(writeMessage({ topic, body }))
      else unsayable = true
      flushSoon()
    },
    subscribe: (topic, listener) => subscribers.add(topic, listener),
    healthy: () => line.current() !== null && !closed,
    onGap: (listener) => gaps.add(GAP, listener),
    async close() {
      if (closed) return
      closed = true
      clearTimeout(batch)
      await flushing
      if (waiting.size > 0 || unsayable) await flush()
      await line.close()
    },
  }
}
