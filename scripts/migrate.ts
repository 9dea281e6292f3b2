import { readConfig } from '#server/config/config.ts'
import { migrateAsOwner } from '#server/platform/db/process-role.ts'
import { checkTables } from '#server/platform/lifecycle/start-checks.ts'
import { stop, withErrorReport } from './own-database.ts'

/**
 * Makes the tables of this version as their owner, and gives the role of DATABASE_URL its rights: before the processes
 * start, where DATABASE_OWNER_URL is kept from them.
 */
await withErrorReport(async () => {
  const config = readConfig(process.env)
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = config
  if (url === undefined)
    stop(
      'Встроенную базу готовит сам сервер при запуске; npm run migrate нужен рядом с DATABASE_URL.',
    )
  const log = { warn: (_: object, sentence: string) => process.stderr.write(`${sentence}\n`) }
  const fresh = await migrateAsOwner({ ownerUrl, url }, (owner) => checkTables(owner, config, log))
  process.stdout.write(`Таблицы готовы, новых миграций: ${fresh.length}.\n`)
})
