import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus, LiveLog } from './bus.ts'
import { readPayload, writeMessage, writePayloads } from './notify-payload.ts'
import { openLine } from './postgres-line.ts'
import type { Line } from './postgres-line.ts'
import { makeSubscribers } from './subscribers.ts'

const BATCH_MS = 20
const RETRY_MS = { first: 100, most: 5_000 }
const WAITING_MOST = 10_000
const GAP = 'gap'

/**
 * The bus over LISTEN/NOTIFY of the database that holds the truth anyway. It needs a connection of its own that no
 * pooler shares. After every connect, the first one too, `onGap` calls: what was said before it was not heard.
 */
export function postgresBus(deps: { connectionString: string; log: LiveLog }): Bus {
  const { connectionString, log } = deps
  const own = randomUUID()
  const subscribers = makeSubscribers(log)
  const gaps = makeSubscribers(log)
  const closing = new AbortController()
  const closed = () => closing.signal.aborted
  const waiting = new Set<string>()
  let unsayable = false
  let line: Line | null = null
  let flushing: Promise<void> | null = null
  let batch: NodeJS.Timeout | undefined

  const tellGap = () => gaps.tell({ topic: GAP, body: '' })

  function hear(payload: string) {
    const contents = readPayload(payload)
    if (contents === null || contents.from === own || closed()) return
    for (const message of contents.said) subscribers.tell(message)
    if (contents.gap) tellGap()
  }

  function flushSoon() {
    if (waiting.size === 0 && !unsayable) return
    batch ??= setTimeout(() => {
      batch = undefined
      flushing ??= flush().finally(() => {
        flushing = null
        if (line !== null && !closed()) flushSoon()
      })
    }, BATCH_MS)
  }

  async function flush() {
    if (line === null) return
    const through = line
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

  async function keepConnected() {
    let wait = RETRY_MS.first
    let failing = false
    while (!closed()) {
      try {
        const opened = await openLine(connectionString, hear)
        if (closed()) return await opened.close()
        line = opened
        if (failing) log.warn({}, 'the bus hears the other processes again')
        failing = false
        wait = RETRY_MS.first
        tellGap()
        flushSoon()
        await opened.lost
        if (!closed()) log.warn({}, 'the bus lost its connection; copies re-read by themselves')
      } catch (error) {
        if (!failing)
          log.error({ err: error }, 'the bus cannot reach the database; it keeps trying')
        failing = true
      }
      if (closed()) return
      line = null
      await sleep(wait, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      wait = Math.min(wait * 2, RETRY_MS.most)
    }
  }

  const connected = keepConnected()

  return {
    publish(topic, body) {
      if (closed()) return
      queueMicrotask(() => subscribers.tell({ topic, body }))
      // A long time without the database must not fill the memory: past this the others are told to re-read it all.
      if (waiting.size < WAITING_MOST) waiting.add(writeMessage({ topic, body }))
      else unsayable = true
      flushSoon()
    },
    subscribe: (topic, listener) => subscribers.add(topic, listener),
    healthy: () => line !== null && !closed(),
    onGap: (listener) => gaps.add(GAP, listener),
    async close() {
      if (closed()) return
      closing.abort()
      clearTimeout(batch)
      await flushing
      if (waiting.size > 0 || unsayable) await flush()
      await line?.close()
      await connected
    },
  }
}
