import { mark, RESTORED } from '../ledger/ledger.service.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** The mark with the bank's words that our account is empty; blank where it is not. */
export const PAUSED = 'payouts-paused'

/** Why no payout sets out before an operator resumes them: the account is empty, or the database was turned back; or null. */
export async function payoutStop(sql: Sql): Promise<'empty' | 'restored' | null> {
  if (((await mark(sql, RESTORED))?.value ?? '') !== '') return 'restored'
  return ((await mark(sql, PAUSED))?.value ?? '') === '' ? null : 'empty'
}
