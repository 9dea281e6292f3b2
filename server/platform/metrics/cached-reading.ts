import { setTimeout as sleep } from 'node:timers/promises'

const KEPT_MS = 15_000
const PATIENCE_MS = 2000

/**
 * What is asked of the database for those who watch: once in a quarter of a minute however many look, and
 * no look waits for a database that does not answer. `value` is null while the last reading failed.
 */
export function keptReading<T>(
  read: () => Promise<T>,
  { keptMs = KEPT_MS, patienceMs = PATIENCE_MS }: { keptMs?: number; patienceMs?: number } = {},
) {
  let value: T | null = null
  let readAt = -Infinity
  let reading: Promise<void> | null = null

  async function once(): Promise<void> {
    try {
      value = await read()
    } catch {
      // The gauge that says whether it was read tells of it; the failure itself is logged by who depends on it.
      value = null
    }
    readAt = performance.now()
    reading = null
  }

  return {
    value: () => value,
    /** Ends when the value is fresh enough, or has kept the caller waiting for too long. */
    async look(): Promise<void> {
      if (performance.now() - readAt < keptMs) return
      reading ??= once()
      const given = new AbortController()
      const late = sleep(patienceMs, 'late', { signal: given.signal, ref: false }).catch(() => '')
      if ((await Promise.race([reading, late])) === 'late') value = null
      given.abort()
    },
  }
}
