import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { appliedMigrations, migrationNames } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { clockAhead } from '../metrics/business-metrics.store.ts'
import { ENOUGH, MEGABYTE } from './disk-space.ts'
import { fileBudget, filesFor } from './file-budget.ts'

/** A problem of the machine or the database that prevents the start, in one sentence that says what to fix. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}

/** A problem that does not prevent the start, but has to be known: a line of the log, in a sentence that says what to fix. */
export type StartWarning = { readonly fields: object; readonly sentence: string }

const YEARS = { first: 2026, last: 2100 }
const NEARLY_FULL = 0.1
const LEAST_MEMORY = 512 * MEGABYTE

export function checkClock(now: Date): void {
  const year = now.getUTCFullYear()
  if (Number.isNaN(year) || year < YEARS.first || year > YEARS.last)
    throw new StartRefused(
      `Часы этой машины показывают ${year} год: поставьте верное время и запустите снова.`,
    )
}

/** @throws the system's error where nothing can be written there. */
export function checkWritable(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const probe = join(folder, `.probe-${process.pid}`)
  writeFileSync(probe, 'bis')
  rmSync(probe)
}

/** @throws StartRefused where no backup could be written there. */
function checkBackups(folder: string): void {
  try {
    checkWritable(folder)
  } catch (error) {
    throw new StartRefused(
      `Резервные копии некуда писать (${error instanceof Error ? error.message : folder}): проверьте BACKUP_DIR и права на этот каталог, или задайте BACKUPS=off.`,
    )
  }
}

/** `free` and `all`: bytes of the disk under DATA_DIR. */
export function checkDiskSpace({ free, all }: { free: number; all: number }): StartWarning[] {
  const megabytes = Math.floor(free / MEGABYTE)
  if (free < ENOUGH)
    throw new StartRefused(
      `На диске с DATA_DIR свободно ${megabytes} МБ, а нужно не меньше ${ENOUGH / MEGABYTE}: освободите место и запустите снова.`,
    )
  if (free >= all * NEARLY_FULL) return []
  const sentence = 'На диске с DATA_DIR свободно меньше десятой части: освободите место.'
  return [{ fields: { megabytes }, sentence }]
}

export function checkFiles(most: number | null, maxWatchers: number): StartWarning[] {
  const { watchers } = fileBudget(most, maxWatchers)
  if (watchers >= maxWatchers) return []
  const sentence = `Процессу разрешено открыть ${most} файлов, поэтому слушателей в прямом эфире будет не больше ${watchers}: MAX_WATCHERS=${maxWatchers} требует ${filesFor(maxWatchers)}. Поднимите предел (ulimit -n, LimitNOFILE) или уменьшите MAX_WATCHERS.`
  return [{ fields: { most, watchers, maxWatchers }, sentence }]
}

/** A name without a dot is a neighbour in the own network of containers. */
const NEAR = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|[\w-]*)$/u

/** Tells of passwords and data that go over a network without TLS. */
export function checkConnections(config: {
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  readonly smtpUrl: string | undefined
}): StartWarning[] {
  const isOpen = (url: string | undefined, isSecure: (parsed: URL) => boolean) => {
    const parsed = url === undefined ? null : URL.parse(url)
    return parsed !== null && !NEAR.test(parsed.hostname) && !isSecure(parsed)
  }
  const byMode = (url: URL) => /^(?:require|verify-)/u.test(url.searchParams.get('sslmode') ?? '')
  const by = (protocol: string) => (url: URL) => url.protocol === protocol
  const variables = [
    ...(isOpen(config.databaseUrl, byMode) ? ['DATABASE_URL'] : []),
    ...(isOpen(config.redisUrl, by('rediss:')) ? ['REDIS_URL'] : []),
    ...(isOpen(config.smtpUrl, by('smtps:')) ? ['SMTP_URL'] : []),
  ]
  if (variables.length === 0) return []
  const sentence = `${variables.join(', ')}: соединение по сети может идти без шифрования. Задайте sslmode=verify-full, rediss:// и smtps://.`
  return [{ fields: { variables }, sentence }]
}

export function checkMemory(bytes: number): StartWarning[] {
  if (bytes >= LEAST_MEMORY) return []
  const megabytes = Math.floor(bytes / MEGABYTE)
  const sentence = `Процессу доступно ${megabytes} МБ памяти: дайте не меньше 512.`
  return [{ fields: { megabytes }, sentence }]
}

/** Memory of the machine or of the container, whichever is less. */
function memory(): number {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}

/**
 * Checks the machine before anything is written or opened.
 * @throws StartRefused, or the error of the system where DATA_DIR cannot be written to.
 */
export function checkMachine(config: {
  dataDir: string
  /** Whether the database or the photos are stored there. */
  storesData: boolean
  backups: { folder: string } | null
}): StartWarning[] {
  const { dataDir, storesData, backups } = config
  checkClock(new Date())
  const warnings = checkMemory(memory())
  if (!storesData) return warnings
  checkWritable(dataDir)
  if (backups !== null) checkBackups(backups.folder)
  const { bavail, blocks, bsize } = statfsSync(dataDir)
  return [...checkDiskSpace({ free: bavail * bsize, all: blocks * bsize }), ...warnings]
}

type CheckLog = { warn(fields: object, sentence: string): void }

const CLOCKS_APART_SECONDS = 5

/**
 * Before the migrations: what a later version has changed in the tables is not known here.
 * @throws StartRefused unless `newerDatabase` says that this version may work on them.
 */
export async function checkTables(
  database: Database,
  { newerDatabase }: { newerDatabase: boolean },
  log: CheckLog,
): Promise<void> {
  const ours = new Set(await migrationNames())
  const newer = (await appliedMigrations(database.sql)).find((name) => !ours.has(name))
  if (newer === undefined) return
  if (!newerDatabase)
    throw new StartRefused(
      `С этой базой уже работала более новая версия «Биса» (${newer}): запустите её. Если её описание разрешает прежней версии работать рядом, задайте NEWER_DATABASE=on.`,
    )
  log.warn({ newer }, 'Эта версия старше базы: NEWER_DATABASE=on разрешает ей работать.')
}

/**
 * A database that was begun as a demo has logins, play money and e-mails that were open to others, and one that was not
 * must never be opened like that: its first start decides for all others.
 * @throws StartRefused where `demo` differs.
 */
export async function checkDemo({ sql }: Database, { demo }: { demo: boolean }): Promise<void> {
  await sql
    .insertInto('installation')
    .values({ demo })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { demo: begun } = await sql
    .selectFrom('installation')
    .select('demo')
    .executeTakeFirstOrThrow()
  if (begun === demo) return
  throw new StartRefused(
    begun
      ? 'Эта база с первого запуска служит демо: задайте DEMO=on, а для настоящей работы возьмите пустую базу (другой DATA_DIR или DATABASE_URL).'
      : 'Эта база с первого запуска не демо: задайте DEMO=off, а для демо возьмите пустую базу (другой DATA_DIR или DATABASE_URL).',
  )
}

/** Warns where this machine's clock is not the database's: deadlines of money and concerts are judged by both. */
export async function checkClocks(database: Database, log: CheckLog): Promise<void> {
  const ahead = await clockAhead(database.sql, () => new Date())
  if (Math.abs(ahead) <= CLOCKS_APART_SECONDS) return
  const seconds = Math.round(ahead)
  log.warn(
    { seconds },
    `Часы базы данных расходятся с часами этой машины на ${Math.abs(seconds)} с: включите синхронизацию времени (NTP) на обеих.`,
  )
}
