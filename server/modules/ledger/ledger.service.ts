/** What the modules of money post and read, each inside its own transaction. */
export {
  auditLedger,
  balanceOf,
  claimMark,
  disputedOf,
  houseSums,
  mark,
  post,
  setMark,
  sumOf,
  trialBalance,
} from './ledger.store.ts'
export type { LedgerFault } from './ledger.store.ts'
