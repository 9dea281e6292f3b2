import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql as raw } from 'kysely'
import { HOUR_MS } from '#domain/time.ts'
import { copyDirectory } from '../db/copy-directory.ts'
import type { Sql } from '../db/open.ts'
import { runClock } from '../jobs/clock.ts'

const HOURS_KEPT = 24
const DAYS_KEPT = 7
const NAME = /^bis-(\d{4}-\d\d-\d\d)T\d\d-\d\d-\d\dZ\.backup$/u

/** The name of a backup of that second; names in alphabetical order are in order of time. */
export function nameOfBackup(at: Date): string {
  return `bis-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
}

/** When the backup of that name was made; null for a file that is not ours. */
export function timeOfBackup(name: string): Date | null {
  if (!NAME.test(name)) return null
  const [day = '', time = ''] = name.slice(4, -8).split('T')
  return new Date(`${day}T${time.replaceAll('-', ':')}Z`)
}

/** Since the last backup in `folder`; while there is none, since this process began. */
export function secondsSinceBackup(folder: string, now: Date): number {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const times = names.map((name) => timeOfBackup(name)?.getTime() ?? -Infinity)
  const last = Math.max(...times.filter((time) => time <= now.getTime()), -Infinity)
  return last === -Infinity ? process.uptime() : (now.getTime() - last) / 1000
}

/** Returns the backups to delete: all but the last 24, and the last one of each of the last 7 days that have any. */
export function expiredBackups(names: readonly string[], hours = HOURS_KEPT): string[] {
  const backups = names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
  const retained = new Set(backups.slice(0, hours))
  const days = new Map<string, string>()
  for (const name of backups) {
    const day = NAME.exec(name)?.[1] ?? ''
    if (!days.has(day)) days.set(day, name)
  }
  for (const name of [...days.values()].slice(0, DAYS_KEPT)) retained.add(name)
  return backups.filter((name) => !retained.has(name))
}

/** The pause after a failed try: each one blocks the database for a moment. */
const RETRY_MS = 600_000
/** Must stay free on the disk beside a copy of the database and its backup. */
const SPARE_BYTES = 100_000_000
const DUMP = fileURLToPath(new URL('./dump-of-copy.ts', import.meta.url))
const COPY = 'copy-of-database'
const SEGMENT = /^pg_wal\/[\dA-F]{24}$/u

type HourlyDeps = {
  sql: Sql
  /** The directory of the embedded database's files. */
  database: string
  /** The directory of the backups. */
  folder: string
  /** The public key that they are encrypted to; null: they are not. */
  key?: string | null
  now: () => Date
  log: {
    info(fields: object, sentence: string): void
    warn(fields: object, sentence: string): void
  }
}

/**
 * Backups of an embedded database beside its running server. Its files are copied while its only connection is reserved
 * for that, which takes a fraction of a second; a separate process reads the copy.
 */
export function makeHourlyBackups({ sql, database, folder, key = null, now, log }: HourlyDeps) {
  const stopping = new AbortController()
  const copy = join(folder, COPY)
  let triedAt = -Infinity
  let failure: unknown = null

  async function hasDiskSpace(): Promise<boolean> {
    const { rows } = await raw<{ bytes: number }>`
      select sum(pg_database_size(oid))::bigint as bytes from pg_database`.execute(sql)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize > 2 * (rows[0]?.bytes ?? 0) + SPARE_BYTES
  }

  async function copyFiles(): Promise<void> {
    await sql.connection().execute(async (alone) => {
      await raw`checkpoint`.execute(alone)
      const { rows } = await raw<{ first: string; last: string }>`
        select redo_wal_file as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last
        from pg_control_checkpoint()`.execute(alone)
      const { first = '', last = '' } = rows[0] ?? {}
      // The other segments of the WAL are written out already or wait to be reused.
      const isNeeded = (path: string) =>
        !SEGMENT.test(path) || (path.slice(7) >= first && path.slice(7) <= last)
      await copyDirectory(database, copy, isNeeded)
    })
  }

  async function thinOut(hours?: number): Promise<void> {
    for (const name of expiredBackups(await readdir(folder), hours)) await rm(join(folder, name))
  }

  /** Makes a backup now, before which the hourly ones give way on a full disk; false where it has no room even so. */
  async function make(): Promise<boolean> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const left = (await readdir(folder)).filter((name) => name.endsWith('.tmp') || name === COPY)
    for (const name of left) await rm(join(folder, name), { recursive: true, force: true })
    if (!(await hasDiskSpace())) {
      await thinOut(1)
      if (!(await hasDiskSpace())) {
        log.warn({}, 'the disk is nearly full: no backup was made')
        return false
      }
    }
    const at = now()
    const file = join(folder, nameOfBackup(at))
    try {
      await copyFiles()
      await promisify(execFile)(process.execPath, [DUMP, copy, file, at.toISOString(), key ?? ''], {
        signal: stopping.signal,
        killSignal: 'SIGKILL',
      })
    } finally {
      await rm(copy, { recursive: true, force: true })
    }
    await thinOut()
    return true
  }

  return {
    make,

    /**
     * Makes a backup where the last one is an hour old. A backup dated in the future counts for nothing. Rejects also
     * between a failed try and the next.
     */
    async tick(): Promise<void> {
      const time = now().getTime()
      const names = await readdir(folder).catch(() => [])
      const ages = names.map((name) => time - (timeOfBackup(name)?.getTime() ?? 0))
      if (ages.some((age) => age >= 0 && age < HOUR_MS) || stopping.signal.aborted) return
      if (time >= triedAt && time - triedAt < RETRY_MS) {
        if (failure !== null) throw failure
        return
      }
      triedAt = time
      failure = null
      try {
        await make()
      } catch (error) {
        if (stopping.signal.aborted) return
        failure = error
        throw error
      }
    },

    /** Aborts a backup in progress. */
    stop: () => stopping.abort(),
  }
}

const LOOK_MS = 60_000
/** A start has enough to do, and a server that is tried out for a moment needs no backup. */
const SETTLED_MS = 5 * 60_000

type ScheduleDeps = {
  backups: { folder: string } | null
  backupKey: string | null
  dataDir: string
  sql: Sql
  now: () => Date
  /** Whether the disk of the database has room: a copy begins with a record in its WAL. */
  mayWrite: () => boolean
  log: HourlyDeps['log'] & { error(fields: object, sentence: string): void }
}

/** Makes backups of an embedded database, one an hour, until it is stopped; none where they are switched off. */
export function scheduleBackups({
  backups,
  backupKey,
  dataDir,
  sql,
  now,
  mayWrite,
  log,
}: ScheduleDeps): {
  stop(): Promise<void>
} {
  if (backups === null) return { stop: async () => {} }
  const hourly = makeHourlyBackups({
    sql,
    database: join(dataDir, 'database'),
    folder: backups.folder,
    key: backupKey,
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
