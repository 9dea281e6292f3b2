import type { HistoryOperation } from './history.ts'

/** From the moment something began to fail until it was mended (ms, the clock of the history). */
export type Outage = { readonly fromMs: number; readonly toMs: number }

/** What nobody knows the outcome of though its asker stayed: the server said that it could not, or nothing at all. */
export function failuresOf<Action>(operations: readonly HistoryOperation<Action>[]) {
  // A client that went away by itself was gone within moments and heard nothing.
  const LEFT_MS = 50
  return operations.filter(
    ({ outcome, status, invokedMs, endedMs }) =>
      outcome === 'info' && (status !== null || endedMs - invokedMs > LEFT_MS),
  )
}

/** How long after the end of an outage (or before any) the latest trouble was asked for; 0 where all fell into one. */
export function worstOutside<Action>(
  failures: readonly HistoryOperation<Action>[],
  outages: readonly Outage[],
): number {
  const late = failures.map(({ invokedMs, endedMs }) => {
    const before = outages.findLast(({ fromMs }) => fromMs <= endedMs)
    return before === undefined ? Infinity : Math.max(0, invokedMs - before.toMs)
  })
  return Math.max(0, ...late)
}
