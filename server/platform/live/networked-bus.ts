import { randomUUID } from 'node:crypto'
import type { Bus, BusMessage, LiveLog } from '#packages/live-broadcast/bus.ts'
import { makeSubscribers } from '#packages/live-broadcast/bus.ts'
import { keepConnected } from '../db/keep-connected.ts'

/** PostgreSQL refuses a NOTIFY payload of 8000 bytes or more; Redis gets the same bound. */
export const PAYLOAD_BYTES = 7_999

/** One message as serialized in a payload; equal messages give equal text, so a Set of these is a batch without duplicates. */
export function writeMessage({ topic, body }: BusMessage): string {
  return JSON.stringify([topic, body])
}

type PayloadContents = {
  /** The sending process, so that it can ignore its own echo. */
  from: string
  messages: BusMessage[]
  /** A message was lost: the receiver re-reads everything. */
  gap: boolean
}

/**
 * The payloads to notify with: as few as the limit allows, each `[from, gap, message, message, …]`. A message too long
 * for any payload is not sent but reported as a gap.
 */
export function writePayloads(from: string, messages: Iterable<string>, gap: boolean): string[] {
  const payloads: string[] = []
  const head = (flag: 0 | 1) => `[${JSON.stringify(from)},${flag}`
  const empty = Buffer.byteLength(head(0)) + 1
  let lost = gap
  let text = head(0)
  let bytes = empty
  for (const message of messages) {
    const more = Buffer.byteLength(message) + 1
    if (empty + more > PAYLOAD_BYTES) {
      lost = true
      continue
    }
    if (bytes + more > PAYLOAD_BYTES) {
      payloads.push(`${text}]`)
      text = head(0)
      bytes = empty
    }
    text += `,${message}`
    bytes += more
  }
  if (bytes > empty) payloads.push(`${text}]`)
  if (lost) payloads.push(`${head(1)}]`)
  return payloads
}

/** Null for a payload that no «Бис» process wrote: anyone with the password can notify. */
export function readPayload(payload: string): PayloadContents | null {
  const parsed = parseArray(payload)
  const [from, gap, ...entries] = parsed ?? []
  if (typeof from !== 'string') return null
  const messages: BusMessage[] = []
  for (const message of entries) {
    if (!Array.isArray(message)) return null
    const [topic, body] = message as unknown[]
    if (typeof topic !== 'string' || typeof body !== 'string') return null
    messages.push({ topic, body })
  }
  return { from, messages, gap: gap === 1 }
}

function parseArray(text: string): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** One connection over which the processes of an installation exchange messages, until it is lost. */
export type BusConnection = {
  /** Rejects where the others may not have received it. */
  send(payloads: string[]): Promise<void>
  /** Settles, and never rejects, once the connection is lost. */
  lost: Promise<void>
  /** Closes at once, without waiting for the other side: it may have stopped answering. */
  cut(): void
  close(): Promise<void>
}

/** Connects and listens; rejects where there is no answer within seconds. */
type OpenConnection = (receive: (payload: string) => void) => Promise<BusConnection>

const BATCH_MS = 20
const WAITING_MOST = 10_000
const GAP = 'gap'
const SENTENCES = {
  unreachable: 'the bus reaches nobody; it keeps trying, and copies re-read by themselves',
  lost: 'the bus lost its connection; copies re-read by themselves',
  again: 'the bus receives messages of the other processes again',
}

/**
 * The bus over a connection between processes. After every connect, the first one too, `onGap` fires: messages sent
 * before it were not received.
 */
export function networkedBus({
  openConnection,
  log,
}: {
  openConnection: OpenConnection
  log: LiveLog
}): Bus {
  const own = randomUUID()
  const subscribers = makeSubscribers(log)
  const gaps = makeSubscribers(log)
  const waiting = new Set<string>()
  let gapPending = false
  let closed = false
  let flushing: Promise<void> | null = null
  let batch: NodeJS.Timeout | undefined

  const reportGap = () => gaps.deliver({ topic: GAP, body: '' })

  function receive(payload: string) {
    const contents = readPayload(payload)
    if (contents === null || contents.from === own || closed) return
    for (const message of contents.messages) subscribers.deliver(message)
    if (contents.gap) reportGap()
  }

  function flushSoon() {
    if (closed || (waiting.size === 0 && !gapPending)) return
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
    const sending = [...waiting]
    const gap = gapPending
    waiting.clear()
    gapPending = false
    try {
      await through.send(writePayloads(own, sending, gap))
    } catch (error) {
      log.warn(
        { err: error },
        'the bus could not publish a message and repeats it on a new connection',
      )
      for (const message of sending) waiting.add(message)
      gapPending ||= gap
      through.cut()
    }
  }

  const line = keepConnected({
    open: () => openConnection(receive),
    opened() {
      reportGap()
      flushSoon()
    },
    log,
    sentences: SENTENCES,
  })

  return {
    publish(topic, body) {
      if (closed) return
      queueMicrotask(() => subscribers.deliver({ topic, body }))
      // A long time without a connection must not fill the memory: past this the others have to re-read everything.
      if (waiting.size < WAITING_MOST) waiting.add(writeMessage({ topic, body }))
      else gapPending = true
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
      if (waiting.size > 0 || gapPending) await flush()
      await line.close()
    },
  }
}
