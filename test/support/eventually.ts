import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** A live update is on every screen within a second; this timeout is for a machine that is busy with other tests. */
export const SOON_MS = 30_000

/** Polls until `read` returns what is expected; fails with the last difference after `timeoutMs`. */
export async function eventually<T>(
  read: () => Promise<T>,
  expected: T,
  timeoutMs = SOON_MS,
): Promise<void> {
  const until = performance.now() + timeoutMs
  for (;;) {
    const found = await read()
    try {
      return assert.deepEqual(found, expected)
    } catch (difference) {
      if (performance.now() > until) throw difference
    }
    await sleep(40)
  }
}
