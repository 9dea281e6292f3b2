import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startRedis } from '#test/support/redis.ts'
import type { TestRedis } from '#test/support/redis.ts'
import { PLAIN, startProducts } from '../harness/company-of-products.ts'
import { faultsOfOrders } from '../harness/final-orders.ts'
import type { KnownOrder } from '../harness/final-orders.ts'
import { inside, layGround } from '../harness/ground.ts'
import type { Ground } from '../harness/ground.ts'
import { doInHall, padQueue } from '../harness/hands.ts'
import type { HallDeed } from '../harness/hands.ts'
import { openWatcher, queueText } from '../harness/watcher.ts'
import type { LiveWatcher } from '../harness/watcher.ts'
import type { Found, Scenario, Stage } from '../scenario.ts'

const PASS_MS = 5000
const SEEN_MOST_MS = 20_000
const BACK_MOST_MS = 30_000
const WATCHERS_OF_EACH = 3
const PAUSE_MS = 100

/** One way to lose the bus: begins, and gives what ends it. */
type Trouble = { readonly name: string; begin(): Promise<() => Promise<void>> }

/** The evening while the bus comes and goes: what is ordered and pressed at either process, and how soon all screens show it. */
function makeEvening(urls: readonly string[], ground: Ground, orders: KnownOrder[]) {
  const target = { artistUsername: ground.stage.username, sessionId: ground.stage.concertId }
  const watchers: LiveWatcher[] = urls.flatMap((url) =>
    Array.from({ length: WATCHERS_OF_EACH }, () => openWatcher(() => url, target)),
  )
  const broken: string[] = []
  let turn = 0

  async function seen(): Promise<number> {
    const text = queueText(await padQueue(urls[turn % urls.length] ?? '', ground))
    const took = await Promise.all(watchers.map((one) => one.sees(text, SEEN_MOST_MS)))
    const never = took.filter((ms) => ms === null).length
    if (never > 0) broken.push(`${never} watchers did not see the state of turn ${turn}`)
    return Math.max(...took.map((ms) => ms ?? SEEN_MOST_MS))
  }

  /** One order at a process and one press at the other; gives how long the slowest screen took for both. */
  async function step(): Promise<number> {
    turn += 1
    const [here, there] = [urls[turn % urls.length] ?? '', urls[(turn + 1) % urls.length] ?? '']
    const songId = ground.songIds[turn % ground.songIds.length] ?? ''
    const order: HallDeed = { kind: 'order', songId, key: randomUUID(), phone: turn, cookie: null }
    const heard = await doInHall(here, ground, order)
    const answer = heard.data as { orderId: string } | null
    orders.push({ deed: order, outcome: heard.outcome, answer })
    if (heard.outcome !== 'ok') broken.push(`an order was not taken: ${heard.status} ${heard.code}`)
    const pressed = await doInHall(there, ground, { kind: 'next', songId })
    if (pressed.outcome !== 'ok') broken.push(`a press failed: ${pressed.status} ${pressed.code}`)
    return seen()
  }

  return {
    /** Steps for so long; gives the slowest of them in ms. */
    async goOn(ms: number): Promise<{ steps: number; slowestMs: number }> {
      const until = performance.now() + ms
      let [steps, slowestMs] = [0, 0]
      do {
        slowestMs = Math.max(slowestMs, await step())
        steps += 1
        await sleep(PAUSE_MS)
      } while (performance.now() < until)
      return { steps, slowestMs: Math.round(slowestMs) }
    },
    close(): string[] {
      for (const watcher of watchers) watcher.close()
      return [...broken, ...watchers.flatMap(({ faults }) => [...faults])]
    },
  }
}

/** Milliseconds until every process says that it hears the others. */
async function backTogether(urls: readonly string[]): Promise<number> {
  const began = performance.now()
  const hears = async (url: string) => {
    const answer = await fetch(`${url}/readyz`)
    if (answer.status !== 200) throw new Error(`${url} is not ready: ${answer.status}`)
    return (await answer.text()) === 'ok'
  }
  for (;;) {
    const all = await Promise.all(urls.map(hears))
    const ms = performance.now() - began
    if (all.every(Boolean) || ms > BACK_MOST_MS) return Math.round(ms)
    await sleep(20)
  }
}

async function play(
  stage: Stage,
  { ground, orders }: { ground: Ground; orders: KnownOrder[] },
  variables: Record<string, string>,
  troubles: readonly Trouble[],
): Promise<Found> {
  const lastMs = stage.short ? 1500 : 10_000
  const { urls, stop } = await startProducts(stage, 2, { ...PLAIN, ...variables })
  const evening = makeEvening(urls, ground, orders)
  const figures: Record<string, number> = {}
  const [broken, slow]: [string[], string[]] = [[], []]
  try {
    await backTogether(urls)
    await evening.goOn(0)
    for (const { name, begin } of troubles) {
      stage.say(name)
      const end = await begin()
      const during = await evening.goOn(lastMs)
      await end()
      const backMs = await backTogether(urls)
      const after = await evening.goOn(stage.short ? 0 : 2000)
      figures[`${name}: orders and presses`] = 2 * during.steps
      figures[`${name}: slowest screen, ms`] = during.slowestMs
      figures[`${name}: the bus is back, ms`] = backMs
      figures[`${name}: slowest screen after, ms`] = after.slowestMs
      if (backMs > BACK_MOST_MS) broken.push(`${name}: the bus does not come back`)
      for (const ms of [during.slowestMs, backMs, after.slowestMs])
        if (ms > PASS_MS) slow.push(`${name}: ${ms} ms`)
    }
  } finally {
    broken.push(...evening.close())
    await stop()
  }
  return { figures, broken, slow }
}

const stopped = (redis: TestRedis): Trouble => ({
  name: 'Redis is stopped',
  async begin() {
    await redis.stop()
    return redis.start
  },
})

const silent = (redis: TestRedis): Trouble => ({
  name: 'Redis is silent',
  async begin() {
    redis.freeze()
    return async () => void redis.thaw()
  },
})

/** Every connection of the bus is ended again and again, as soon as it is there. */
const cutOff = (connectionString: string): Trouble => ({
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

async function run(stage: Stage): Promise<Found> {
  const redis = await startRedis(randomUUID())
  try {
    const troubles = stage.short ? [stopped(redis)] : [stopped(redis), silent(redis)]
    const ground = await inside(stage, (sql) => layGround(sql, 0))
    const scene = { ground, orders: [] as KnownOrder[] }
    const overRedis = await play(stage, scene, { REDIS_URL: redis.url }, troubles)
    const url = stage.environment['DATABASE_URL'] ?? ''
    const overPostgres = await play(stage, scene, {}, [cutOff(url)])
    const { faults } = await inside(stage, (sql) =>
      faultsOfOrders(sql, ground.stage.concertId, scene.orders),
    )
    return {
      figures: { ...overRedis.figures, ...overPostgres.figures },
      broken: [...overRedis.broken, ...overPostgres.broken, ...faults],
      slow: [...overRedis.slow, ...overPostgres.slow],
    }
  } finally {
    await redis.stop()
  }
}

export const scenario: Scenario = {
  number: 29,
  title: 'The bus between two processes is gone for 10 s: Redis stopped or silent, LISTEN cut',
  pass: 'orders go on, live channel back ≤ 5 s, no stale NOW song',
  engines: ['postgres'],
  inTests: false,
  run,
}
