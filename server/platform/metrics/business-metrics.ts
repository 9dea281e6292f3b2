import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/open.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import { clockAhead, payoutsOnTheirWay, workDue } from './business-metrics.store.ts'
import type { Metrics } from './metrics.ts'

const CACHE_MS = 15_000
const TIMEOUT_MS = 2000

/**
 * Values that metrics read from the database: once in a quarter of a minute however many readers there are, and no
 * reader waits for a database that does not answer. `value` is null while the last reading failed.
 */
function cachedReading<T>(read: () => Promise<T>) {
  let value: T | null = null
  let readAt = -Infinity
  let reading: Promise<void> | null = null

  async function once(): Promise<void> {
    try {
      value = await read()
    } catch {
      // A gauge reports whether the reading succeeded; the failure itself is logged by the code that depends on it.
      value = null
    }
    readAt = performance.now()
    reading = null
  }

  return {
    value: () => value,
    /** Resolves when the value is fresh enough, or after the time limit. */
    async look(): Promise<void> {
      if (performance.now() - readAt < CACHE_MS) return
      reading ??= once()
      const given = new AbortController()
      const late = sleep(TIMEOUT_MS, 'late', { signal: given.signal, ref: false }).catch(() => '')
      if ((await Promise.race([reading, late])) === 'late') value = null
      given.abort()
    },
  }
}

/** Money that needs a person, as shown to an admin. Kopecks. */
export type MoneyInQuestion = {
  stuck: readonly { amount: number; since: Date; attention: string }[]
  held: number
  owedBack: number
  inFlight: number
  owedToArtists: number
  paused: boolean
  audit: { ended: { at: Date; clean: boolean } | null } | null
}

export type BusinessMetricsDeps = {
  database: Pick<Database, 'sql' | 'load'>
  bus: Pick<Bus, 'healthy'>
  /** Whether the bank sends money out at all. */
  paysOut: boolean
  /** Money that needs a person, as shown to an admin. Kopecks. */
  stuck: () => Promise<MoneyInQuestion | null>
  now: () => Date
}

const sumOf = (rows: readonly { amount: number }[]) =>
  rows.reduce((sum, { amount }) => sum + amount, 0) / 100

/** Adds the metrics of money and work from the database; returns the function to await before the metrics are read. */
export function countBusiness(
  metrics: Metrics,
  { database, bus, paysOut, stuck, now }: BusinessMetricsDeps,
): () => Promise<void> {
  const { sql } = database
  const figures = cachedReading(async () => ({
    due: await workDue(sql, now()),
    payouts: await payoutsOnTheirWay(sql),
    clock: await clockAhead(sql, () => new Date()),
    money: await stuck(),
  }))
  const read = figures.value
  /** Planned payouts wait for a person then, and are not overdue. */
  const plansRest = () => !paysOut || read()?.money?.paused === true

  metrics.gauge('database_up', 'Whether the figures of the database could be read', () =>
    Number(read() !== null),
  )
  metrics.gauge('bus_up', 'Whether messages of the other processes arrive', () =>
    Number(bus.healthy()),
  )
  metrics.gauge(
    'clock_ahead_seconds',
    'The clock of the database before ours',
    () => read()?.clock ?? null,
  )
  metrics.gauges('work_waiting', 'Work that is due and not done', 'work', () =>
    byWork(read()?.due, ({ waiting }) => waiting),
  )
  metrics.gauges('work_oldest_seconds', 'For how long the oldest of it is due', 'work', () =>
    byWork(read()?.due, ({ work, seconds }) =>
      work === 'payout_plans' && plansRest() ? 0 : seconds,
    ),
  )
  metrics.gauge(
    'stuck_money_count',
    'Sums that need a person (200 at most)',
    () => read()?.money?.stuck.length ?? null,
  )
  metrics.gauge('stuck_money_rubles', 'What they come to', () => {
    const rows = read()?.money?.stuck
    return rows === undefined ? null : sumOf(rows)
  })
  metrics.gauge('stuck_money_oldest_seconds', 'For how long the oldest of them waits', () => {
    const rows = read()?.money?.stuck
    if (rows === undefined) return null
    const [oldest] = rows.map(({ since }) => since.getTime()).toSorted((one, two) => one - two)
    return oldest === undefined ? 0 : Math.max(0, (now().getTime() - oldest) / 1000)
  })
  metrics.gauges('money_rubles', 'Money that is in our hands, by what it waits for', 'kind', () => {
    const sums = read()?.money
    if (!sums) return null
    return {
      held: sums.held / 100,
      owed_back: sums.owedBack / 100,
      in_flight: sums.inFlight / 100,
      owed_to_artists: sums.owedToArtists / 100,
    }
  })
  metrics.gauge('payouts_waiting', 'Payouts on their way', () => read()?.payouts.count ?? null)
  metrics.gauge('payouts_waiting_rubles', 'What they come to', () => {
    const payouts = read()?.payouts
    return payouts === undefined ? null : payouts.sum / 100
  })
  metrics.gauge('payouts_paused', 'Whether payouts wait for a person', () => {
    const sums = read()?.money
    return sums ? Number(sums.paused) : null
  })
  metrics.gauge(
    'ledger_agrees',
    'Whether the last audit of the books that came to its end found nothing',
    () => {
      const ended = read()?.money?.audit?.ended ?? null
      return ended === null ? null : Number(ended.clean)
    },
  )
  metrics.gauge('ledger_audited_seconds', 'How long ago that was; never: since 1970', () => {
    const audit = read()?.money?.audit ?? null
    const endedMs = audit?.ended?.at.getTime() ?? 0
    return audit === null ? null : Math.max(0, (now().getTime() - endedMs) / 1000)
  })
  metrics.gauges('database_connections', 'Connections of the pool', 'state', () => {
    const load = database.load()
    return load === null ? null : { ...load }
  })
  return figures.look
}

function byWork<D extends { work: string }>(
  due: readonly D[] | undefined,
  of: (row: D) => number,
): Record<string, number> | null {
  return due === undefined ? null : Object.fromEntries(due.map((row) => [row.work, of(row)]))
}
