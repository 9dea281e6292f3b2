import type { WireReply, WireOutcome } from './wire-call.ts'

/** What was asked for, between which moments (ms, one clock for all), and what its asker knows of it. */
export type HistoryOperation<Deed> = {
  readonly deed: Deed
  readonly outcome: WireOutcome
  readonly code: string | null
  readonly status: number | null
  readonly invokedMs: number
  /** When its asker learned that, or gave up. */
  readonly endedMs: number
}

/** Everything that was asked for, by everybody. */
export function makeHistory<Deed>() {
  const operations: HistoryOperation<Deed>[] = []
  return {
    operations,
    /** Asks, and writes down when and what came of it. */
    async record<H extends WireReply>(deed: Deed, ask: () => Promise<H>): Promise<H> {
      const invokedMs = performance.now()
      const heard = await ask()
      const { outcome, code, status } = heard
      operations.push({ deed, outcome, code, status, invokedMs, endedMs: performance.now() })
      return heard
    },
    count: (outcome: WireOutcome) => operations.filter((one) => one.outcome === outcome).length,
  }
}
