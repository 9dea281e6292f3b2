import type { Bus, LiveLog } from './bus.ts'
import { spokenBus } from './networked-bus.ts'
import { openRedisLine } from './redis-connection.ts'

/**
 * The bus over Redis or Valkey. `installation` keeps those apart who share one server: its channels know no
 * numbers of databases.
 */
export function redisBus(deps: {
  url: string
  installation: string
  log: LiveLog
  patienceMs?: number
}): Bus {
  const { installation, log, ...server } = deps
  const channel = `bis:${installation}`
  return spokenBus({ openLine: (hear) => openRedisLine({ ...server, channel }, hear), log })
}
