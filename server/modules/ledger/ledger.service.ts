/** What the money modules post and read, each inside its own transaction. */
export {
  auditLedger,
  availableOf,
  balanceOf,
  claimMark,
  disputeOf,
  totalLiabilities,
  mark,
  post,
  setMark,
  trialBalance,
  wasDisputed,
} from './ledger.store.ts'
export type { LedgerFault } from './ledger.store.ts'
