import type { Sql } from '../db/open.ts'
import { spendPoint } from '../db/spent-limits.ts'
import type { Allowances } from './rate-counters.ts'
import { digestOf } from './rate-counters.ts'

/** More are forgotten: each then costs one write to be known again. */
const BLOCKED_MOST = 10_000

/** Of all processes on one database, for what is done seldom: each point is a write. */
export function postgresAllowances({ sql, secret }: { sql: Sql; secret: string }): Allowances {
  const blocked = new Map<string, number>()

  return {
    async spend(key, { points, seconds }) {
      const digest = digestOf(key, secret)
      const left = (blocked.get(digest) ?? 0) - performance.now()
      // A flood is refused from memory and writes nothing.
      if (left > 0) return left
      blocked.delete(digest)
      const { spent, waitMs } = await spendPoint(sql, digest, seconds)
      if (spent <= points) return 0
      if (blocked.size >= BLOCKED_MOST) blocked.clear()
      blocked.set(digest, performance.now() + waitMs)
      return Math.max(1, waitMs)
    },
  }
}
