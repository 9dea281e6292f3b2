import type { EventEmitter } from 'node:events'

type ClockLog = {
  info(fields: object, sentence: string): void
  error(fields: object, sentence: string): void
}

/** Emits `due` when there is work to do without waiting for the period; during a tick: for one more. */
export type ClockWakes = EventEmitter<{ due: [] }>

type Clock = {
  /** Resolves once nothing of it runs any more. */
  stop(): Promise<void>
}

/**
 * Calls `tick` at once and then `everyMs` after the end of each call, so that no two overlap. A failure is logged when
 * it begins, not again while it lasts, and stops nothing.
 */
export function runClock(deps: {
  /** `stopping` asks long work to end early where it can. */
  tick: (stopping: AbortSignal) => Promise<unknown>
  everyMs: number
  log: ClockLog
  wakes?: ClockWakes | undefined
  /** All wakes within so many ms are one, after them; without it a wake is answered at once. */
  restMs?: number | undefined
}): Clock {
  const stopping = new AbortController()
  let failing = false
  let again = false
  let wake = () => {}
  let resting: NodeJS.Timeout | undefined

  async function once(): Promise<void> {
    again = false
    try {
      await deps.tick(stopping.signal)
      if (failing) deps.log.info({}, 'the clock runs again')
      failing = false
    } catch (error) {
      if (!failing) deps.log.error({ err: error }, 'the clock failed and will try again')
      failing = true
    }
  }

  function pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, deps.everyMs)
    wake = () => {
      clearTimeout(timer)
      resolve()
    }
    return promise
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await once()
      if (!stopping.signal.aborted && !again) await pause()
    }
  }

  function wakeUp() {
    resting = undefined
    again = true
    wake()
  }

  function onDue() {
    if (deps.restMs === undefined) wakeUp()
    else resting ??= setTimeout(wakeUp, deps.restMs).unref()
  }

  deps.wakes?.on('due', onDue)
  const running = run()
  return {
    stop() {
      deps.wakes?.off('due', onDue)
      clearTimeout(resting)
      stopping.abort()
      wake()
      return running
    },
  }
}

export type Clocks = ReturnType<typeof makeClocks>

/** All clocks of a process: they pause while `mayWrite` returns false, and are stopped together. */
export function makeClocks({ mayWrite, log }: { mayWrite: () => boolean; log: ClockLog }) {
  const running: { stop(): Promise<unknown> }[] = []
  return {
    run(
      tick: (stopping: AbortSignal) => Promise<unknown>,
      everyMs: number,
      wakes?: ClockWakes,
      restMs?: number,
    ): void {
      const clock = runClock({
        tick: async (stopping) => {
          if (mayWrite()) await tick(stopping)
        },
        everyMs,
        log,
        wakes,
        restMs,
      })
      running.push(clock)
    },
    /** Adds something with a clock of its own, to be stopped with them. */
    addStoppable(own: { stop(): Promise<unknown> }): void {
      running.push(own)
    },
    async stop(): Promise<void> {
      await Promise.all(running.map((clock) => clock.stop()))
    },
  }
}
