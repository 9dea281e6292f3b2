import { resolve } from 'node:path'
import type { Config } from './config.ts'

/** A value for every variable that backups depend on, and what it makes of the configuration. */
export const GIVEN_BACKUPS: Record<string, [value: string, changes: Partial<Config>]> = {
  DATA_DIR: [
    '/var/lib/bis',
    { dataDir: '/var/lib/bis', backups: { folder: '/var/lib/bis/backups' } },
  ],
  BACKUPS: ['off', { backups: null }],
  BACKUP_DIR: ['/mnt/backups', { backups: { folder: resolve('/mnt/backups') } }],
}
