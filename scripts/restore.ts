import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import { isUsed } from '#server/platform/backup/catalog.ts'
import { checkBackup } from '#server/platform/backup/backup-file.ts'
import { BadBackup, identitiesIn } from '#server/platform/backup/sealed.ts'
import type { CheckedBackup } from '#server/platform/backup/backup-file.ts'
import { assertKnown, restoreInto } from '#server/platform/backup/restore-into.ts'
import { readConfig } from '#server/config/config.ts'
import type { Config } from '#server/config/config.ts'
import { markRestored } from '#server/modules/ledger/ledger.service.ts'
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
import { copySeed } from '#server/seed.ts'
import { logCommand } from './command-log.ts'
import { isSystemError, stop, withErrorReport } from './own-database.ts'

const LOOKS = 20
const LOOK_MS = 100
const NOT_EMPTY =
  'База не пуста. Чтобы заменить всё, что в ней есть, добавьте --replace: npm run restore -- ФАЙЛ --replace'

type Order = { file: string; identities: string[]; replace: boolean; backup: CheckedBackup }

/** The bank has gone on since the backup: the restored database knows that it is one, whatever it replaces. */
const markingOf =
  ({ head }: CheckedBackup) =>
  async (sql: Sql): Promise<void> => {
    await markRestored(sql, { madeAt: new Date(head.madeAt), at: new Date() })
  }

async function noteRestored(sql: Sql, { file, backup: { head } }: Order): Promise<void> {
  await tellAddressesAgain(sql)
  await logCommand(sql, 'restore', {
    kind: 'restored',
    artistId: null,
    subject: `копия от ${head.madeAt}, ${basename(file)}`,
  })
}

/** Restores into a new embedded database at `directory`, then runs `more` with it. */
async function intoNew<T>(
  directory: string,
  buildDir: string,
  { file, identities, backup }: Order,
  { restored, more }: { restored?: (sql: Sql) => Promise<void>; more: (sql: Sql) => Promise<T> },
): Promise<T> {
  await rm(directory, { recursive: true, force: true })
  // Its contents are replaced; copying it is faster than creating a database.
  await copySeed(buildDir, directory)
  const database = await openEmbedded(directory)
  try {
    await restoreInto(database, file, backup.head, { restored, identities })
    return await more(database.sql)
  } finally {
    await database.close()
  }
}

/** Restores beside the old files and then swaps them, so that until the last moment nothing has changed. */
async function intoDirectory({ dataDir, buildDir }: Config, order: Order): Promise<void> {
  restrictToOwner(dataDir)
  lockDirectory(dataDir)
  const directory = join(dataDir, 'database')
  if (existsSync(directory) && !order.replace) {
    const old = await openEmbedded(directory)
    const used = await isUsed(old.sql)
    await old.close()
    if (used) stop(NOT_EMPTY)
  }
  const fresh = join(dataDir, 'database.restored')
  await intoNew(fresh, buildDir, order, {
    restored: markingOf(order.backup),
    more: (sql) => noteRestored(sql, order),
  })
  if (existsSync(directory)) {
    const aside = join(dataDir, `database.before-${new Date().toISOString().replaceAll(':', '-')}`)
    await rename(directory, aside)
    process.stdout.write(`Прежняя база отложена: ${aside}. Когда всё проверите, удалите её.\n`)
  }
  await rename(fresh, directory)
}

/** Restores beside the data, in a temporary folder: whatever DATABASE_URL names, no server, bank or mail is called. */
async function onTrial({ dataDir, buildDir }: Config, order: Order): Promise<LedgerFault[]> {
  restrictToOwner(dataDir)
  const folder = join(dataDir, 'trial')
  mkdirSync(folder, { recursive: true })
  lockDirectory(folder)
  const audited = (sql: Sql) => auditBooks({ sql, now: () => new Date() })
  try {
    return await intoNew(join(folder, 'database'), buildDir, order, { more: audited })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
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
): Promise<void> {
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
    await noteRestored(database.sql, order)
    if (ownerUrl !== undefined) await grantToProcesses(database, url)
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
  } catch {
    stop(`Файл ключа «${keyFile}» не открывается. База не тронута.`)
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
    if (isSystemError(error)) stop(`Файл «${file}» не открывается. База не тронута.`)
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
  if (!trial && url === undefined) await intoDirectory(config, order)
  else if (!trial) await intoServer({ ownerUrl, url: url ?? '' }, order)
  const { tables, rows, head } = backup
  process.stdout.write(
    `${trial ? 'Проба прошла: восстановлено' : 'Восстановлено'} из копии от ${head.madeAt}, таблиц: ${tables}, строк: ${rows}.\n`,
  )
  if (faults.length > 0) stop(`Но книги в копии не сходятся, ошибок: ${faults.length}.`)
  if (trial) process.stdout.write('Книги сходятся. Пробная база удалена.\n')
  else
    process.stdout.write(
      'После запуска деньги сверятся с банком. Выплаты ждут, пока их не возобновят на /admin.\n',
    )
})
