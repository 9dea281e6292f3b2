import type { WireReply, WireOutcome } from './wire-call.ts'

/** One request, its start and end (ms, one clock for all), and what its client knows of the outcome. */
export type HistoryOperation<Action> = {
  readonly action: Action
  readonly outcome: WireOutcome
  readonly code: string | null
  readonly status: number | null
  readonly invokedMs: number
  /** When its client learned the outcome, or gave up. */
  readonly endedMs: number
}

/** All requests of all clients. */
export function makeHistory<Action>() {
  const operations: HistoryOperation<Action>[] = []
  return {
    operations,
    /** Sends the request and records its times and its outcome. */
    async record<H extends WireReply>(action: Action, ask: () => Promise<H>): Promise<H> {
      const invokedMs = performance.now()
      const reply = await ask()
      const { outcome, code, status } = reply
      operations.push({ action, outcome, code, status, invokedMs, endedMs: performance.now() })
      return reply
    },
    count: (outcome: WireOutcome) => operations.filter((one) => one.outcome === outcome).length,
  }
}
