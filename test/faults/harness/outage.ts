import type { HistoryOperation } from './history.ts'

/** From the moment something began to fail until it was restored (ms, the clock of the history). */
export type Outage = { readonly fromMs: number; readonly toMs: number }

/** Returns the operations of unknown outcome whose client stayed: the server answered that it could not, or did not answer. */
export function failuresOf<Action>(operations: readonly HistoryOperation<Action>[]) {
  // A client that disconnected on purpose did so within moments and got no answer.
  const LEFT_MS = 50
  return operations.filter(
    ({ outcome, status, invokedMs, endedMs }) =>
      outcome === 'info' && (status !== null || endedMs - invokedMs > LEFT_MS),
  )
}

/** How long after the end of an outage (or before any) the latest failed request was sent; 0 where all fell into one. */
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
