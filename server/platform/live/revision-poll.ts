import type { LiveLog } from './bus.ts'

const LOOK_MS = 2_000

export type LookingDeps = {
  /** The halls that are open now. */
  halls: ReadonlyMap<string, { wake(): void }>
  /** How many times each of these concerts has changed; one that is gone is left out. */
  readRevisions: (concertIds: string[]) => Promise<ReadonlyMap<string, number>>
  log: LiveLog
}

/**
 * Looks every two seconds, by one question for all open halls, whether a concert changed and nobody told: a speaker
 * that died before it spoke, a bus that is gone. So an unheard change is on the screens in seconds, whatever was lost.
 */
export function lookForUnheard({ halls, readRevisions, log }: LookingDeps): { stop(): void } {
  let seen: ReadonlyMap<string, number | undefined> = new Map()
  let failing = false
  let stopped = false
  let next: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const ids = [...halls.keys()]
    const found = ids.length === 0 ? new Map<string, number>() : await readRevisions(ids)
    // One that is seen for the first time may have changed since its hall was opened.
    for (const id of ids) if (!seen.has(id) || seen.get(id) !== found.get(id)) halls.get(id)?.wake()
    seen = new Map(ids.map((id) => [id, found.get(id)]))
  }

  async function lookAndRest(): Promise<void> {
    try {
      await look()
      failing = false
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'watched concerts cannot be looked at; it is tried on')
      failing = true
    }
    rest()
  }

  function rest(): void {
    if (stopped) return
    next = setTimeout(() => void lookAndRest(), LOOK_MS)
    next.unref()
  }

  rest()
  return {
    stop() {
      stopped = true
      clearTimeout(next)
    },
  }
}
