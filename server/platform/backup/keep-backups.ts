import { join } from 'node:path'
import type { Sql } from '../db/open.ts'
import { runClock } from '../jobs/clock.ts'
import { makeHourly } from './hourly.ts'
import type { HourlyDeps } from './hourly.ts'

const LOOK_MS = 60_000
/** A start has enough to do, and a server that is tried out for a moment needs no backup. */
const SETTLED_MS = 5 * 60_000

type KeepDeps = {
  backups: { folder: string } | null
  dataDir: string
  sql: Sql
  now: () => Date
  /** Whether the disk of the database takes more: a copy begins with a word in its log. */
  mayWrite: () => boolean
  log: HourlyDeps['log'] & { error(fields: object, sentence: string): void }
}

/** Keeps backups of an embedded database, one an hour, until it is stopped; none where they are switched off. */
export function keepBackups({ backups, dataDir, sql, now, mayWrite, log }: KeepDeps): {
  stop(): Promise<void>
} {
  if (backups === null) return { stop: async () => {} }
  const hourly = makeHourly({
    sql,
    database: join(dataDir, 'database'),
    folder: backups.folder,
    now,
    log,
  })
  const began = now().getTime()
  const clock = runClock({
    tick: async () => {
      if (now().getTime() - began >= SETTLED_MS && mayWrite()) await hourly.tick()
    },
    everyMs: LOOK_MS,
    log,
  })
  return {
    async stop() {
      hourly.stop()
      await clock.stop()
    },
  }
}
