import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DirectoryTaken, lockDirectory } from '../lifecycle/data-directory.ts'
import type { StartWarning } from '../lifecycle/start-checks.ts'

/** Where a restore builds the new database before it takes the place of the old one. */
export const restoreFolder = (dataDir: string) => join(dataDir, 'database.restored')
/** Where a trial restore builds its own. */
export const trialFolder = (dataDir: string) => join(dataDir, 'trial')

/** Removes all of it; where a file is being written into it, that is tried again. */
export const removeFolder = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })

/** Removes a folder that no restore is at work in: `locked` is what one would hold. */
function removeUnlocked(folder: string, locked: string): StartWarning[] {
  if (!existsSync(folder)) return []
  try {
    const unlock = lockDirectory(locked)
    try {
      removeFolder(folder)
    } finally {
      unlock()
    }
  } catch (error) {
    if (error instanceof DirectoryTaken) return []
    const sentence = 'Остаток прерванного восстановления не удаляется: удалите этот каталог.'
    return [{ fields: { folder, err: error }, sentence }]
  }
  return []
}

/** Removes what a killed restore has left in DATA_DIR: it takes the disk, and holds personal data. */
export function removeUnfinishedRestores(dataDir: string): StartWarning[] {
  // Without a database the restored one may be whole: only its move to its place was not made.
  const isLeft = existsSync(join(dataDir, 'database'))
  const trial = trialFolder(dataDir)
  return [
    ...(isLeft ? removeUnlocked(restoreFolder(dataDir), dataDir) : []),
    ...removeUnlocked(trial, trial),
  ]
}
