import { existsSync, mkdirSync, readFileSync, renameSync, statfsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import { isUsed } from '#server/platform/backup/catalog.ts'
import { checkBackup } from '#server/platform/backup/backup-file.ts'
import { BadBackup, identitiesIn } from '#server/platform/backup/sealed.ts'
import type { CheckedBackup } from '#server/platform/backup/backup-file.ts'
import { assertKnown, restoreInto } from '#server/platform/backup/restore-into.ts'
import {
  removeFolder,
  restoreFolder,
  trialFolder,
} from '#server/platform/backup/unfinished-restore.ts'
import { readConfig } from '#server/config/config.ts'
import type { Config } from '#server/config/config.ts'
import { markRestored } from '#server/modules/ledger/ledger.service.ts'
import { isRestoreOpen } from '#server/modules/reconciliation/restore-check.service.ts'
import type { LedgerFault } from '#server/modules/ledger/ledger.service.ts'
import { tellAddressesAgain } from '#server/modules/messengers/updates.service.ts'
import { auditBooks } from '#server/modules/reconciliation/audit.service.ts'
import type { Database, Sql } from '#server/platform/db/open.ts'
import { openEmbedded, openPostgres, PRODUCT } from '#server/platform/db/open.ts'
import { grantToProcesses } from '#server/platform/db/process-role.ts'
import {
  restrictToOwner,
  lockDirectory,
  setPrivateUmask,
} from '#server/platform/lifecycle/data-directory.ts'
import { MEGABYTE } from '#server/platform/lifecycle/disk-space.ts'
import { sentenceOfStart } from '#server/platform/lifecycle/start-failures.ts'
import { copySeed } from '#server/seed.ts'
import { logCommand } from './command-log.ts'
import { isSystemError, stop, withErrorReport } from './own-database.ts'

const LOOKS = 20
const LOOK_MS = 100
/** A restored database with nothing in it, and its WAL. */
const EMPTY_BYTES = 80 * MEGABYTE
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const NOT_EMPTY =
  'База не пуста. Чтобы заменить всё, что в ней есть, добавьте --replace: npm run restore -- ФАЙЛ --replace'
const DENIED = 'Таблицы заменяет только их владелец: запустите restore с DATABASE_OWNER_URL.'

type Order = { file: string; identities: string[]; replace: boolean; backup: CheckedBackup }

/** The bank has gone on since the backup: the restored database knows that it is one, whatever it replaces. */
const markingOf =
  ({ head }: CheckedBackup) =>
  (sql: Sql) =>
    markRestored(sql, { madeAt: new Date(head.madeAt), at: new Date() })

/** Returns whether its payments are to be compared with the bank. */
async function noteRestored(sql: Sql, { file, backup: { head } }: Order): Promise<boolean> {
  await tellAddressesAgain(sql)
  await logCommand(sql, 'restore', {
    kind: 'restored',
    artistId: null,
    subject: `копия от ${head.madeAt}, ${basename(file)}`,
  })
  return isRestoreOpen({ sql })
}

/** Ends the command where the disk of `folder` is too small for certain. */
function requireSpace(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true })
  const { bavail, bsize } = statfsSync(folder)
  // Packed in a file the rows take less than there.
  const needed = EMPTY_BYTES + statSync(file).size
  if (bavail * bsize >= needed) return
  removeFolder(folder)
  const [free, least] = [bavail * bsize, needed].map((bytes) => Math.floor(bytes / MEGABYTE))
  stop(
    `На диске с DATA_DIR свободно ${free} МБ, а для восстановления нужно не меньше ${least}: освободите место и повторите. База не тронута.`,
  )
}

/**
 * Restores into a new embedded database inside `folder`, then runs `more` with it and `done` with its directory. However
 * that ends, also at a signal, the folder is removed.
 */
async function insideFolder<T>(
  folder: string,
  buildDir: string,
  { file, identities, backup }: Order,
  {
    restored,
    more,
    done = () => {},
  }: {
    restored?: (sql: Sql) => Promise<void>
    more: (sql: Sql) => Promise<T>
    done?: (directory: string) => void
  },
): Promise<T> {
  const directory = join(folder, 'database')
  removeFolder(directory)
  requireSpace(folder, file)
  const interrupted = () => {
    removeFolder(folder)
    stop('Восстановление прервано. База не тронута.')
  }
  for (const signal of SIGNALS) process.on(signal, interrupted)
  let database: Database | null = null
  try {
    // Its contents are replaced; copying it is faster than creating a database.
    await copySeed(buildDir, directory)
    database = await openEmbedded(directory)
    await restoreInto(database, file, backup.head, { restored, identities })
    const result = await more(database.sql)
    await database.close()
    database = null
    // Nothing is awaited from here on: no signal comes between its steps.
    done(directory)
    return result
  } catch (error) {
    await database?.close().catch(() => {})
    const why = error instanceof BadBackup ? error.message : sentenceOfStart(error)
    removeFolder(folder)
    return stop(`Восстановить не удалось, база не тронута. ${why}`)
  } finally {
    removeFolder(folder)
    for (const signal of SIGNALS) process.off(signal, interrupted)
  }
}

