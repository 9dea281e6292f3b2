import { join } from 'node:path'
import { checkBackup, writeBackup } from '#server/platform/backup/backup-file.ts'
import { restoreInto } from '#server/platform/backup/restore-into.ts'
import { markRestored } from '#server/modules/ledger/ledger.service.ts'
import { grantToProcesses } from '#server/platform/db/process-role.ts'
import { asProcess } from './database.ts'
import { ownFolder } from '../product/product.ts'
import type { World } from '../world.ts'

/** Runs `between` after a backup of the world, then restores it: everything is as before, but for the bank. */
export async function turnedBack(world: World, between: () => Promise<void>): Promise<void> {
  const folder = ownFolder()
  const file = join(folder.path, 'before.backup')
  try {
    await writeBackup(world.sql, file, world.now())
    await between()
    const { head } = await checkBackup(file)
    await restoreInto(world.database, file, head, {
      restored: (sql) => markRestored(sql, { madeAt: new Date(head.madeAt), at: world.now() }),
    })
    const { url } = world.database
    if (url !== null) await grantToProcesses(world.database, asProcess(url))
  } finally {
    folder.remove()
  }
}
