import { createHash } from 'node:crypto'
import { memoryAllowances, postgresAllowances, redisAllowances } from './limits/rate-counters.ts'
import type { Allowances } from './limits/rate-counters.ts'
import type { Database } from './db/open.ts'
import { instanceSecret } from './db/secrets.ts'
import { localBus } from '#packages/live-broadcast/bus.ts'
import { postgresBus } from './live/bus.postgres.ts'
import { redisBus } from './live/bus.redis.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import type { Log } from './lifecycle/log.ts'

type Neighbours = {
  bus: Bus
  /** What all processes of the installation count together. */
  allowances: Allowances
  close(): Promise<void>
}

/** Keeps installations on one Redis apart: each has a database of its own, and says so by a number of it in the address too. */
async function installationOf(database: Database, redisUrl: string): Promise<string> {
  const secret = await instanceSecret(database.sql, 'installation')
  const name = createHash('sha256').update(secret).digest('base64url').slice(0, 16)
  return `${name}${new URL(redisUrl).pathname.replace('/', ':')}`
}

/** How the processes of one installation exchange messages and count together; an embedded database has one process. */
export async function meetNeighbours(deps: {
  database: Database
  redisUrl: string | undefined
  log: Log
}): Promise<Neighbours> {
  const { database, redisUrl, log } = deps
  if (database.url === null) {
    const bus = localBus(log)
    return { bus, allowances: memoryAllowances(), close: bus.close }
  }
  const secret = await instanceSecret(database.sql, 'limits')
  if (redisUrl === undefined) {
    const bus = postgresBus({ connectionString: database.url, log })
    const allowances = postgresAllowances({ sql: database.sql, secret })
    return { bus, allowances, close: bus.close }
  }
  const place = { url: redisUrl, installation: await installationOf(database, redisUrl), log }
  const bus = redisBus(place)
  const allowances = redisAllowances({ ...place, secret })
  return {
    bus,
    allowances,
    async close() {
      await bus.close()
      await allowances.close()
    },
  }
}
