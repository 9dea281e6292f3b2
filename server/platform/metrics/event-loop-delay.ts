import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Node counts the wait of its own timer too: `late` subtracts it. */
const RESOLUTION_MS = 10
const NANOSECONDS = 1e6
const WINDOW_MS = 15_000

export type LoopWatch = ReturnType<typeof watchLoop>

/** Measures the event loop delay of this process, in ms. */
export function watchLoop() {
  const recent = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  const window = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  recent.enable()
  window.enable()
  let windowSince = performance.now()
  let last: { p50: number; p99: number } | null = null
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS)

  const read = () =>
    window.count === 0
      ? { p50: 0, p99: 0 }
      : { p50: late(window.percentile(50)), p99: late(window.percentile(99)) }

  return {
    /** The mean and the maximum since the last call. It ends the windows of `lastWindow` too, so call it at least that often. */
    takeRecent(): { mean: number; most: number } {
      const seen =
        recent.count === 0
          ? { mean: 0, most: 0 }
          : { mean: late(recent.mean), most: late(recent.max) }
      recent.reset()
      const now = performance.now()
      if (now - windowSince >= WINDOW_MS) {
        last = read()
        window.reset()
        windowSince = now
      }
      return seen
    },
    /** Over the last whole quarter of a minute. */
    lastWindow: () => last ?? read(),
    stop(): void {
      recent.disable()
      window.disable()
    },
  }
}
