/** Callers with one key share one running call; a finished one is forgotten. */
export function singleFlight<T>() {
  const running = new Map<string, Promise<T>>()
  return {
    /** How many calls run. */
    size: () => running.size,
    running: (key: string): Promise<T> | undefined => running.get(key),
    run(key: string, call: () => Promise<T>): Promise<T> {
      const same = running.get(key)
      if (same !== undefined) return same
      const made = Promise.try(call).finally(() => running.delete(key))
      running.set(key, made)
      return made
    },
  }
}

/** Lets `places` run at once; others wait in the order they came. */
export function semaphore(places: number) {
  let taken = 0
  const waiting = new Set<() => void>()

  /** False where the signal aborted while it waited. */
  function enter(signal?: AbortSignal): Promise<boolean> {
    if (taken < places) {
      taken += 1
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const go = () => resolve(true)
      waiting.add(go)
      signal?.addEventListener('abort', () => waiting.delete(go) && resolve(false), { once: true })
    })
  }

  function leave(): void {
    const [next] = waiting
    if (next === undefined) {
      taken -= 1
      return
    }
    // The place goes straight to the next one, so that a newcomer cannot take it.
    waiting.delete(next)
    next()
  }

  async function inside<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      leave()
    }
  }

  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      await enter()
      return inside(work)
    },
    /** Null where the signal aborted before its turn. */
    async runUnlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
      return (await enter(signal)) ? inside(work) : null
    },
  }
}

/** Milliseconds to wait after so many failures in a row, from 1: `first`, doubled with each, `most` at most. */
export function backOffMs(failures: number, { first, most }: { first: number; most: number }) {
  return Math.min(first * 2 ** (failures - 1), most)
}
