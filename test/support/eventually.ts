import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the live channel brings is on every screen within a second; this is for a machine that is busy with others. */
export const SOON_MS = 30_000

/** Waits until what is read is what is expected, and fails with the last difference. */
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
