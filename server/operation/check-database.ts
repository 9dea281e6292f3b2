import { migrationNames } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { appliedMigrations, clockAhead } from './house.store.ts'
import { StartRefused } from './start-refused.ts'

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
