/** What the money modules post and read, each inside its own transaction. */
export {
  auditLedger,
  availableOf,
  balanceOf,
  claimMark,
  endRestored,
  totalLiabilities,
  mark,
  markRestored,
  post,
  RESTORED,
  setMark,
  trialBalance,
} from './ledger.store.ts'
export { disputedOf, disputeOf, wasDisputed } from './disputes.store.ts'
export { givenTo } from './given.store.ts'
export type { LedgerFault } from './ledger.store.ts'
