import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Sql } from '../db/open.ts'
import type { Bus } from '../live/bus.ts'
import type { Route } from './route.ts'
import { on } from './route.ts'

/** Alive: the process answers. Ready: it is not on its way out, and its database and its bus answer too. */
export function healthRoutes(deps: { sql: Sql; bus: Bus; stopping: () => boolean }): Route[] {
  const { sql, bus, stopping } = deps
  return [
    on(api.operation.health, async () => 'ok'),
    on(api.operation.ready, async () => {
      if (stopping()) throw new Refusal('OVERLOADED', 'Этот процесс останавливается')
      if (!bus.healthy()) throw new Refusal('OVERLOADED', 'Нет связи с соседними процессами')
      try {
        await raw`select 1`.execute(sql)
      } catch {
        throw new Refusal('OVERLOADED', 'База данных не отвечает')
      }
      return 'ok'
    }),
  ]
}
