import type { Sql } from '#server/platform/db/open.ts'
import { loadConditions, useFault } from './conditions.store.ts'
import type { FaultRow } from './conditions.store.ts'

/** The calls of the bank that a fault can be set for. */
export const FAULT_METHODS = [
  'Init',
  'Confirm',
  'Cancel',
  'GetState',
  'CheckOrder',
  'SendClosingReceipt',
  'PayoutInit',
  'PayoutPayment',
  'PayoutGetState',
] as const
export type FaultMethod = (typeof FAULT_METHODS)[number]

/** What can go wrong with a notice to the merchant. */
export const NOTICE_FAULTS = [
  'notice_late',
  'notice_lost',
  'notice_repeated',
  'notice_reordered',
  'notice_forged',
  'notice_wrong_amount',
] as const

/** What can go wrong with the answer to a call. */
export const CALL_FAULTS = ['timeout_before', 'timeout_after', 'error_500', 'malformed'] as const

/** What the bank itself can refuse or put off. */
export const BANK_FAULTS = [
  'refused_capture',
  'refused_refund',
  'stuck_refund',
  'refused_payout',
  'failed_payout',
  'slow_payout',
  'other_recipient',
  'hold_2h',
  'unknown_status',
] as const

export const REFUND_REFUSALS = ['3002', '3028', '3029', '3030'] as const

type NoticeFault = (typeof NOTICE_FAULTS)[number]
type CallFault = (typeof CALL_FAULTS)[number]
type BankFault = (typeof BANK_FAULTS)[number]
type FaultKind = NoticeFault | CallFault | BankFault

/** `silence`: no answer until the caller's timeout; `broken`: an immediate 504 whose body is not JSON. */
type TimeoutHow = 'silence' | 'broken'

/** One simulated fault. */
export type SandboxFault = {
  /** The merchant's order id; if absent, every payment and payout. */
  readonly reference?: string
  /** How many times it applies; if absent, until cleared. */
  readonly times?: number
} & (
  | { readonly kind: 'notice_late'; readonly seconds: number }
  | { readonly kind: Exclude<NoticeFault, 'notice_late'> }
  | {
      readonly kind: 'timeout_before' | 'timeout_after'
      readonly method: FaultMethod
      readonly how: TimeoutHow
    }
  | { readonly kind: 'error_500' | 'malformed'; readonly method: FaultMethod }
  | { readonly kind: 'refused_refund'; readonly code: (typeof REFUND_REFUSALS)[number] }
  | { readonly kind: 'unknown_status'; readonly word: string }
  | { readonly kind: Exclude<BankFault, 'refused_refund' | 'unknown_status'> }
)

/** The kind's own parameter, without the scope, as text. */
export function detailOf(fault: SandboxFault): string {
  if ('seconds' in fault) return String(fault.seconds)
  if ('how' in fault) return fault.how
  if ('code' in fault) return fault.code
  return 'word' in fault ? fault.word : ''
}

/** The conditions of one call: the bank's time and the active faults. */
export type Conditions = {
  /** Our clock plus the operator's shift. */
  readonly now: Date
  readonly offsetMs: number
  readonly faults: readonly FaultRow[]
}

export async function readConditions(sql: Sql, now: () => Date): Promise<Conditions> {
  const { offsetMs, faults } = await loadConditions(sql)
  return { now: new Date(now().getTime() + offsetMs), offsetMs, faults }
}

/** Uses an active fault of this kind for this order once; returns its detail, or null if there is none. */
export async function consumeFault(
  sql: Sql,
  { faults }: Conditions,
  kind: FaultKind,
  at: { reference: string; method?: FaultMethod },
): Promise<string | null> {
  for (const fault of faults) {
    if (fault.kind !== kind || fault.method !== (at.method ?? null)) continue
    if (fault.reference !== null && fault.reference !== at.reference) continue
    if (fault.timesLeft === null || (await useFault(sql, fault.id))) return fault.detail
  }
  return null
}
