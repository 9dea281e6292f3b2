import type { CrashPoint } from './crash-points.ts'

/** One trap for one kill after another: whoever passes the point that it is set for kills the product. */
export function makeCrashTrigger(kill: () => Promise<unknown>) {
  let set: { point: CrashPoint; fired: () => void } | null = null
  let gate = Promise.withResolvers<void>()
  let isOpen = false
  const counts = new Map<CrashPoint, number>()

  return {
    /** Sets it while the product is dead; resolves once it has sprung and the process is gone. Until `open` the bank keeps everybody waiting, so that nothing passes it unseen. */
    set(point: CrashPoint): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      set = { point, fired: resolve }
      gate = Promise.withResolvers()
      isOpen = false
      return promise
    },
    open(): void {
      isOpen = true
      gate.resolve()
    },
    opened: () => gate.promise,

    /** What is passed at this moment; true where that killed the product. */
    passes(point: CrashPoint): boolean {
      if (!isOpen || set?.point !== point) return false
      const { fired } = set
      set = null
      counts.set(point, (counts.get(point) ?? 0) + 1)
      void kill().then(fired)
      return true
    },
    /** Milliseconds between an answer and the kill: another few of them each time, so that it falls into all that follows. */
    later: () => ([...counts.values()].reduce((sum, times) => sum + times, 0) * 3) % 13,
    counts: () => counts,
  }
}

export type CrashTrigger = ReturnType<typeof makeCrashTrigger>
