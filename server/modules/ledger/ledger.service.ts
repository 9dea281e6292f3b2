/** What the money modules post and read, each inside its own transaction. */
export {
  auditLedger,
  availableOf,
  balanceOf,
  claimMark,
  disputedOf,
  disputeOf,
  endRestored,
  totalLiabilities,
  mark,
  markRestored,
  post,
  RESTORED,
  setMark,
  trialBalance,
  wasDisputed,
} from './ledger.store.ts'
export type { LedgerFault } from './ledger.store.ts'
