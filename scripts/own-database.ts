import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BadConfig, readConfig } from '#server/config/config.ts'
import { BadBackup } from '#server/platform/backup/sealed.ts'
import { DirectoryTaken, lockDirectory } from '#server/platform/lifecycle/data-directory.ts'
import type { Database } from '#server/platform/db/open.ts'
import { openEmbedded, openPostgres } from '#server/platform/db/open.ts'
import { sentenceOfStart } from '#server/platform/lifecycle/start-failures.ts'

/** Prints why a command failed, in one sentence, and exits. */
export function stop(sentence: string): never {
  process.stderr.write(`\n${sentence}\n\n`)
  process.exit(1)
}

/** An error of a system call, such as opening a file; the code's own errors have no `syscall`. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && typeof error.syscall === 'string'
}

function openOwn(): Promise<Database> {
  const config = readConfig(process.env)
  if (config.databaseUrl !== undefined) return openPostgres(config.databaseUrl, 1)
  const directory = join(config.dataDir, 'database')
  if (!existsSync(directory))
    stop(`В каталоге ${config.dataDir} базы ещё нет: она появится после первого npm start.`)
  lockDirectory(config.dataDir)
  return openEmbedded(directory)
}

/** Runs a command; an error is reported in one sentence. `denied`: the one for a role without rights. */
export async function withErrorReport(work: () => Promise<void>, denied?: string): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isDenied = error instanceof Error && 'code' in error && error.code === '42501'
    if (denied !== undefined && isDenied) stop(denied)
    const isExpected = [BadConfig, DirectoryTaken, BadBackup].some((kind) => error instanceof kind)
    stop(isExpected && error instanceof Error ? error.message : sentenceOfStart(error))
  }
}

/**
 * Opens the database of this installation, by the variables that the server reads. The embedded one allows one process
 * at a time, so beside a running server the command ends with a sentence that says so.
 */
export function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  return withErrorReport(async () => {
    const database = await openOwn()
    try {
      await work(database)
    } finally {
      await database.close()
    }
  })
}
