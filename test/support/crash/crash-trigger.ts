import type { CrashPoint } from './crash-points.ts'

/** One trigger for one kill after another: the first call that passes the point it is set for kills the product. */
export function makeCrashTrigger(kill: () => Promise<unknown>) {
  let set: { point: CrashPoint; fired: () => void } | null = null
  let gate = Promise.withResolvers<void>()
  let isOpen = false
  const counts = new Map<CrashPoint, number>()

  return {
    /** Sets it while the product is down; resolves once it has fired and the process is gone. Until `open` the bank delays every call, so that none passes the point unnoticed. */
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

    /** Reports that this point is passed now; returns true where that kills the product. */
    passes(point: CrashPoint): boolean {
      if (!isOpen || set?.point !== point) return false
      const { fired } = set
      set = null
      counts.set(point, (counts.get(point) ?? 0) + 1)
      void kill().then(fired)
      return true
    },
    /** Milliseconds between an answer and the kill: they change with each kill, so that it hits all steps that follow. */
    later: () => ([...counts.values()].reduce((sum, times) => sum + times, 0) * 3) % 13,
    counts: () => counts,
  }
}

export type CrashTrigger = ReturnType<typeof makeCrashTrigger>
