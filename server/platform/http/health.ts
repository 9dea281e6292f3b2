import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Sql } from '../db/open.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import type { Route } from './route.ts'
import { on } from './route.ts'

/**
 * Alive: the process answers. Ready: it is not shutting down, and its database takes writes. A process without a bus to the
 * others is ready all the same and reports it: its screens are seconds behind, and where the bus is down for all of
 * them, a proxy that took them for unready would take the whole site down.
 */
export function healthRoutes(deps: {
  sql: Sql
  bus: Pick<Bus, 'healthy'>
  stopping: () => boolean
}): Route[] {
  const { sql, bus, stopping } = deps
  return [
    on(api.operation.health, async () => 'ok'),
    on(api.operation.ready, async () => {
      if (stopping()) throw new Refusal('OVERLOADED', 'Этот процесс останавливается')
      try {
        // Writes nothing, and a server that takes no writes refuses it.
        await raw`select from instance_secrets where false for update`.execute(sql)
      } catch {
        throw new Refusal('OVERLOADED', 'База данных не отвечает или не принимает записи')
      }
      return bus.healthy() ? 'ok' : 'ok, но нет связи с соседними процессами'
    }),
  ]
}
