import type { Clock, ClockLog, ClockWakes } from './clock.ts'
import { runClock } from './clock.ts'

/** All clocks of a process: they rest while `mayWrite` says no, and are stopped together. */
export function makeClocks({ mayWrite, log }: { mayWrite: () => boolean; log: ClockLog }) {
  const running: { stop(): Promise<unknown> }[] = []
  return {
    run(
      tick: (stopping: AbortSignal) => Promise<unknown>,
      everyMs: number,
      wakes?: ClockWakes,
    ): Clock {
      const clock = runClock({
        tick: async (stopping) => {
          if (mayWrite()) await tick(stopping)
        },
        everyMs,
        log,
        ...(wakes && { wakes }),
      })
      running.push(clock)
      return clock
    },
    /** Something that runs by a clock of its own is stopped with them. */
    also(own: { stop(): Promise<unknown> }): void {
      running.push(own)
    },
    async stop(): Promise<void> {
      await Promise.all(running.map((clock) => clock.stop()))
    },
  }
}
