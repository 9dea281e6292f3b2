import type { Bus, LiveLog } from './bus.ts'
import { spokenBus } from './networked-bus.ts'
import { openPostgresLine } from './postgres-connection.ts'

/**
 * The bus over LISTEN/NOTIFY of the database that holds the truth anyway. It needs a connection of its own that no
 * pooler shares. Installations are apart as their databases are.
 */
export function postgresBus(deps: { connectionString: string; log: LiveLog }): Bus {
  const { connectionString, log } = deps
  return spokenBus({ openLine: (hear) => openPostgresLine(connectionString, hear), log })
}
