import { setTimeout as sleep } from 'node:timers/promises'
import { backOffMs } from '../concurrency.ts'

export type Connection = {
  /** Settles, and never rejects, once the connection is dead. */
  lost: Promise<void>
  close(): Promise<void>
}

type KeepConnectedDeps<C> = {
  open: () => Promise<C>
  /** Called each time that it was opened, the first too. */
  opened?: () => void
  log: {
    warn(fields: object, sentence: string): void
    error(fields: object, sentence: string): void
  }
  /** Logged when a failure begins, not again while it lasts. */
  sentences: { unreachable: string; lost: string; again: string }
}

// `most` bounds the time from a server's return until the processes notice it.
const RETRY_MS = { first: 100, most: 2_000 }

/** A connection that is reopened whenever it is lost, until it is closed. */
export function keepConnected<C extends Connection>(deps: KeepConnectedDeps<C>) {
  const { open, opened, log, sentences } = deps
  const closing = new AbortController()
  const closed = () => closing.signal.aborted
  let current: C | null = null

  async function reconnectLoop(): Promise<void> {
    let failures = 0
    let failing = false
    let disconnected = false
    while (!closed()) {
      try {
        const connection = await open()
        if (closed()) return await connection.close()
        current = connection
        if (disconnected) log.warn({}, sentences.again)
        failing = disconnected = false
        failures = 0
        opened?.()
        await connection.lost
        disconnected = true
        if (!closed()) log.warn({}, sentences.lost)
      } catch (error) {
        if (!failing) log.error({ err: error }, sentences.unreachable)
        failing = disconnected = true
      }
      if (closed()) return
      current = null
      failures += 1
      const wait = backOffMs(failures, RETRY_MS)
      await sleep(wait, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }

  const loop = reconnectLoop()

  return {
    /** Null while there is none. */
    current: () => current,
    async close(): Promise<void> {
      closing.abort()
      await current?.close()
      await loop
    },
  }
}
