import type { WireReply, WireOutcome } from './wire-call.ts'

/** What was asked for, between which moments (ms, one clock for all), and what its asker knows of it. */
export type HistoryOperation<Action> = {
  readonly action: Action
  readonly outcome: WireOutcome
  readonly code: string | null
  readonly status: number | null
  readonly invokedMs: number
  /** When its asker learned that, or gave up. */
  readonly endedMs: number
}

/** Everything that was asked for, by everybody. */
export function makeHistory<Action>() {
  const operations: HistoryOperation<Action>[] = []
  return {
    operations,
    /** Asks, and writes down when and what came of it. */
    async record<H extends WireReply>(action: Action, ask: () => Promise<H>): Promise<H> {
      const invokedMs = performance.now()
      const heard = await ask()
      const { outcome, code, status } = heard
      operations.push({ action, outcome, code, status, invokedMs, endedMs: performance.now() })
      return heard
    },
    count: (outcome: WireOutcome) => operations.filter((one) => one.outcome === outcome).length,
  }
}
