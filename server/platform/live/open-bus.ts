import { createHash } from 'node:crypto'
import type { Bus, LiveLog } from '#packages/live-broadcast/bus.ts'
import { localBus } from '#packages/live-broadcast/bus.ts'
import type { Database } from '../db/open.ts'
import { instanceSecret } from '../db/secrets.ts'
import { postgresBus } from './bus.postgres.ts'
import { redisBus } from './bus.redis.ts'

/**
 * Separates installations on one Redis: by the secret of the installation's own database, and by the number of the
 * Redis database in the URL.
 */
export async function installationOf(database: Database, redisUrl: string): Promise<string> {
  const secret = await instanceSecret(database.sql, 'installation')
  const name = createHash('sha256').update(secret).digest('base64url').slice(0, 16)
  return `${name}${new URL(redisUrl).pathname.replace('/', ':')}`
}

/** The bus that all processes and commands of an installation choose; an embedded database has one process. */
export async function openBus(deps: {
  database: Database
  redisUrl: string | undefined
  log: LiveLog
}): Promise<Bus> {
  const { database, redisUrl, log } = deps
  if (database.url === null) return localBus(log)
  if (redisUrl === undefined) return postgresBus({ connectionString: database.url, log })
  const installation = await installationOf(database, redisUrl)
  return redisBus({ url: redisUrl, installation, log })
}
