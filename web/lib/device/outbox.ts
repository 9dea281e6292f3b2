import { useMemo, useSyncExternalStore } from 'react'
import { readStored, watchStored, writeStored } from './device-memory.ts'

/** How long a tab without Web Locks holds its lock after the last renewal (ms): longer than any call. */
export const LEASE_MS = 40_000
const RENEW_MS = 10_000
const SETTLE_MS = 60

/**
 * Runs `work` unless another tab of this browser holds the lock; resolves with whether it ran. Web
 * Locks need a secure context, so a page over plain http takes a lease in localStorage instead.
 */
export async function withTabLock(name: string, work: () => Promise<void>): Promise<boolean> {
  const locks =
    typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined)
  if (locks === undefined) return withLease(`lock:${name}`, work)
  return locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false
    await work()
    return true
  })
}

async function withLease(name: string, work: () => Promise<void>): Promise<boolean> {
  const owner = `${Math.random()}`
  const [, until = '0'] = (readStored(name) ?? '').split(' ')
  const left = Number(until) - Date.now()
  // A lease that ends later than any new one would was written before the clock was set back.
  if (left > 0 && left <= LEASE_MS) return false
  const write = () => writeStored(name, `${owner} ${Date.now() + LEASE_MS}`)
  const isMine = () => (readStored(name) ?? '').startsWith(`${owner} `)
  write()
  // Two tabs may write at the same time; after a moment both read the last write.
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  if (!isMine()) return false
  const renewal = setInterval(() => isMine() && write(), RENEW_MS)
  try {
    await work()
    return true
  } finally {
    clearInterval(renewal)
    if (isMine()) writeStored(name, null)
  }
}

/** A user's command, stored on this device until the server has answered. */
export type OutboxCommand = {
  /** The same on every retry, so that the server can recognise a duplicate. */
  readonly key: string
  /** When the user gave it, in ms since 1970. */
  readonly at: number
  /** `sent`: it was sent at least once, and the outcome is unknown; `done`: the server has answered. */
  readonly state: 'waiting' | 'sent' | 'done'
}

/** A list of commands under one name of localStorage. It survives a reload, and all tabs share it. */
export type Outbox<C extends OutboxCommand> = {
  commands(): readonly C[]
  change(by: (commands: readonly C[]) => readonly C[]): void
  /** The stored text, to detect a change; null where nothing is stored. */
  text(): string | null
  parse(text: string | null): readonly C[]
}

/** `read` returns null for what is no command: the storage can be edited, or written by an older version. In the browser. */
export function openOutbox<C extends OutboxCommand>(
  name: string,
  read: (stored: Readonly<Record<string, unknown>>) => C | null,
): Outbox<C> {
  const text = () => readStored(name)
  const parse = (stored: string | null) => commandsIn(stored, read)
  return {
    text,
    parse,
    commands: () => parse(text()),
    change(by) {
      const before = parse(text())
      const after = by(before)
      if (after === before) return
      writeStored(name, after.length === 0 ? null : JSON.stringify(after))
    },
  }
}

function commandsIn<C>(
  stored: string | null,
  read: (value: Readonly<Record<string, unknown>>) => C | null,
): readonly C[] {
  try {
    const values: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(values)) return []
    return values.flatMap((value) =>
      typeof value === 'object' && value !== null
        ? (read(value as Record<string, unknown>) ?? [])
        : [],
    )
  } catch {
    return []
  }
}

/** The current commands of an outbox, whichever tab changes them; none in the server's HTML. */
export function useCommands<C extends OutboxCommand>(outbox: Outbox<C>): readonly C[] {
  const text = useSyncExternalStore(watchStored, outbox.text, () => null)
  return useMemo(() => outbox.parse(text), [outbox, text])
}

type SenderOptions = {
  /** The lock that a tab holds while it sends. */
  lock(): string
  /** In how many ms the next command may be sent: 0 is now, null is not at all in the current state. */
  dueIn(): number | null
  /** Sends what is due. Resolves with null after an answer, or without one with the ms that the server asks to wait. */
  send(): Promise<number | null>
  isOnline(): boolean
  /** Whether a command is waiting because the last attempt got no answer. */
  onFailing(failing: boolean): void
}

export type Sender = {
  /** Tries now: a command was added, or the network may be back. Resolves when nothing is left but to wait. */
  sendNow(): Promise<void>
  close(): void
}

const RETRY_MS = { first: 2000, most: 30_000, jitter: 1000 }

/** Sends the commands of an outbox as they become due, and retries each with back-off until it has its answer. */
export function openSender({ lock, dueIn, send, isOnline, onFailing }: SenderOptions): Sender {
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let sendRequested = false
  let closed = false

  function startIn(ms: number, evenOffline: boolean) {
    clearTimeout(timer)
    timer = setTimeout(() => void start(evenOffline), ms)
  }

  function retry(atLeastMs: number) {
    const backoff = Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** failures)
    failures = Math.min(failures + 1, 10)
    // Jitter: all listeners of a concert may get the network back at the same moment.
    startIn(Math.max(atLeastMs, backoff + Math.random() * RETRY_MS.jitter), true)
  }

  async function run(evenOffline: boolean): Promise<void> {
    for (;;) {
      if (closed) return
      const due = dueIn()
      if (due !== 0) {
        failures = 0
        onFailing(false)
        if (due !== null) startIn(due, false)
        return
      }
      if (!evenOffline && !isOnline()) {
        onFailing(true)
        // The browser may be wrong about being offline: the retry goes out all the same.
        return retry(0)
      }
      sendRequested = false
      const results: (number | null)[] = []
      await withTabLock(lock(), async () => void results.push(await send()))
      if (closed) return
      const [restMs] = results
      // Another tab is sending.
      if (restMs === undefined) return retry(0)
      if (restMs === null) {
        failures = 0
        onFailing(false)
      } else if (restMs > 0 || !sendRequested) {
        onFailing(true)
        return retry(restMs)
      }
    }
  }

  function start(evenOffline: boolean): Promise<void> {
    clearTimeout(timer)
    running ??= run(evenOffline).finally(() => {
      running = null
    })
    return running
  }

  return {
    sendNow() {
      failures = 0
      sendRequested = true
      return start(false)
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
