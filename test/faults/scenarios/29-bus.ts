import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startRedis } from '#test/support/servers/redis.ts'
import type { TestRedis } from '#test/support/servers/redis.ts'
import { PLAIN, startProducts } from '../harness/products.ts'
import { lostSteps } from '../harness/evening.ts'
import { faultsOfOrders } from '../harness/final-orders.ts'
import { startFreeLoad } from '../harness/free-load.ts'
import type { FreeLoad } from '../harness/free-load.ts'
import { inDatabase, insertDataset } from '../harness/dataset.ts'
import type { TestDataset } from '../harness/dataset.ts'
import { padQueue } from '../harness/concert-actions.ts'
import { openWatcher, queueText } from '../harness/watcher.ts'
import type { LiveWatcher } from '../harness/watcher.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const PASS_MS = 5000
const SEEN_MOST_MS = 20_000
const BACK_MOST_MS = 30_000
const WATCHERS_OF_EACH = 3
const WORKERS = 8
const LASTS_MS = { short: 1500, long: 10_000 }
const ROUND_MS = { short: 400, long: 1000 }
/** A client that cut its own connection is gone by then; a longer wait is caused by the product. */
const CUT_BY_ITSELF_MS = 1000

/** What a process is expected to log about it, if everything around the bus works. */
const OF_THE_BUS = /"msg":"(?:the bus reaches nobody|Redis cannot be reached)/u

/** One way to lose the bus: `begin` causes it and returns what ends it. */
type BusFailure = { readonly name: string; begin(): Promise<() => Promise<void>> }

/**
 * An evening while the bus comes and goes: many clients order and press at both processes at once, round by round, and
 * after each round it is measured how soon all screens show the final state.
 */
function makeEvening(urls: readonly string[], dataset: TestDataset, roundMs: number) {
  const target = { artistUsername: dataset.artist.username, sessionId: dataset.artist.concertId }
  const watchers: LiveWatcher[] = urls.flatMap((url) =>
    Array.from({ length: WATCHERS_OF_EACH }, () => openWatcher(() => url, target)),
  )
  const urlOf = (turn: number) => urls[turn % urls.length] ?? ''
  const loads: FreeLoad[] = []
  const broken: string[] = []

  async function seen(): Promise<number> {
    const text = queueText(await padQueue(urlOf(loads.length), dataset))
    const took = await Promise.all(watchers.map((one) => one.sees(text, SEEN_MOST_MS)))
    const never = took.filter((ms) => ms === null).length
    if (never > 0) broken.push(`${never} watchers did not see the state of round ${loads.length}`)
    return Math.max(...took.map((ms) => ms ?? SEEN_MOST_MS))
  }

  /** Reports every answer that is a failure of the product, and every refused order. */
  function checkLoad({ history, orders }: FreeLoad): void {
    for (const { action, status, code, invokedMs, endedMs } of history.operations) {
      const waited = endedMs - invokedMs
      if (status === null ? waited > CUT_BY_ITSELF_MS : status >= 500)
        broken.push(`${action.kind} was answered ${status} ${code} after ${Math.round(waited)} ms`)
    }
    for (const { outcome } of orders) if (outcome === 'fail') broken.push('an order was refused')
  }

  /** Plays one round and runs `middle` in the middle of it; returns how long the slowest screen took. */
  async function round(middle?: () => Promise<void>): Promise<number> {
    const load = startFreeLoad(dataset, WORKERS, urlOf)
    loads.push(load)
    await sleep(roundMs / 2)
    await middle?.()
    await sleep(roundMs / 2)
    await load.stop()
    checkLoad(load)
    return seen()
  }

  return {
    round,
    /** Plays rounds for `ms`; returns the time of the slowest screen in ms. */
    async goOn(ms: number): Promise<number> {
      const until = performance.now() + ms
      let slowest = 0
      do {
        slowest = Math.max(slowest, await round())
      } while (performance.now() < until)
      return slowest
    },
    acknowledged: () => loads.reduce((sum, { history }) => sum + history.count('ok'), 0),
    loads,
    close(): string[] {
      for (const watcher of watchers) watcher.close()
      return [...broken, ...watchers.flatMap(({ faults }) => [...faults])]
    },
  }
}

/** Returns the milliseconds until every process reports that it receives the others' messages. */
async function backTogether(urls: readonly string[]): Promise<number> {
  const began = performance.now()
  const isConnected = async (url: string) => {
    const answer = await fetch(`${url}/readyz`)
    if (answer.status !== 200) throw new Error(`${url} is not ready: ${answer.status}`)
    return (await answer.text()) === 'ok'
  }
  for (;;) {
    const all = await Promise.all(urls.map(isConnected))
    const ms = performance.now() - began
    if (all.every(Boolean) || ms > BACK_MOST_MS) return Math.round(ms)
    await sleep(20)
  }
}

