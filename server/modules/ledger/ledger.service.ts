/** What the money modules post and read, each inside its own transaction. */
export {
  auditLedger,
  availableOf,
  balanceOf,
  claimMark,
  disputeOf,
  houseSums,
  mark,
  post,
  setMark,
  trialBalance,
  wasDisputed,
} from './ledger.store.ts'
export type { LedgerFault } from './ledger.store.ts'
