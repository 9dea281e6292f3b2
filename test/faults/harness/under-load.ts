import { setTimeout as sleep } from 'node:timers/promises'
import { faultsOfOrders } from './final-orders.ts'
import { inside, layGround } from './ground.ts'
import { startPlainLoad } from './plain-load.ts'
import { startSteadyPad } from './steady-pad.ts'

const WORKERS = 4
const BETWEEN_MS = 5000

/** What happens to listeners and a pad at this address while something is done to the processes behind it. */
export async function underLoad(url: string, databaseUrl: string, work: () => Promise<unknown>) {
  const database = { engine: 'postgres', environment: { DATABASE_URL: databaseUrl } } as const
  const ground = await inside(database, (sql) => layGround(sql, 0))
  const load = startPlainLoad(ground, WORKERS, () => url)
  const pad = startSteadyPad(ground, url)
  const began = performance.now()
  await sleep(BETWEEN_MS)
  try {
    await work()
    await sleep(BETWEEN_MS)
  } finally {
    await load.stop()
    await pad.stop()
  }
  const asked = [...load.asked, ...pad.asked]
  const secondsOf = (from: number, to: number) => Math.round((to - from) / 1000)
  const failed = asked.filter(({ status }) => status === null || status >= 500)
  const lost = await inside(database, async (sql) => {
    const { faults } = await faultsOfOrders(sql, ground.stage.concertId, load.orders)
    return [...faults, ...(await pad.faults(sql))]
  })
  return {
    figures: {
      calls: asked.length,
      failed: failed.length,
      orders: load.orders.filter(({ outcome }) => outcome === 'ok').length,
    },
    broken: [
      ...failed.map(
        ({ what, status, code, invokedMs, endedMs }) =>
          `a call failed: ${what} ${status} ${code} after ${secondsOf(invokedMs, endedMs)} s, ${secondsOf(began, invokedMs)} s from the start`,
      ),
      ...lost,
    ],
  }
}