/** Restores beside the old files and then swaps them, so that until the last moment nothing has changed. */
async function intoDirectory({ dataDir, buildDir }: Config, order: Order): Promise<boolean> {
  restrictToOwner(dataDir)
  lockDirectory(dataDir)
  const directory = join(dataDir, 'database')
  if (existsSync(directory) && !order.replace) {
    const old = await openEmbedded(directory)
    const used = await isUsed(old.sql)
    await old.close()
    if (used) stop(NOT_EMPTY)
  }
  return insideFolder(restoreFolder(dataDir), buildDir, order, {
    restored: markingOf(order.backup),
    more: (sql) => noteRestored(sql, order),
    done(fresh) {
      if (existsSync(directory)) {
        const time = new Date().toISOString().replaceAll(':', '-')
        const aside = join(dataDir, `database.before-${time}`)
        renameSync(directory, aside)
        process.stdout.write(`Прежняя база отложена: ${aside}. Когда всё проверите, удалите её.\n`)
      }
      renameSync(fresh, directory)
    },
  })
}

/** Restores beside the data, in a temporary folder: whatever DATABASE_URL names, no server, bank or mail is called. */
async function onTrial({ dataDir, buildDir }: Config, order: Order): Promise<LedgerFault[]> {
  restrictToOwner(dataDir)
  const folder = trialFolder(dataDir)
  lockDirectory(folder)
  const more = (sql: Sql) => auditBooks({ sql, now: () => new Date() })
  return insideFolder(folder, buildDir, order, { more })
}

async function runningServers({ sql }: Database): Promise<number> {
  const { rows } = await raw<{ servers: number }>`select count(*) as servers from pg_stat_activity
    where datname = current_database() and application_name = ${PRODUCT}
      and pid <> pg_backend_pid()`.execute(sql)
  return rows[0]?.servers ?? 0
}

/** The tables are made anew, which only their owner may. */
async function intoServer(
  { ownerUrl, url }: { ownerUrl: string | undefined; url: string },
  order: Order,
): Promise<boolean> {
  const { file, identities, replace, backup } = order
  const database = await openPostgres(ownerUrl ?? url, 1)
  try {
    // A server that has just stopped is still counted for a moment.
    for (let looks = 0; looks < LOOKS && (await runningServers(database)) > 0; looks++)
      await sleep(LOOK_MS)
    if ((await runningServers(database)) > 0)
      stop('С этой базой работает «Бис»: остановите все его процессы и повторите.')
    if (!replace && (await isUsed(database.sql))) stop(NOT_EMPTY)
    await restoreInto(database, file, backup.head, { restored: markingOf(backup), identities })
    const toCompare = await noteRestored(database.sql, order)
    if (ownerUrl !== undefined) await grantToProcesses(database, url)
    return toCompare
  } finally {
    await database.close()
  }
}

/** The secret keys of a key file; none where none is named. */
function readIdentities(keyFile: string | null): string[] {
  if (keyFile === null) return []
  let text = ''
  try {
    text = readFileSync(keyFile, 'utf8')
  } catch (error) {
    if (!isSystemError(error)) throw error
    stop(`Файл ключа «${keyFile}» не открывается (${error.code}). База не тронута.`)
  }
  const identities = identitiesIn(text)
  if (identities.length === 0)
    stop(`В файле «${keyFile}» нет закрытого ключа (AGE-SECRET-KEY-…). База не тронута.`)
  return identities
}

async function checked(file: string, identities: string[]): Promise<CheckedBackup> {
  try {
    const backup = await checkBackup(file, identities)
    await assertKnown(backup.head)
    return backup
  } catch (error) {
    if (error instanceof BadBackup) stop(`${error.message} База не тронута.`)
    if (isSystemError(error))
      stop(`Файл «${file}» не открывается (${error.code}). База не тронута.`)
    throw error
  }
}

const args = process.argv.slice(2)
const keyAt = args.indexOf('--key')
const [, keyFile = null] = keyAt < 0 ? [] : args.splice(keyAt, 2)
const [replace, trial] = [args.includes('--replace'), args.includes('--trial')]
const [file, ...rest] = args.filter((word) => word !== '--replace' && word !== '--trial')
if (file === undefined || rest.length > 0 || (replace && trial))
  stop(
    'Напишите, откуда восстановить базу: npm run restore -- ФАЙЛ [--replace или --trial] [--key ФАЙЛ_КЛЮЧА]',
  )

// A backup contains keys and personal data, and its folder may be new.
setPrivateUmask()
await withErrorReport(async () => {
  const config = readConfig(process.env)
  const identities = readIdentities(keyFile)
  const backup = await checked(file, identities)
  const order = { file, identities, replace, backup }
  const faults = trial ? await onTrial(config, order) : []
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = config
  const into = () =>
    url === undefined ? intoDirectory(config, order) : intoServer({ ownerUrl, url }, order)
  const toCompare = !trial && (await into())
  const { tables, rows, head } = backup
  process.stdout.write(
    `${trial ? 'Проба прошла: восстановлено' : 'Восстановлено'} из копии от ${head.madeAt}, таблиц: ${tables}, строк: ${rows}.\n`,
  )
  if (faults.length > 0) stop(`Но книги в копии не сходятся, ошибок: ${faults.length}.`)
  if (trial) process.stdout.write('Книги сходятся. Пробная база удалена.\n')
  if (toCompare)
    process.stdout.write(
      'После запуска деньги сверятся с банком. Выплаты ждут, пока их не возобновят на /admin.\n',
    )
}, DENIED)