async function play(
  context: ScenarioContext,
  dataset: TestDataset,
  variables: Record<string, string>,
  failures: readonly BusFailure[],
): Promise<ScenarioFinding & { loads: readonly FreeLoad[] }> {
  const form = context.short ? 'short' : 'long'
  const { urls, stop } = await startProducts(context, 2, { ...PLAIN, ...variables })
  const evening = makeEvening(urls, dataset, ROUND_MS[form])
  const figures: Record<string, number> = {}
  const [broken, slow]: [string[], string[]] = [[], []]
  try {
    await backTogether(urls)
    await evening.round()
    for (const { name, begin } of failures) {
      context.logProgress(name)
      const before = evening.acknowledged()
      let end = async () => {}
      let backMs = 0
      const atFirst = await evening.round(async () => {
        end = await begin()
      })
      const during = Math.max(atFirst, await evening.goOn(LASTS_MS[form]))
      const after = await evening.round(async () => {
        await end()
        backMs = await backTogether(urls)
      })
      figures[`${name}: orders and presses done`] = evening.acknowledged() - before
      figures[`${name}: slowest screen, ms`] = Math.round(during)
      figures[`${name}: the bus is back, ms`] = backMs
      figures[`${name}: slowest screen after, ms`] = Math.round(after)
      if (backMs > BACK_MOST_MS) broken.push(`${name}: the bus does not come back`)
      for (const ms of [during, backMs, after])
        if (ms > PASS_MS) slow.push(`${name}: ${Math.round(ms)} ms`)
    }
  } finally {
    broken.push(...evening.close())
    const errors = await stop()
    broken.push(...errors.filter((line) => !OF_THE_BUS.test(line)))
  }
  return { figures, broken, slow, loads: evening.loads }
}

const stopped = (redis: TestRedis): BusFailure => ({
  name: 'Redis is stopped',
  async begin() {
    await redis.stop()
    return redis.start
  },
})

const silent = (redis: TestRedis): BusFailure => ({
  name: 'Redis is silent',
  async begin() {
    redis.freeze()
    return async () => void redis.thaw()
  },
})

/** Terminates every connection of the bus again and again, as soon as it is open. */
const cutOff = (connectionString: string): BusFailure => ({
  name: 'LISTEN is cut',
  async begin() {
    const client = new Client({ connectionString })
    await client.connect()
    const over = new AbortController()
    const cutting = (async () => {
      while (!over.signal.aborted) {
        await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'bis-bus' and datname = current_database()`)
        await sleep(20)
      }
      await client.end()
    })()
    return async () => {
      over.abort()
      await cutting
    }
  },
})

/** The furthest step of each song in any answer. */
function furthest(loads: readonly FreeLoad[]): Map<string, number> {
  const reached = new Map<string, number>()
  for (const load of loads)
    for (const [id, step] of load.reached) reached.set(id, Math.max(reached.get(id) ?? 0, step))
  return reached
}

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const redis = await startRedis(randomUUID())
  try {
    const failures = context.short ? [stopped(redis)] : [stopped(redis), silent(redis)]
    const dataset = await inDatabase(context, (sql) => insertDataset(sql, 0))
    const overRedis = await play(context, dataset, { REDIS_URL: redis.url }, failures)
    const url = context.environment['DATABASE_URL'] ?? ''
    const overPostgres = await play(context, dataset, {}, [cutOff(url)])
    const loads = [...overRedis.loads, ...overPostgres.loads]
    const { concertId } = dataset.artist
    const { faults, landed, lost } = await inDatabase(context, async (sql) => ({
      ...(await faultsOfOrders(
        sql,
        concertId,
        loads.flatMap(({ orders }) => orders),
      )),
      lost: await lostSteps(sql, concertId, furthest(loads)),
    }))
    return {
      figures: { ...overRedis.figures, ...overPostgres.figures, 'orders kept': landed },
      broken: [...overRedis.broken, ...overPostgres.broken, ...faults, ...lost],
      slow: [...overRedis.slow, ...overPostgres.slow],
    }
  } finally {
    await redis.stop()
  }
}

export const scenario: Scenario = {
  number: 29,
  title: 'The bus between two processes is gone for 10 s: Redis stopped or silent, LISTEN cut',
  pass: 'orders and presses of many at once go on, none lost or doubled, live channel back ≤ 5 s, no stale NOW song',
  engines: ['postgres'],
  inTests: [],
  run,
}
