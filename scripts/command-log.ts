import { logDeed } from '#server/modules/operator/deeds.service.ts'
import type { Deed } from '#server/modules/operator/deeds.service.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** Writes what a command did into the log of operators. */
export function logCommand(
  sql: Sql,
  command: 'admin' | 'ledger' | 'restore' | 'songs',
  deed: Deed,
): Promise<void> {
  const by = { id: null, username: `npm run ${command}`, role: '' }
  return logDeed({ sql, now: () => new Date() }, by, deed)
}
