import { migrationNames } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { appliedMigrations, clockAhead, rememberDemo } from '../metrics/business-metrics.store.ts'
import { StartRefused } from './check-machine.ts'

type CheckLog = { warn(fields: object, sentence: string): void }

const CLOCKS_APART_SECONDS = 5

/**
 * Before its tables are brought up to date: what a later version has made of them is not known here.
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
      `С этой базой уже работала более новая версия «Бис» (${newer}): запустите её. Если её описание разрешает прежней версии работать рядом, задайте NEWER_DATABASE=on.`,
    )
  log.warn({ newer }, 'Эта версия старше базы: NEWER_DATABASE=on разрешает ей работать.')
}

/**
 * A database that was begun as a demo has logins, play money and letters that were open to others, and
 * one that was not must never be opened like that: what its first start said holds for all others.
 * @throws StartRefused where `demo` says otherwise.
 */
export async function checkDemo({ sql }: Database, { demo }: { demo: boolean }): Promise<void> {
  const begun = await rememberDemo(sql, demo)
  if (begun === demo) return
  throw new StartRefused(
    begun
      ? 'Эта база с первого запуска служит демо: задайте DEMO=on, а для настоящей работы возьмите пустую базу (другой DATA_DIR или DATABASE_URL).'
      : 'Эта база с первого запуска не демо: задайте DEMO=off, а для демо возьмите пустую базу (другой DATA_DIR или DATABASE_URL).',
  )
}

/** A clock that is not the database's: deadlines of money and concerts are judged by both. */
export async function checkClocks(database: Database, log: CheckLog): Promise<void> {
  const ahead = await clockAhead(database.sql, () => new Date())
  if (Math.abs(ahead) <= CLOCKS_APART_SECONDS) return
  const seconds = Math.round(ahead)
  log.warn(
    { seconds },
    `Часы базы данных расходятся с часами этой машины на ${Math.abs(seconds)} с: включите синхронизацию времени (NTP) на обеих.`,
  )
}
