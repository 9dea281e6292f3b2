/** What other modules do to a payment's row, inside their own transaction. */
export { lockPayment } from './payments.store.ts'
export type { FreshPayment, StoredPayment } from './payments.store.ts'
export {
  requestStatusChecks,
  requestStatusCheck,
  clearAttention,
  retryPayment,
} from './status-checks.store.ts'
