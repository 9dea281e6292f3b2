import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const OWNER = 0o700
const OTHERS = 0o077

/**
 * Restricts a folder to its owner: the embedded database creates its files writable for all. A missing one, or one of
 * another user, is left unchanged.
 */
export function restrictToOwner(folder: string): void {
  const known = statSync(folder, { throwIfNoEntry: false })
  if (known === undefined || known.uid !== process.getuid?.()) return
  if ((known.mode & OTHERS) !== 0) chmodSync(folder, known.mode & OWNER)
}

/** From here on the files of this process are readable by its own user alone. */
export function setPrivateUmask(): void {
  process.umask(OTHERS)
}

/** Another process uses this directory. */
export class DirectoryTaken extends Error {
  override readonly name = 'DirectoryTaken'
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false
  // The low byte is the error, the rest its kind.
  return (Number(error.errcode) & 0xff) === SQLITE_BUSY
}

/** A database without references is garbage-collected, and its lock with it. */
const openLocks = new Set<DatabaseSync>()

/**
 * Locks the directory for this process: the embedded database takes no lock of its own, and two processes would corrupt
 * it. The lock is the kernel's, on an empty SQLite file: it is seen from every container of the machine, and ends with
 * the process however that ends.
 * @throws DirectoryTaken while another process holds it.
 * @returns the function that releases it before the process ends.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true })
  const file = new DatabaseSync(join(directory, 'database.lock'))
  try {
    // Nothing is written, so nothing needs a journal on the disk.
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (!isBusy(error)) throw error
    throw new DirectoryTaken(
      `С каталогом ${directory} уже работает другой процесс: сначала остановите «Бис» или задайте другой DATA_DIR.`,
    )
  }
  openLocks.add(file)
  return () => {
    if (openLocks.delete(file)) file.close()
  }
}
