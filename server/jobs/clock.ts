type ClockLog = {
  info(fields: object, sentence: string): void
  error(fields: object, sentence: string): void
}

export type Clock = {
  /** Resolves once nothing of it runs any more. */
  stop(): Promise<void>
}

/**
 * Calls `tick` at once and then `everyMs` after each call has ended, so that no two overlap. A
 * failure is logged when it comes, not again while it lasts, and stops nothing.
 */
export function runClock(deps: {
  tick: () => Promise<unknown>
  everyMs: number
  log: ClockLog
}): Clock {
  const stopped = new AbortController()
  let failing = false

  async function once(): Promise<void> {
    try {
      await deps.tick()
      if (failing) deps.log.info({}, 'the clock goes again')
      failing = false
    } catch (error) {
      if (!failing) deps.log.error({ err: error }, 'the clock failed and will try again')
      failing = true
    }
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      await once()
      await pause(deps.everyMs, stopped.signal)
    }
  }

  const running = run()
  return {
    stop() {
      stopped.abort()
      return running
    },
  }
}

/** Ends early when the signal comes; keeps no process alive. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) return Promise.resolve()
  const timer = setTimeout(resolve, ms)
  timer.unref()
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer)
      resolve()
    },
    { once: true },
  )
  return promise
}
