import { setTimeout as sleep } from 'node:timers/promises'
import { faultsOfOrders } from './final-orders.ts'
import { inDatabase, insertDataset } from './dataset.ts'
import { startPlainLoad } from './plain-load.ts'
import { startSteadyPad } from './steady-pad.ts'

const WORKERS = 4
const BETWEEN_MS = 5000

/** Runs listeners and a pad at this address while `work` changes the processes behind it; returns what failed. */
export async function underLoad(url: string, databaseUrl: string, work: () => Promise<unknown>) {
  const database = { engine: 'postgres', environment: { DATABASE_URL: databaseUrl } } as const
  const dataset = await inDatabase(database, (sql) => insertDataset(sql, 0))
  const load = startPlainLoad(dataset, WORKERS, () => url)
  const pad = startSteadyPad(dataset, url)
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
  const lost = await inDatabase(database, async (sql) => {
    const { faults } = await faultsOfOrders(sql, dataset.artist.concertId, load.orders)
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
