/** What other modules do to a payment's row, inside their own transaction. */
export { holdPayment } from './payments.store.ts'
export type { FreshPayment, KeptPayment } from './payments.store.ts'
export { checkAgain, checkToldOf, clearAttention, retryPayment } from './status-checks.store.ts'
