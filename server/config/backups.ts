import { join, resolve } from 'node:path'
import { BadConfig, onOff, text } from './values.ts'
import type { Environment } from './values.ts'

/** Where the server keeps backups that it makes once an hour. */
export type BackupsConfig = { folder: string }

/** Null where the server makes none; only an embedded database is backed up by its own server. */
export function readBackups(
  env: Environment,
  { dataDir, embedded }: { dataDir: string; embedded: boolean },
): BackupsConfig | null {
  const folder = resolve(text(env, 'BACKUP_DIR') ?? join(dataDir, 'backups'))
  if (!onOff(env, 'BACKUPS', embedded)) return null
  if (!embedded)
    throw new BadConfig(
      'BACKUPS=on работает только со встроенной базой: для PostgreSQL запускайте npm run backup по часам.',
    )
  return { folder }
}
