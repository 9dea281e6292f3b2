import { boundOf, NETWORKS_LEAST } from '#domain/numbers.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { addNetworks, addTapTimes } from './numbers.store.ts'

type TapTimeBufferDeps = {
  sql: Sql
  log: { warn(about: object, sentence: string): void }
}

/** How long measurements are buffered in memory: a killed process loses those of this time. */
const FLUSH_MS = 5 * SECOND_MS
/** The most concerts whose networks are remembered as stored; more are stored again. */
const HEARD_MOST = 10_000

/** Counts how late orders reached a pad, and from how many networks, by concert: buffered in memory, stored together. */
export function makeTapTimeBuffer({ sql, log }: TapTimeBufferDeps) {
  let measured = new Map<string, Map<number, number>>()
  let fresh: { concertId: string; network: string }[] = []
  const heard = new Map<string, Set<string>>()
  let timer: NodeJS.Timeout | undefined
  let failing = false

  function count(concertId: string, upToMs: number, more: number): void {
    const times = measured.get(concertId) ?? new Map<number, number>()
    times.set(upToMs, (times.get(upToMs) ?? 0) + more)
    measured.set(concertId, times)
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const [taken, networks] = [measured, fresh]
    if (taken.size === 0 && networks.length === 0) return
    measured = new Map()
    fresh = []
    const rows = [...taken].flatMap(([concertId, times]) =>
      [...times].map(([upToMs, many]) => ({ concertId, upToMs, count: many })),
    )
    try {
      await addNetworks(sql, networks)
      await addTapTimes(sql, rows)
      failing = false
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'measured times cannot be stored; they are kept')
      failing = true
      fresh = [...networks, ...fresh]
      for (const row of rows) count(row.concertId, row.upToMs, row.count)
    }
  }

  async function flushAndRest(): Promise<void> {
    await flush()
    if (waiting() > 0) flushLater()
  }

  function flushLater(): void {
    timer ??= setTimeout(() => void flushAndRest(), FLUSH_MS).unref()
  }

  const waiting = () =>
    [...measured.values()]
      .flatMap((times) => [...times.values()])
      .reduce((sum, times) => sum + times, fresh.length)

  return {
    /** An order reached a pad of the concert so many ms after it reached the server. */
    add(concertId: string, ms: number): void {
      count(concertId, boundOf(ms), 1)
      flushLater()
    },

    /** A song was ordered at the concert from this network, hashed. */
    heard(concertId: string, network: string): void {
      const known = heard.get(concertId) ?? new Set<string>()
      if (known.size >= NETWORKS_LEAST || known.has(network)) return
      if (heard.size >= HEARD_MOST) heard.clear()
      heard.set(concertId, known.add(network))
      fresh.push({ concertId, network })
      flushLater()
    },

    /** The number of measurements not stored yet. */
    waiting,
    flush,
  }
}
